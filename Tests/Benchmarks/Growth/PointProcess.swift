import Foundation

/// This program, for one point of a series.
enum PointProcess {
  static func sample(_ work: GrowthWork, _ size: Int, _ server: ServerProcess? = nil) throws -> GrowthSample {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["point", work.rawValue, "\(size)", server.map { "http://127.0.0.1:\($0.port)" } ?? ""]
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw PeerError(description: "\(work) of \(size): \(String(decoding: said, as: UTF8.self))")
    }
    return try JSONDecoder().decode(GrowthSample.self, from: said)
  }

  static func run(_ words: [String]) async throws {
    guard words.count == 3, let work = GrowthWork(rawValue: words[0]), let size = Int(words[1]) else {
      throw PeerError(description: "there is no point '\(words.joined(separator: " "))'")
    }
    try await work.run(size, base: words[2])
  }
}
