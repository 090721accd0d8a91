import Foundation
import TestSupport

/// Runs lines of the documentation with the built `dial`.
enum Shell {
  struct Missing: Error, CustomStringConvertible {
    var description = "there is no dial beside the tests: 'swift build --build-tests' builds it"
  }

  private static func products() throws -> URL {
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for folder in [beside, Page.root.appending(path: ".build/debug")] {
      if FileManager.default.isExecutableFile(atPath: folder.appending(path: "dial").path) { return folder }
    }
    throw Missing()
  }

  /// Returns standard output and error in order, without the last line feed.
  static func run(_ line: String, in folder: String) async throws -> String {
    let path = "\(try products().path):/usr/bin:/bin"
    return try await blocking { try runAndWait(line, in: folder, path: path) }
  }

  /// Returns the file `spec.yaml` that a line without `dial` writes.
  static func spec(madeBy line: String) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-spec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try runAndWait(line, in: folder.path, path: "/usr/bin:/bin")
    return Array(try Data(contentsOf: folder.appending(path: "spec.yaml")))
  }

  private static func runAndWait(_ line: String, in folder: String, path: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["PATH": path, "HOME": folder]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
