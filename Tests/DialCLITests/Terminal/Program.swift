import Foundation
import TestSupport

/// Programs that tests need, and the built Dial.
enum Program {
  struct Missing: Error, CustomStringConvertible {
    var description = "there is no dial beside the tests: 'swift build --build-tests' builds it"
  }

  private static let folders = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin"]

  static func exists(_ name: String) -> Bool { folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") } }

  static func products() throws -> String {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    for folder in [beside, root + "/.build/debug"] where FileManager.default.isExecutableFile(atPath: folder + "/dial") { return folder }
    throw Missing()
  }

  static func path() throws -> String { ([try products()] + folders).joined(separator: ":") }

  /// Returns the output of a shell line, including errors.
  static func run(_ line: String, stdin: String = "", in folder: String = "/") async throws -> String {
    let path = try path()
    return try await blocking { try runAndWait(line, stdin, folder, path) }
  }

  private static func runAndWait(_ line: String, _ stdin: String, _ folder: String, _ path: String) throws -> String {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["PATH": path, "HOME": folder]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    // Write in another thread, so that reading does not wait.
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: Data(stdin.utf8))
      try? input.fileHandleForWriting.close()
    }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
