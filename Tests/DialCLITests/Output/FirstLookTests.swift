import DialHTTP
import DialJSON
import DialMessage
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct FirstLookTests {
  private static let spec = """
    service: s
    base: https://a.test
    types:
      User: (id Int, name String)
    endpoints:
      queue: {GET: "/q -> [(payload String, routing_key String as key)]", mock: {json: [{a: 1, key: k, payload: p}, {payload: q, key: l, z: 1}]}}
      users: {GET: "/u -> [User]", mock: {json: [{name: Ann, id: 1, more: x}]}}
      one: {GET: "/o -> (b Int, a Int)", mock: {json: {a: 1, b: 2, c: 3}}}
      none: {GET: "/n -> [(b Int, a Int)]", mock: {json: []}}
      lacks: {GET: "/l -> [User]", mock: {json: [{id: 1, name: Ann}, {id: 2, nam: Bob}, {id: 3, name: Cy}]}}
      pages: {GET: "/p (page = 1)", paginate: {page: page}, mock: {json: [{id: 1}, {id: 2}]}}
      refused: {GET: /r, mock: {status: 404, json: {message: Not Found, code: 7}}}
      page: {GET: /h, mock: {status: 502, text: "<html><head><title>Bad &amp; worse</title><style>x{}</style></head><body><h1>Bad</h1><p>Try <b>later</b></p></body></html>", headers: {Content-Type: text/html}}}
      form: {POST: multipart /f, params: {file: File, note?: String}, mock: {json: 1}}
    """

  private func ran(_ line: String, _ more: [String] = [], terminal: Bool = false) async -> Ran {
    await dial(line, more, specs: ["s": Self.spec], terminal: terminal)
  }

  @Test(arguments: [
    ("queue -o csv", "payload,routing_key\np,k\nq,l\n"), ("queue -o tsv", "p\tk\nq\tl\n"),
    ("queue -o table", "payload  routing_key\np        k\nq        l\n"), ("queue --tuple routing_key -o csv", "routing_key\nk\nl\n"),
    ("queue", #"[{"a":1,"key":"k","payload":"p"},{"payload":"q","key":"l","z":1}]"# + "\n"), ("users -o csv", "id,name\n1,Ann\n"),
    ("one -o csv", "b,a\n2,1\n"), ("none -o csv", "b,a\n"), ("queue -s [0] -o csv", "payload,routing_key\np,k\n"),
    ("one --indent", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"),
  ])
  func columns(_ line: String, _ out: String) async {
    #expect(await ran("s \(line) --mock -q") == Ran(out: out, err: "", exit: 0))
  }

  @Test func tablesInAPipeKeepToColumns() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "base: https://a.test\nendpoints:\n  a: {GET: /x, mock: {json: [{id: 1, text: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}]}}\n".write(
      toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
    let cut = try await Program.run("COLUMNS=20 dial s.yaml a --mock -o table", in: folder)
    #expect(cut == "id  text\n 1  aaaaaaaaaaaaaaa…\n")
    #expect(try await Program.run("dial s.yaml a --mock -o table", in: folder).contains(String(repeating: "a", count: 40)))
  }

  @Test func anItemThatLacksAMember() async {
    let told = await ran("s lacks --mock")
    #expect(
      told.exit == 9
        && told.err.hasSuffix("{\"id\":2,\"nam\":\"Bob\"}\nhint: to print the result with a warning instead, use --check-response warn\n"),
      "\(told)")
    #expect(!told.err.contains("\"Cy\""))
    #expect(await ran("s lacks --mock --check-response warn").exit == 0)
  }

  @Test func headersOfARefusal() async {
    let told = await ran("s page --mock --errors json")
    #expect(told.err.contains(#""headers":{"content-type":"text/html""#), "\(told)")
  }

  @Test func partsOfABody() async throws {
    // A device has no known size, and is read while it is sent.
    let shown = await ran("s form --dry-run -q note=hi file@/dev/null")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(shown.out.utf8)) as? [String: Any])
    #expect((object["body"] as? [String: Any])?["size"] is NSNull, "\(shown)")
    let parts = try #require(object["parts"] as? [[String: Any]])
    #expect(parts.contains { $0["name"] as? String == "note" && $0["text"] as? String == "hi" }, "\(shown)")
  }

  @Test func thePageIsText() {
    let html = "<html><head><title>Bad &amp; worse</title><style>x{}</style></head><body><h1>Bad</h1><p>Try <b>later</b></p></body></html>"
    #expect(BodyExcerpt(body: Array(html.utf8), isTerminal: true).lines == ["Bad & worse", "Bad", "Try later"])
    let told = BodyExcerpt(body: Array(html.utf8)).lines
    #expect(told.count == 2 && told[0] == "Bad & worse" && told[1].hasPrefix("(the body is an HTML page of "), "\(told)")
  }

  @Test func theBodyIsIndented() {
    let lines = BodyExcerpt(body: Array(#"{"a":[1]}"#.utf8), isTerminal: true).lines
    #expect(lines == ["{", "  \"a\": [", "    1", "  ]", "}"])
    #expect(BodyExcerpt(body: Array(#"{"a":[1]}"#.utf8)).lines == [#"{"a":[1]}"#])
  }

  @Test func theSpecIsNotAtFaultWhereTheServerRefuses() {
    var failure = Failure("status", "the server responded with 404 Not Found", exit: 4)
    (failure.status, failure.tried) = (404, "GET https://a.test/x")
    #expect(
      FailureText(color: false, isTerminal: true).text(failure)
        == "error: the server responded with 404 Not Found [status]\n  GET https://a.test/x\n")
  }

  @Test func aNoteStandsAboveTheLineOfAWait() {
    let err = CollectedOutput()
    let console = Console(
      out: { _ in }, err: { bytes throws(Failure) in err.append(bytes) }, outIsTerminal: false, errIsTerminal: true, width: 80)
    console.status.show("waiting", as: .poll, on: console)
    console.note("note: x")
    #expect(String(decoding: err.bytes, as: UTF8.self) == "\rwaiting\u{1B}[K\r\u{1B}[2Knote: x\nwaiting")
  }

  @Test func aLongTableIsPaged() throws {
    let (out, paged) = (CollectedOutput(), CollectedOutput())
    var console = Console(
      out: { bytes throws(Failure) in out.append(bytes) }, err: { _ in }, outIsTerminal: true, errIsTerminal: true, width: 80)
    (console.height, console.mayColor) = (3, false)
    console.page = { bytes in
      paged.append(bytes)
      return true
    }
    let printer = Printer(console: console, format: .table)
    try printer.write(.json([["a"], ["b"]]))
    #expect(String(decoding: out.bytes, as: UTF8.self) == "a\nb\n" && paged.bytes.isEmpty)
    try printer.write(.json([["a"], ["b"], ["c"]]))
    #expect(String(decoding: paged.bytes, as: UTF8.self) == "a\nb\nc\n")
  }

  @Test func allFieldsOfARequest() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse(status: 200) }
    let spec = "service: s\nbase: \(server.base)\nendpoints: {add: {POST: /x}}\n"
    let told = await dial("s add a=1 -v", specs: ["s": spec])
    let fields = told.err.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2).lowercased() }
    for field in ["host: ", "user-agent: dial/", "accept-encoding: gzip", "content-length: 9"] {
      #expect(fields.contains { $0.hasPrefix(field) }, "\(told)")
    }
    #expect(told.err.contains("> {\"a\":\"1\"}\n"), "\(told)")
    await server.stop()
  }

  /// The lines of `-v` are those that the server gets, in their order; a download asks for no coding.
  @Test(arguments: [("add", ""), ("add a=1", ""), ("file", "-O"), ("add -H X-B:1 -H X-A:2 -H User-Agent:me", "")])
  func whatIsShownIsWhatIsSent(_ line: String, _ flag: String) async throws {
    let seen = Mutex<[String]>([])
    let server = try await LoopbackServer { request in
      seen.withLock { $0 = request.headers.map { "\($0.name): \($0.value)" } }
      return LoopbackResponse(headers: [("Content-Type", "text/plain")], body: Array("x".utf8))
    }
    let folder = try TemporaryFolder()
    let spec = "service: s\nbase: \(server.base)\nendpoints: {add: {POST: /x}, file: GET /f -> bytes}\n"
    let told = await dial("s \(line) -v", flag.isEmpty ? [] : [flag, "\(folder.path)/f"], specs: ["s": spec])
    await server.stop()
    let shown = told.err.split(separator: "\n", omittingEmptySubsequences: false).filter { $0.hasPrefix("> ") && $0.contains(": ") }
    #expect(shown.map { String($0.dropFirst(2)).lowercased() } == seen.withLock { $0.map { $0.lowercased() } }, "\(told)")
    #expect(!told.err.contains("* added") && !told.err.contains("* changed"), "\(told)")
  }

  @Test func theBeginningOfABodyIsCountedInBytes() {
    let request = PreparedRequest(
      endpoint: "a", method: .post, url: "http://a.test/", body: .bytes(Array(String(repeating: "ü", count: 3000).utf8)))
    let lines = RequestText(request: request, secrets: Secrets()).lines
    #expect(lines[lines.count - 2].utf8.count == 4096 && lines.last == "… and 1904 bytes more", "\(lines)")
  }
}
