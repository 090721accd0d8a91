import Foundation

/// Programs beside Dial that a test needs, and Dial itself as it was built.
enum Program {
  struct Missing: Error, CustomStringConvertible {
    var description = "there is no dial beside the tests: 'swift build --build-tests' builds it"
  }

  private static let folders = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin"]

  static func exists(_ name: String) -> Bool { folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") } }

  /// The folder with the built `dial`, which is that of the test bundle.
  static func products() throws -> String {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    for folder in [beside, root + "/.build/debug"] where FileManager.default.isExecutableFile(atPath: folder + "/dial") { return folder }
    throw Missing()
  }

  /// `PATH` with the built `dial` before everything else.
  static func path() throws -> String { ([try products()] + folders).joined(separator: ":") }

  /// What a line of the shell prints, errors too. Waiting blocks a thread, which is none of those that tests run on.
  static func run(_ line: String, stdin: String = "", in folder: String = "/") async throws -> String {
    let path = try path()
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try runAndWait(line, stdin, folder, path) }) }
    }
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
    // What is read must not wait for what is written.
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: Data(stdin.utf8))
      try? input.fileHandleForWriting.close()
    }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
