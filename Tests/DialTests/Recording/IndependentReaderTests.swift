import Foundation
import TestSupport
import Testing

/// Recordings of Dial, read by a program that knows only HAR 1.2.
struct IndependentReaderTests {
  private static let python = URL(filePath: "/usr/bin/python3")

  private func read(_ path: String) async throws -> (lines: [String], isRead: Bool) {
    try await blocking {
      let folder = try TemporaryFolder()
      let output = try folder.write("out", "")
      let process = Process()
      process.executableURL = Self.python
      process.arguments = [recordings.deletingLastPathComponent().appending(path: "read_har.py").path, path]
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return (try folder.read("out").split(separator: "\n").map(String.init), process.terminationStatus == 0)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python.path)))
  func `another program reads the recording, and no file that is none`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await !read(folder.write("a.har", #"{"log": {"version": "1.2", "creator": {}, "entries": []}}"#)).isRead)
    let shop = try await read(recordings.appending(path: "shop.har").path)
    #expect(shop.isRead)
    #expect(
      shop.lines == [
        #"GET 200 '{"id":7,"sent":"Bearer REDACTED","author":"Ann"}'"#,
        "GET 302 ''",
        #"GET 200 '{"id":7,"sent":"Bearer REDACTED","author":"Ann"}'"#,
        #"POST 200 '{"access_token":"REDACTED","user":{"name":"Ann","apiKey":"REDACTED"},"tokens":3}'"#,
        #"POST 409 '{"message":"sold out"}'"#,
        "POST 204 ''",
        #"GET 200 '\x89Pÿ\x00'"#,
        "PUT 204 ''",
        "GET 200 'half of '",
        "GET 0 ''",
        #"GET 200 'data: 1\n\ndata: 2\n\n'"#,
      ])
  }
}
