import Foundation

/// simdjson in its own process, which measures its time: peer.cpp, built by `make bench` if libsimdjson is installed.
final class SIMDJSONPeer {
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private let file: URL

  /// Returns nil if it was not built.
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

  func load(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: file)
    _ = try ask("load \(file.path)")
  }

  func seconds(_ command: String) throws -> Double { try ask(command) }

  private func ask(_ command: String) throws -> Double {
    try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
    guard let seconds = Double(answer.dropLast()) else { throw PeerError(description: "simdjson: '\(command)' gave '\(answer)'") }
    return seconds
  }
}

/// An error of a peer, whose figures would be wrong.
struct PeerError: Error, CustomStringConvertible {
  var description: String
}
