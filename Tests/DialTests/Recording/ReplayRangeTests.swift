import Dial
import DialTesting
import Foundation
import TestSupport
import Testing

/// Requests for a part of what was recorded.
struct ReplayRangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let spec = "base: https://api.test\nendpoints: {get: \"GET /x (header.range? as Range) -> bytes\"}\n"
  private static let file = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private func client(_ transport: any Transport) throws -> Client { Client(try Spec.load(yaml: Self.spec), transport: transport) }

  private func recording(_ entries: [(range: String?, status: Int, text: String)]) throws -> String {
    let list = entries.map { entry in
      let headers = entry.range.map { #"[{"name": "Range", "value": "\#($0)"}]"# } ?? "[]"
      return """
        {"request": {"method": "GET", "url": "https://api.test/x", "headers": \(headers)},
         "response": {"status": \(entry.status), "content": {"size": 1, "mimeType": "text/plain", "text": "\(entry.text)"}}}
        """
    }
    return try folder.write("a.har", "{\"log\": {\"entries\": [\(list.joined(separator: ", "))]}}")
  }

  @Test func `a part is no answer to a request for the whole, nor for another part`() async throws {
    let path = try recording([("bytes=5-", 206, "b")])
    for (arguments, here) in [([:], "the whole resource"), (["range": "bytes=6-"], "the range 'bytes=6-'")] as [(Arguments, String)] {
      let client = try client(try Replay(path))
      let error = await failure { () throws(CallError) in _ = try await client.call("get", arguments) }
      #expect(
        error.hint == "the closest match is entry 1, GET https://api.test/x: it requests the range 'bytes=5-', not \(here)")
    }
  }

  @Test func `a part is answered with the same part, else with the whole`() async throws {
    let replay = try Replay(try recording([(nil, 200, "ab"), ("bytes=1-", 206, "b")]))
    for (range, status, text) in [("bytes=1-", 206, "b"), ("bytes=0-", 200, "ab")] {
      let reply = try await client(replay).call("get", ["range": .init(stringLiteral: range)], CallOptions())
      #expect(reply.status.code == status && reply.body == Array(text.utf8))
    }
  }

  @Test func `a download that was taken up again is replayed`() async throws {
    let file = Self.file
    let server = Answering { request in
      let start = request.headers[.range] == nil ? 0 : 20_000
      let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
        continuation.yield(Array(file[start..<(start == 0 ? 20_000 : 50_000)]))
        continuation.finish(throwing: start == 0 ? TransportError(.truncated, "cut") : nil)
      }
      var response = Response(status: start == 0 ? .ok : .partialContent, url: request.url, body: ResponseBody(pieces))
      response.headers[.eTag] = "\"v1\""
      response.headers[.contentLength] = "\(50_000 - start)"
      if start > 0 { response.headers[.contentRange] = "bytes 20000-49999/50000" }
      return response
    }
    let recorder = try Recorder("\(folder.path)/a.har", over: server)
    try await download(recorder, to: "recorded")
    try recorder.save()
    try await download(try Replay("\(folder.path)/a.har"), to: "replayed")
  }

  private func download(_ transport: any Transport, to name: String) async throws {
    let path = "\(folder.path)/\(name)"
    let file = try await client(transport).prepare("get").download(to: path, resume: true, pause: .microseconds(1))
    #expect(file.resumed && file.requests == 2 && FileManager.default.contents(atPath: path) == Data(Self.file))
  }
}
