import Foundation

/// Where and when the figures were measured.
enum Machine {
  static func describe() {
    let process = ProcessInfo.processInfo
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first.map { ", load \($0)" } ?? ""
    #if arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "x86-64"
    #endif
    let day = Date.now.formatted(.iso8601.year().month().day())
    let compiler = process.environment["COMPILER"].map { ", \($0)" } ?? ""
    print("\(day), \(process.processorCount)-core \(architecture), \(process.operatingSystemVersionString)\(compiler)\(load)")
    print("\(Rounds.count) rounds; ratio: how many times as fast as the peer Dial is (median of the rounds), spread: least and most\n")
  }
}
