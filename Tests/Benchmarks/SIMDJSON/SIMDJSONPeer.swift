import Foundation

/// simdjson in a process of its own, which times itself: peer.cpp, built by `make bench` where libsimdjson is installed.
final class SIMDJSONPeer {
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private let file: URL

  /// Nil where it was not built.
  init?() throws {
    guard let path = ProcessInfo.processInfo.environment["SIMDJSON_PEER"], !path.isEmpty else { return nil }
    file = FileManager.default.temporaryDirectory.appendingPathComponent("dial-bench-\(ProcessInfo.processInfo.processIdentifier).json")
    process.executableURL = URL(fileURLWithPath: path)
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    process.terminate()
    try? FileManager.default.removeItem(at: file)
  }

  /// Gives it the text that the next commands are about.
  func load(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: file)
    _ = try ask("load \(file.path)")
  }

  /// Seconds of one run.
  func seconds(_ command: String) throws -> Double { try ask(command) }

  private func ask(_ command: String) throws -> Double {
    try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
    guard let seconds = Double(answer.dropLast()) else { throw PeerError(description: "simdjson: '\(command)' gave '\(answer)'") }
    return seconds
  }
}

/// A peer that does not do what it should: its figures would mean nothing.
struct PeerError: Error, CustomStringConvertible {
  var description: String
}
