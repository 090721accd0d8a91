import Foundation
import TestSupport
import Testing

/// An upload needs constant memory: `dial` sends a sparse file, and its peak is measured.
@Suite struct LargeUploadTests {
  static let size: UInt64 = 384 << 20
  /// Half of the file. A debug build needs less than 100 MB itself.
  static let bound = 192 << 20

  /// Runs a program and prints its peak memory in bytes.
  private static let measuring = """
    import resource, subprocess, sys
    done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(done.stdout.strip() + done.stderr.strip(), peak)
    """

  @Test(arguments: [
    ("POST multipart /discard (f File) -> Int", "f", Self.size + 225), ("POST bytes /discard (_ f File) -> Int", "_", Self.size),
  ])
  func keepsMemoryFlat(line: String, argument: String, bytes: UInt64) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "sparse.bin")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: Self.size)
    try handle.close()
    let spec = folder.appending(path: "spec.yaml")
    try "base: \(try await HTTPBin.shared.base)\ntimeout: 300s\nendpoints: {up: \"\(line)\"}\n".write(
      to: spec, atomically: true, encoding: .utf8)

    let words = try await Self.run(["call", spec.path, "up", "\(argument)@\(file.path)", "--timeout", "300s"]).split(separator: " ")
    #expect(words.count == 2 && words[0] == "\(bytes)", "\(words)")
    #expect(words.last.flatMap { Int($0) } ?? .max < Self.bound, "\(words)")
  }

  private static func run(_ arguments: [String]) async throws -> String {
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let all = [beside, HTTPBin.root.appending(path: ".build/debug")].map { $0.appending(path: "dial").path }
    let dial = try #require(all.first { FileManager.default.isExecutableFile(atPath: $0) }, "'swift build --build-tests' builds dial")
    return try await blocking { try runAndWait([dial] + arguments) }
  }

  private static func runAndWait(_ words: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = HTTPBin.root.appending(path: ".venv/bin/python3")
    process.arguments = ["-c", measuring] + words
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
