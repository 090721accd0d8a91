import Foundation

enum Machine {
  static func describe() {
    print(name)
    print("\(Rounds.count) rounds; ratio: how many times as fast as the peer Dial is (median of the rounds), spread: least and most\n")
  }

  static let name: String = {
    let process = ProcessInfo.processInfo
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first.map { ", load \($0)" } ?? ""
    #if arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "x86-64"
    #endif
    let day = Date.now.formatted(.iso8601.year().month().day())
    let compiler = process.environment["COMPILER"].map { ", \($0)" } ?? ""
    let commit = process.environment["COMMIT"].map { "; commit \($0)" } ?? ""
    return "\(day), \(process.processorCount)-core \(architecture), \(process.operatingSystemVersionString)\(compiler)\(load)\(commit)"
  }()
}
