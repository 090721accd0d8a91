import Foundation
import TestSupport

/// A Python program that serves two ports. It ends with its standard input, which only this process holds open.
enum PythonServer {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Starts a program of this folder.
  static func start(_ script: String) async throws -> (UInt16, UInt16) {
    try await blocking { try startAndWait(script) }
  }

  private static func startAndWait(_ script: String) throws -> (UInt16, UInt16) {
    let python = root.appending(path: ".venv/bin/python3")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "no \(script): .venv is missing, run 'make test', which makes it")
    }
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = python
    process.arguments = [root.appending(path: "Tests/HTTPBinTests/\(script)").path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    keep(process, input)

    let line = try firstLine(of: output.fileHandleForReading.fileDescriptor, within: .seconds(30))
    let ports = line.split(separator: " ").compactMap { UInt16($0) }
    guard ports.count == 2, ports[0] != ports[1] else {
      throw Failure(description: "\(script) did not start: '\(line)'; remove .venv and run 'make test'")
    }
    return (ports[0], ports[1])
  }

  /// Process and Pipe close their files when they are released.
  private static func keep(_ process: Process, _ input: Pipe) {
    _ = Unmanaged.passRetained(process)
    _ = Unmanaged.passRetained(input)
  }

  /// Reads up to the first line feed or the end, at most for `limit`.
  private static func firstLine(of descriptor: Int32, within limit: Duration) throws -> String {
    let end = ContinuousClock.now + limit
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") {
      let left = ContinuousClock.now.duration(to: end).components
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)))
      guard ready > 0 else { throw Failure(description: "no port within \(limit)") }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
