import DialHTTP
import DialJSON
import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole
@testable import DialTesting

/// `--record` and `--replay`, with a server that repeats its requests.
@Suite struct RecordTests {
  static let spec = """
    service: s
    base: http://127.0.0.1:1
    auth: bearer ${TOKEN}
    endpoints:
      user: GET /users/{id} (page?) -> (id Int, name String)
      old: GET /old -> JSON
      gone: GET /gone
      login: POST form /login (user, password, pin? Int) -> (access_token String, tokens Int)
      create: POST /users (name, tags? [String]) -> JSON
      upload: POST multipart /files (note?, scan File) -> JSON
      raw: PUT bytes /raw (_ data File) -> bytes
      text: GET /text -> String
      head: HEAD /text -> Void
      feed: GET /feed -> text
      drop: DELETE /users/{id} -> Void
      key: GET /text (key? String) -> String
    """

  private static func server() async throws -> LoopbackServer {
    try await LoopbackServer { request in
      let json = [("Content-Type", "application/json"), ("Set-Cookie", "sid=cookie-value; HttpOnly")]
      let told = Array(
        #"{"id": 7, "name": "Ann", "told": \#(JSONWriter.quote(request.header("Authorization") ?? "")), "to": \#(JSONWriter.quote(request.target))}"#
          .utf8)
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/old": return LoopbackResponse(status: 307, headers: [("Location", "/users/8?session=abc-session")])
      case "/gone": return LoopbackResponse(status: 410, headers: json, body: Array(#"{"message": "gone"}"#.utf8))
      case "/login": return LoopbackResponse(headers: json, body: Array(#"{"access_token": "given-out", "tokens": 3}"#.utf8))
      case "/files": return LoopbackResponse(status: 201, headers: json, body: Array(#"{"size": \#(request.body.count > 200)}"#.utf8))
      case "/raw": return LoopbackResponse(headers: [("Content-Type", "image/png")], body: request.body)
      case "/text": return LoopbackResponse(headers: [("Content-Type", "text/plain")], body: Array("é\r\n\u{0}".utf8))
      case "/feed":
        let pieces = ["data: 1\n\n", "data: 2\n\n"].map { LoopbackResponse.Chunk(Array($0.utf8), after: .milliseconds(5)) }
        return LoopbackResponse(headers: [("Content-Type", "text/event-stream")], chunks: pieces)
      default:
        return LoopbackResponse(status: request.method == "DELETE" ? 204 : 200, headers: json, body: request.method == "DELETE" ? [] : told)
      }
    }
  }

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data([0xFF, 0xD8, 0x00]).write(to: folder.appending(path: "scan.jpg"))
  }

  private func run(_ line: String, _ flags: String, token: String = "tok-0123456789") async -> Ran {
    let line = line.replacing("FOLDER", with: folder.path)
    let words = flags.replacing("FOLDER", with: folder.path).split(separator: " ").map(String.init)
    return await dial("call s \(line) --var TOKEN=\(token)", words, specs: ["s": Self.spec])
  }

  @Test(arguments: [
    ("user id=7 --record a.har --replay a.har", "--record conflicts with --replay"),
    ("user id=7 --mock --record a.har", "--mock conflicts with --record"),
    ("user id=7 --mock --replay a.har", "--mock conflicts with --replay"),
    ("user id=7 --record -", "--record must be a file name, but is '-'"),
    ("user id=7 --replay -", "--replay must be a file name, but is '-'"),
    ("user id=7 --replay FOLDER/no.har", "cannot read the recording 'FOLDER/no.har': it does not exist"),
    ("user id=7 --replay FOLDER/scan.jpg", "cannot read the recording 'FOLDER/scan.jpg': line 1, column 1: the text is not valid UTF-8"),
    ("user id=7 --record FOLDER", "cannot write the recording 'FOLDER': it is not a regular file"),
    ("user id=7 --record FOLDER/no/a.har", "cannot write the recording 'FOLDER/no/a.har': the folder 'FOLDER/no' does not exist"),
  ])
  func refused(_ line: String, _ message: String) async {
    let ran = await run(line, "")
    #expect(ran.out == "" && ran.err.split(separator: "\n")[0] == "error: \(message.replacing("FOLDER", with: folder.path))")
    #expect(ran.exit == (message.contains("the recording") ? 1 : 2))
    #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["scan.jpg"])
  }

  static let calls = [
    "user id=7", "user id=7 page=2", "user id=7 --tuple name,id -o tsv", "old", "old -o yaml", "gone", "gone --accept 410",
    "login user=ann password=hunter22 pin=4711", "create name=Ann tags=a tags=b", "upload note=hi scan@FOLDER/scan.jpg",
    "raw _@FOLDER/scan.jpg", "text", "text -o raw", "head", "feed", "drop id=7", "user id=7 --select name --compact", "key key=a",
  ]

  @Test func replayedCallsPrintTheSame() async throws {
    let server = try await Self.server()
    var recorded: [Ran] = []
    for call in Self.calls { recorded.append(await run(call, "--base \(server.base) --record FOLDER/a.har")) }
    await server.stop()
    #expect(recorded.map(\.exit) == Self.calls.map { $0 == "gone" ? 4 : 0 })
    for (call, before) in zip(Self.calls, recorded) {
      var expected = before
      for (secret, shown) in [("tok-0123456789", "REDACTED"), ("given-out", "REDACTED"), ("abc-session", "REDACTED")] {
        expected.out.replace(secret, with: shown)
      }
      #expect(await run(call, "--base \(server.base) --replay FOLDER/a.har", token: "another") == expected, "\(call)")
    }
    let text = String(decoding: try Data(contentsOf: folder.appending(path: "a.har")), as: UTF8.self)
    let encoded = Data("tok-0123456789".utf8).base64EncodedString()
    for secret in ["tok-0123456789", encoded, "hunter22", "cookie-value", "given-out", "abc-session", "boundary"] {
      #expect(!text.contains(secret))
    }
    let names = try HARFile(path: "\(folder.path)/a.har").read().entries().compactMap(\.endpoint)
    let called = Self.calls.map { String($0.prefix { $0 != " " }) }
    #expect(names == called.flatMap { $0 == "old" ? ["old", "old"] : [$0] })
  }

  @Test func theSameCallsGiveTheSameBytes() async throws {
    let server = try await Self.server()
    for name in ["a", "b"] {
      for call in Self.calls { _ = await run(call, "--base \(server.base) --record FOLDER/\(name).har") }
    }
    await server.stop()
    let files = ["a", "b"].map { HARFile(path: "\(folder.path)/\($0).har") }
    let entries = try files.map { try $0.read().entries() }
    #expect(entries[0].count == Self.calls.count + 2)
    for (one, other) in zip(entries[0], entries[1]) { #expect(one == other) }
    let texts = try files.map { try Data(contentsOf: URL(filePath: $0.path)) }
    #expect(texts[0] == texts[1])
  }

  @Test func whatIsNotSentIsNotRecorded() async {
    #expect(await run("user", "--record FOLDER/a.har").exit == 2)
    #expect(await run("user id=7", "--record FOLDER/a.har --dry-run").exit == 0)
    #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["scan.jpg"])
  }

  @Test func aServerThatIsDownIsRecordedAndReplayed() async {
    let recorded = await run("text", "--record FOLDER/a.har --retry 0")
    #expect(recorded.exit == 7)
    // A recording needs no server, so there is no advice about it.
    let replayed = await run("text", "--replay FOLDER/a.har --retry 0")
    #expect(replayed.exit == 7 && !replayed.err.contains("hint:") && recorded.err.hasPrefix(replayed.err + "hint: check that the server"))
  }

  @Test func anotherCallIsToldTheNearest() async throws {
    let server = try await Self.server()
    _ = await run("user id=7", "--base \(server.base) --record FOLDER/a.har")
    await server.stop()
    let ran = await run("user id=7 page=2", "--base \(server.base) --replay FOLDER/a.har")
    #expect(ran.exit == 1 && ran.out == "")
    #expect(
      ran.err == """
        s:5:3: error: the recording '\(folder.path)/a.har' has no response to GET \(server.base)/users/7?page=2 [replay]
          user: GET /users/{id} (page?) -> (id Int, name String)
          ^~~~
        hint: the closest match is entry 1, GET \(server.base)/users/7: it has no query item 'page'

        """)
  }
}
