import CallTestSupport
import Dial
import DialBuild
import DialEngine
import DialMessage
import DialStreams
import HTTPTypes
import TestSupport
import Testing

/// Downloads by the responses of a server: requests, results and files.
@Suite struct DownloadTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var line = "GET /files/x -> bytes"
    var answers: [Served]
    var gives: String
    var testDescription: String { name }
  }

  /// Downloads to `x`, which exists.
  private static func outcome(_ row: Row, in folder: TemporaryFolder) async throws -> String {
    let server = Serving(row.answers)
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints:\n  get: \"\(row.line)\"\n")
    let client = Client(spec, transport: server)
    try folder.write("x", Array("old".utf8))
    var text: String
    do throws(CallError) {
      let file = try await client.prepare("get").download(to: folder.path + "/x", pause: .microseconds(1))
      text = "\(file.status.code), \(file.size) bytes in \(file.requests)" + (file.resumed ? ", resumed" : "")
    } catch {
      text = "\(error.code): \(error.message)" + (error.hint.map { " (\($0))" } ?? "")
    }
    text = text.replacing(folder.path + "/", with: "")
    return "\(server.requests.joined(separator: "; "))\n\(text)\n\(folder.files)"
  }

  private static func check(_ row: Row) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await outcome(row, in: folder)
    #expect(outcome == row.gives)
  }

  /// A small JSON body can be a failure, which does not replace the file.
  @Test(arguments: [
    ("application/json", #"{"error":"gone"}"#, "status: the server reported a failure with status 200: gone"),
    ("application/json", #"{"error":null}"#, #"{"error":null}"#), ("application/octet-stream", #"{"error":"gone"}"#, #"{"error":"gone"}"#),
    ("application/json", "abc", "abc"),
  ])
  func aFailureIsNotSaved(_ type: String, _ body: String, _ outcome: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("x", Array("old".utf8))
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {get: {GET: /x -> bytes, fails: {when: error, message: error}}}")
    let client = Client(spec, transport: Canned(headers: [.contentType: type], body: Array(body.utf8)))
    var found: String
    do {
      _ = try await client.download("get", to: folder.path + "/x")
      found = try folder.read("x")
      var pieces: [UInt8] = []
      for try await piece in client.bytes("get") { pieces += piece }
      #expect(String(decoding: pieces, as: UTF8.self) == found)
    } catch let error as CallError {
      found = "\(error.code): \(error.message)"
      #expect(try folder.read("x") == "old" && error.body == Array(body.utf8))
      let other = await #expect(throws: CallError.self) { for try await _ in client.bytes("get") {} }
      #expect(other?.message == error.message)
    }
    #expect(found == outcome)
  }

  static let refused: [Row] = [
    Row(
      name: "a part nobody asked for", answers: [.part(0, to: 100)],
      gives: "GET\nprotocol: the server responded with 206 Partial Content, but no range was requested\nx?"),
    Row(
      name: "another part", answers: [.whole(cut: 40_000), .part(0, to: 100)],
      gives: """
        GET; GET bytes=40000- "v1"
        protocol: bytes 40000 to 100000 were requested, but the server sent 'bytes 0-99/100000' \
        (saved 40.0 of 100.0 kB in 'x.part'; to start over, remove it)
        x? x.part=40000
        """),
    Row(
      name: "a part nobody asked for, as a whole", answers: [.part(40_000).with(status: 200)],
      gives: "GET\nprotocol: the server responded with 200 and a Content-Range, but no range was requested\nx?"),
    Row(
      name: "a part without its place", answers: [.whole(cut: 40_000), .part(0, to: 100).with(.contentRange, nil)],
      gives: """
        GET; GET bytes=40000- "v1"
        protocol: bytes 40000 to 100000 were requested, but the server sent a range without Content-Range \
        (saved 40.0 of 100.0 kB in 'x.part'; to start over, remove it)
        x? x.part=40000
        """),
    Row(
      name: "a part of something longer", answers: [.whole(cut: 40_000), .part(40_000).with(.contentRange, "bytes 40000-99999/100001")],
      gives: """
        GET; GET bytes=40000- "v1"
        protocol: bytes 40000 to 100000 were requested, but the server sent 'bytes 40000-99999/100001' \
        (saved 40.0 of 100.0 kB in 'x.part'; to start over, remove it)
        x? x.part=40000
        """),
    Row(
      name: "a status that is refused", answers: [.refused(404)],
      gives: "GET\nstatus: the server responded with 404\nx?"),
    Row(
      name: "no part any more", answers: [.whole(cut: 40_000), .refused(403)],
      gives: """
        GET; GET bytes=40000- "v1"
        status: the server responded with 403 (saved 40.0 of 100.0 kB in 'x.part'; run the same call again to resume)
        x? x.part=40000
        """),
    Row(
      name: "a server that wants a long pause", answers: [.whole(cut: 40_000), .refused(503, [.retryAfter: "3600"])],
      gives: """
        GET; GET bytes=40000- "v1"
        status: the server responded with 503 (saved 40.0 of 100.0 kB in 'x.part'; run the same call again to resume)
        x? x.part=40000
        """),
    Row(
      name: "nothing to tell the version by", answers: [.whole(cut: 40_000).with(.eTag, nil)],
      gives:
        "GET\ntruncated: the transfer broke off (run the same call again to start over; the partial download was removed, because it cannot be resumed)\nx?"
    ),
    Row(
      name: "a weak tag, whatever the time is",
      answers: [
        .whole("W/\"v1\"", cut: 40_000).with(.lastModified, "Sun, 06 Nov 1994 08:49:37 GMT").with(.date, "Sun, 06 Nov 2022 08:49:37 GMT")
      ],
      gives:
        "GET\ntruncated: the transfer broke off (run the same call again to start over; the partial download was removed, because it cannot be resumed)\nx?"
    ),
    Row(
      name: "a change of this minute",
      answers: [
        .whole(cut: 40_000).with(.eTag, nil).with(.lastModified, "Sun, 06 Nov 1994 08:49:37 GMT")
          .with(.date, "Sun, 06 Nov 1994 08:50:36 GMT")
      ],
      gives:
        "GET\ntruncated: the transfer broke off (run the same call again to start over; the partial download was removed, because it cannot be resumed)\nx?"
    ),
    Row(
      name: "a server without parts", answers: [.whole(cut: 40_000).with(.acceptRanges, "none")],
      gives:
        "GET\ntruncated: the transfer broke off (run the same call again to start over; the partial download was removed, because it cannot be resumed)\nx?"
    ),
    Row(
      name: "a coding that nobody undid", answers: [.whole(cut: 40_000).with(.contentEncoding, "br")],
      gives:
        "GET\ntruncated: the transfer broke off (run the same call again to start over; the partial download was removed, because it cannot be resumed)\nx?"
    ),
    Row(
      name: "no length", answers: [.whole(cut: 40_000).with(.contentLength, nil)],
      gives:
        "GET\ntruncated: the transfer broke off (run the same call again to start over; the partial download was removed, because it cannot be resumed)\nx?"
    ),
    Row(
      name: "another method", line: "POST /files/x -> bytes", answers: [.whole(cut: 40_000)],
      gives:
        "POST\ntruncated: the transfer broke off (run the same call again to start over; the partial download was removed, because it cannot be resumed)\nx?"
    ),
    Row(
      name: "a broken rule", answers: [.whole(cut: 40_000, by: .protocol)],
      gives: """
        GET
        protocol: the transfer broke off (saved 40.0 of 100.0 kB in 'x.part'; to start over, remove it)
        x? x.part=40000
        """),
    Row(
      name: "no content for the rest", answers: [.whole(cut: 40_000), .refused(204)],
      gives: """
        GET; GET bytes=40000- "v1"
        protocol: the bytes from 40000 were requested, but the server responded with 204 (saved 40.0 of 100.0 kB in 'x.part'; to start over, remove it)
        x? x.part=40000
        """),
    Row(
      name: "another response to the request for the rest", answers: [.whole(cut: 40_000), .whole().with(status: 202)],
      gives: """
        GET; GET bytes=40000- "v1"
        protocol: the bytes from 40000 were requested, but the server responded with 202 (saved 40.0 of 100.0 kB in 'x.part'; to start over, remove it)
        x? x.part=40000
        """),
    Row(
      name: "no more bytes, four times", answers: [.whole(cut: 40_000)] + (0..<4).map { _ in .part(40_000, cut: 40_000) },
      gives: """
        GET; GET bytes=40000- "v1"; GET bytes=40000- "v1"; GET bytes=40000- "v1"; GET bytes=40000- "v1"
        truncated: the transfer broke off (saved 40.0 of 100.0 kB in 'x.part'; run the same call again to resume)
        x? x.part=40000
        """),
    Row(
      name: "a server that always begins anew", answers: [20_000, 40_000, 60_000, 80_000, 99_000, 99_500].map { .whole(cut: $0) },
      gives: """
        GET; GET bytes=20000- "v1"; GET bytes=40000- "v1"; GET bytes=60000- "v1"; GET bytes=80000- "v1"
        truncated: the transfer broke off (saved 99.0 of 100.0 kB in 'x.part'; run the same call again to resume)
        x? x.part=99000
        """),
    Row(
      name: "too few to be kept", answers: [.whole(cut: 4000)],
      gives: """
        GET; GET bytes=4000- "v1"; GET bytes=4000- "v1"; GET bytes=4000- "v1"
        connect: nothing listens (run the same call again to start over; the partial download was removed, because it cannot be resumed)
        x?
        """),
    Row(
      name: "more than was announced", answers: [Served(headers: [.contentLength: "50000"])],
      gives: """
        GET
        protocol: the response body is longer than its declared length of 50000 bytes (run the same call again to start over; the partial download was removed, because it cannot be resumed)
        x?
        """),
  ]

  @Test(arguments: refused) func `what is no whole file is an error, and leaves the old one`(row: Row) async throws {
    try await Self.check(row)
  }

  static let written: [Row] = [
    Row(name: "whole", answers: [.whole()], gives: "GET\n200, 100000 bytes in 1\nx"),
    Row(name: "nothing", answers: [.refused(204)], gives: "GET\n204, 3 bytes in 1\nx?"),
    Row(name: "no length", answers: [.whole().with(.contentLength, nil)], gives: "GET\n200, 100000 bytes in 1\nx"),
    Row(name: "another method", line: "POST /files/x -> bytes", answers: [.whole()], gives: "POST\n200, 100000 bytes in 1\nx"),
    Row(
      name: "a part with the status of the whole", answers: [.whole(cut: 40_000), .part(40_000).with(status: 200)],
      gives: """
        GET; GET bytes=40000- "v1"
        200, 100000 bytes in 2, resumed
        x
        """),
    Row(
      name: "a busy server",
      answers: [.whole(cut: 40_000), .refused(503, [.retryAfter: "0"]), .refused(502), .refused(429), .part(40_000)],
      gives: """
        GET; GET bytes=40000- "v1"; GET bytes=40000- "v1"; GET bytes=40000- "v1"; GET bytes=40000- "v1"
        206, 100000 bytes in 5, resumed
        x
        """),
    Row(
      name: "taken up again", answers: [.whole(cut: 40_000), .part(40_000)],
      gives: "GET; GET bytes=40000- \"v1\"\n206, 100000 bytes in 2, resumed\nx"),
    Row(
      name: "after a silence", answers: [.whole(cut: 40_000, by: .timeout), .part(40_000)],
      gives: "GET; GET bytes=40000- \"v1\"\n206, 100000 bytes in 2, resumed\nx"),
    Row(
      name: "an end too early that the transport did not see",
      answers: [Served(headers: Served.whole().headers, bytes: 0..<40_000), .part(40_000)],
      gives: "GET; GET bytes=40000- \"v1\"\n206, 100000 bytes in 2, resumed\nx"),
    Row(
      name: "by a time that is old enough",
      answers: [
        .whole(cut: 40_000).with(.eTag, nil).with(.lastModified, "Sun, 06 Nov 1994 08:49:37 GMT")
          .with(.date, "Sun, 06 Nov 1994 08:50:37 GMT"), .part(40_000, tag: nil),
      ],
      gives: "GET; GET bytes=40000- Sun, 06 Nov 1994 08:49:37 GMT\n206, 100000 bytes in 2, resumed\nx"),
    Row(
      name: "step by step", answers: [.whole(cut: 40_000), .part(40_000, cut: 60_000), .unreachable, .part(60_000)],
      gives: """
        GET; GET bytes=40000- "v1"; GET bytes=60000- "v1"; GET bytes=60000- "v1"
        206, 100000 bytes in 4, resumed
        x
        """),
    Row(
      name: "a server that gives less than was asked for", answers: [.whole(cut: 40_000), .part(40_000, to: 70_000), .part(70_000)],
      gives: "GET; GET bytes=40000- \"v1\"; GET bytes=70000- \"v1\"\n206, 100000 bytes in 3, resumed\nx"),
    Row(
      name: "changed meanwhile", answers: [.whole("\"v0\"", cut: 40_000), .whole()],
      gives: "GET; GET bytes=40000- \"v0\"\n200, 100000 bytes in 2\nx"),
    Row(
      name: "changed meanwhile, and the server sends a part of it", answers: [.whole("\"v0\"", cut: 40_000), .part(40_000), .whole()],
      gives: "GET; GET bytes=40000- \"v0\"; GET\n200, 100000 bytes in 3\nx"),
    Row(
      name: "a part that does not tell its version", answers: [.whole(cut: 40_000), .part(40_000, tag: nil), .whole()],
      gives: "GET; GET bytes=40000- \"v1\"; GET\n200, 100000 bytes in 3\nx"),
    Row(
      name: "shorter meanwhile", answers: [.whole(cut: 40_000), .refused(416, [.contentRange: "bytes */30000"]), .whole()],
      gives: "GET; GET bytes=40000- \"v1\"; GET\n200, 100000 bytes in 3\nx"),
  ]

  @Test(arguments: written) func `the file is there when it is whole`(row: Row) async throws { try await Self.check(row) }

  @Test func `without resuming, nothing is asked for again and nothing is kept`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = Serving([.whole(cut: 40_000), .part(40_000)])
    let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {get: GET /files/x -> bytes}\n"), transport: server)
    await #expect(throws: CallError.self) { try await client.download("get", to: folder.path + "/x", resume: false) }
    #expect(server.requests == ["GET"] && folder.files.isEmpty)
  }

  @Test func `an endpoint that asks for a part itself gets it, once`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = Serving([.part(0, to: 100), .part(0, to: 50_000, cut: 20_000)])
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {get: {GET: /files/x, headers: {Range: bytes=0-}}}\n")
    let client = Client(spec, transport: server)
    let file = try await client.download("get", to: folder.path + "/x")
    #expect(file.size == 100 && file.status.code == 206 && !file.resumed && folder.files == "x=100")
    await #expect(throws: CallError.self) { try await client.download("get", to: folder.path + "/x") }
    #expect(server.requests == ["GET bytes=0-", "GET bytes=0-"] && folder.files == "x=100")
  }

  @Test func `HEAD has nothing to download`() async throws {
    let server = Serving([])
    let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {get: HEAD /files/x}\n"), transport: server)
    let error = await #expect(throws: CallError.self) { try await client.download("get", to: "/nowhere/x") }
    #expect(error?.message == "the response to HEAD has no body to download" && server.requests.isEmpty)
  }

  @Test func `it takes as long as it goes on, and ends at a time that is given`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = Serving([.whole(), .whole(), .whole(cut: 40_000, by: .timeout), .part(40_000)])
    let own = try Spec.load(yaml: "base: https://api.test\nendpoints: {get: {GET: /files/x, timeout: {total: 5s}}, free: GET /files/x}\n")
    let client = Client(own, transport: server)
    try await client.download("free", to: folder.path + "/x")
    #expect(server.last?.policy.totalTimeout == nil && server.last?.policy.readTimeout == .seconds(30))
    #expect(server.last?.headers[.acceptEncoding] == "identity")
    try await client.download("get", to: folder.path + "/x")
    #expect(server.last?.policy.totalTimeout == .seconds(5) && server.last?.policy.deadline != nil)
    // No time is left for the next attempt.
    let error = await #expect(throws: CallError.self) {
      try await client.prepare("free", [:], CallOptions(timeout: .milliseconds(50))).download(to: folder.path + "/x", pause: .seconds(1))
    }
    #expect(error?.code == .timeout && server.requests.count == 3)
  }

  /// A 304 says that the file is up to date; other responses have no content for it either.
  @Test(arguments: [304, 204, 205]) func `a response without content leaves the file and its part as they are`(status: Int) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = Serving([.refused(status, [.contentLength: "12"]), .refused(status)])
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {get: {GET: /files/x -> bytes, accept: [200, 204, 205, 304]}}\n")
    let client = Client(spec, transport: server)
    try folder.write("x", Array("old".utf8))
    let options = CallOptions(headers: ["If-None-Match": "\"v1\""])
    let file = try await client.prepare("get", [:], options).download(to: folder.path + "/x")
    #expect(file.status.code == status && file.size == 3 && folder.files == "x?")
    #expect(try folder.read("x") == "old")
    let missing = try await client.prepare("get", [:], options).download(to: folder.path + "/y")
    #expect(missing.size == 0 && folder.files == "x?")
  }

  @Test func `a 304 to the request for the rest leaves the part`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = Serving([.whole(cut: 40_000), .unreachable, .unreachable, .unreachable, .unreachable, .refused(304), .part(40_000)])
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {get: {GET: /files/x -> bytes, accept: [200, 304]}}\n")
    let draft = try Client(spec, transport: server).prepare("get")
    await #expect(throws: CallError.self) { try await draft.download(to: folder.path + "/x", pause: .microseconds(1)) }
    let before = folder.files
    let file = try await draft.download(to: folder.path + "/x", pause: .microseconds(1))
    #expect(file.status.code == 304 && folder.files == before)
    #expect(try await draft.download(to: folder.path + "/x", pause: .microseconds(1)).resumed)
  }
}
