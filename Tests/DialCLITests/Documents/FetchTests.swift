import Dial
import DialTesting
import Synchronization
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial fetch`.
struct FetchTests {
  /// A server whose answer a test can change.
  private final class Site: Sendable {
    let answer: Mutex<LoopbackResponse>
    let asked = Mutex<[LoopbackRequest]>([])

    init(_ text: String, _ headers: [(String, String)] = [("ETag", "\"v1\""), ("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")]) {
      answer = Mutex(LoopbackResponse(status: 200, headers: headers, body: Array(text.utf8)))
    }

    func set(_ text: String, status: Int = 200, _ headers: [(String, String)] = []) {
      answer.withLock { $0 = LoopbackResponse(status: status, headers: headers, body: Array(text.utf8)) }
    }

    func respond(_ request: LoopbackRequest) -> LoopbackResponse {
      asked.withLock { $0.append(request) }
      if request.target == "/moved" { return LoopbackResponse(status: 302, headers: [("Location", "/there/api.json")]) }
      return answer.withLock { answer in
        let isSame = request.headers.contains { $0.0.lowercased() == "if-none-match" && $0.1 == answer.headers.first?.1 }
        return isSame ? LoopbackResponse(status: 304, headers: answer.headers) : answer
      }
    }

    func header(_ name: String) -> String? { asked.withLock { $0.last?.headers.first { $0.0.lowercased() == name }?.1 } }
  }

  private static let document = #"{"openapi": "3.1.0", "servers": [{"url": "/v1"}], "paths": {"/a": {"get": {"operationId": "a"}}}}"#

  /// Runs commands with a server, whose base takes the place of `URL`, and a folder, which takes the place of `DIR`.
  private static func during(
    _ site: Site, _ body: (TemporaryFolder, (String) async -> Ran) async throws -> Void
  ) async throws {
    let server = try await LoopbackServer { site.respond($0) }
    let folder = try TemporaryFolder()
    try await body(folder) { line in
      var ran = await dial(line.replacing("URL", with: server.base).replacing("DIR", with: folder.path))
      (ran.out, ran.err) = (
        ran.out.replacing(server.base, with: "URL"), ran.err.replacing(server.base, with: "URL").replacing(folder.path, with: "DIR")
      )
      return ran
    }
    await server.stop()
  }

  @Test func getsADocumentAndItsNewestVersion() async throws {
    let site = Site(Self.document)
    try await Self.during(site) { folder, run in
      var ran = await run("fetch URL/api.json?x=1 -O DIR/shop.json -H X-Key:k")
      #expect(ran == Ran(out: "", err: "'DIR/shop.json' has OpenAPI 3.1.0 with 1 operation\n", exit: 0))
      #expect(site.header("x-key") == "k" && site.header("if-none-match") == nil)
      let source = try folder.read("shop.json.source")
      #expect(try folder.read("shop.json") == Self.document)
      #expect(source.contains("/api.json?x=1") && source.contains("etag: '\"v1\"'") && source.contains("last-modified: \"Mon, 02 Jan"))
      #expect(await run("call DIR/shop.json a --curl").out == "curl --path-as-is URL/v1/a\n")
      for line in ["fetch DIR/shop.json", "fetch -O DIR/shop.json", "fetch URL/api.json?x=1 -O DIR/shop.json"] {
        ran = await run(line)
        #expect(ran.err == "'DIR/shop.json' is unchanged\n" && ran.exit == 0)
        #expect(site.header("if-none-match") == "\"v1\"" && site.header("if-modified-since") == "Mon, 02 Jan 2006 15:04:05 GMT")
      }
      #expect(try folder.read("shop.json.source") == source && folder.names == ["shop.json", "shop.json.source"])
      site.set(Self.document.replacing("\"a\"", with: "\"b\""), [("ETag", "\"v2\"")])
      #expect(await run("fetch DIR/shop.json -q") == Ran(out: "", err: "", exit: 0))
      #expect(try folder.read("shop.json").contains("\"b\"") && folder.read("shop.json.source").contains("v2"))
    }
  }

  @Test(arguments: [
    ("<html>Log in</html>", "text/html", 200, 6, "is not an OpenAPI document: it is a web page"),
    (#"{"a": 1}"#, "application/json", 200, 6, "it has neither 'openapi' nor 'swagger'"), ("", "text/plain", 200, 6, "the file is empty"),
    ("openapi: [", "text/yaml", 200, 6, "is not an OpenAPI document"),
    ("base: https://a.io\nendpoints: {a: GET /a}", "text/yaml", 200, 6, "neither"),
    ("openapi: {}", "text/yaml", 200, 6, "with a version"), ("gone", "text/plain", 404, 4, "404"), ("", "text/plain", 304, 3, "304"),
    ("openapi: 3.1.0\npaths: {}\n---\nb: 1\n", "text/yaml", 200, 6, "is not an OpenAPI document"),
  ])
  func writesNothingElse(text: String, type: String, status: Int, exit: Int32, message: String) async throws {
    let site = Site("")
    site.set(text, status: status, [("Content-Type", type)])
    try await Self.during(site) { folder, run in
      let ran = await run("fetch URL/api.json -O DIR/api.json")
      #expect(ran.exit == exit && ran.err.contains(message), "\(ran)")
      #expect(folder.names.isEmpty)
      try folder.write("api.json", Self.document)
      _ = await run("fetch URL/api.json -O DIR/api.json --force")
      #expect(try folder.read("api.json") == Self.document && folder.names == ["api.json"])
    }
  }

  /// A header of a server cannot break the next request.
  @Test(arguments: ["abc", "\"a b\"", "\"a\"b\"", "\"ä\"", "\"", "W/abc", ""])
  func anEntityTagThatCannotBeSentIsIgnored(tag: String) async throws {
    let site = Site(Self.document, [("ETag", tag), ("Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT")])
    try await Self.during(site) { folder, run in
      #expect(await run("fetch URL/api.json -O DIR/api.json").exit == 0)
      #expect(try !folder.read("api.json.source").contains("etag"))
      // So does one in a file that somebody changed.
      let source = try folder.read("api.json.source") + "etag: \"bad\\ntag\"\n"
      try folder.write("api.json.source", source.replacing("Mon,", with: "Mon\\n,"))
      let ran = await run("fetch DIR/api.json")
      #expect(ran.exit == 0, "\(ran)")
      #expect(site.header("if-none-match") == nil && site.header("if-modified-since") == nil)
    }
  }

  @Test func aWeakEntityTagIsSentBack() async throws {
    let site = Site(Self.document, [("ETag", "W/\"v1\"")])
    try await Self.during(site) { _, run in
      _ = await run("fetch URL/api.json -O DIR/api.json")
      #expect(await run("fetch DIR/api.json").err == "'DIR/api.json' is unchanged\n")
      #expect(site.header("if-none-match") == "W/\"v1\"")
    }
  }

  /// The values of a variable are all looked at.
  @Test func asksBeforeTheLastOfManyValuesChanges() async throws {
    let values = (0..<500).map { #""h\#($0).io""# }.joined(separator: ", ")
    let text = Self.document.replacing(
      #""url": "/v1""#, with: #""url": "https://{h}/v1", "variables": {"h": {"default": "h0.io", "enum": [\#(values)]}}"#)
    let site = Site(text)
    try await Self.during(site) { _, run in
      #expect(await run("fetch URL/api.json -O DIR/api.json").exit == 0)
      site.set(text.replacing("h499.io", with: "evil.io"))
      let ran = await run("fetch DIR/api.json")
      #expect(ran.exit == 1 && ran.err.contains("server: https://h499.io -> https://evil.io"), "\(ran.err)")
    }
  }

  private static let signIn = """
    {"openapi": "3.1.0", "servers": [{"url": "/v1"}], "components": {"securitySchemes": {"in": {"type": "oauth2", "flows":
      {"clientCredentials": {"tokenUrl": "TOKEN"}}}}}, "paths": {"/a": {"get": {"servers": [{"url": "OWN"}]}}}}
    """
    .replacing("TOKEN", with: "/token").replacing("OWN", with: "https://files.io")

  @Test(arguments: [
    (#""url": "/v1""#, #""url": "https://evil.io/v1""#, "server: URL -> https://evil.io"),
    (#""url": "/v1""#, #""url": "/v1"}, {"url": "https://evil.io""#, "server: none -> https://evil.io"),
    (#""url": "/v1""#, #""url": "https://{h}/v1", "variables": {"h": {"default": "evil.io"}}"#, "server: URL -> https://evil.io"),
    ("/token", "https://evil.io/t", "tokenUrl of 'in': URL/token -> https://evil.io/t"),
    ("/token", "/other", "tokenUrl of 'in': URL/token -> URL/other"),
    (#""tokenUrl""#, #""refreshUrl": "https://evil.io", "tokenUrl""#, "refreshUrl of 'in': none -> https://evil.io"),
    ("https://files.io", "https://evil.io", "server of operations: https://files.io -> https://evil.io"),
  ])
  func asksBeforeAddressesChange(old: String, new: String, change: String) async throws {
    let site = Site(Self.signIn)
    try await Self.during(site) { folder, run in
      #expect(await run("fetch URL/api.json -O DIR/api.json").exit == 0)
      site.set(Self.signIn.replacing("/a\"", with: "/b\""))
      #expect(await run("fetch DIR/api.json").exit == 0)
      site.set(Self.signIn.replacing(old, with: new))
      let before = try (folder.read("api.json"), folder.read("api.json.source"))
      for flags in ["", " --force"] {
        let ran = await run("fetch DIR/api.json" + flags)
        #expect(ran.exit == 1 && ran.err.contains("changes where requests and credentials are sent\n  \(change)\nhint: "), "\(ran.err)")
        #expect(ran.err.contains("--accept-servers"))
      }
      #expect(try (folder.read("api.json"), folder.read("api.json.source")) == before)
      #expect(await run("fetch DIR/api.json --errors json").err.contains("\(change.split(separator: " ")[0])"))
      #expect(await run("fetch DIR/api.json --accept-servers").exit == 0)
      #expect(try folder.read("api.json").contains(new))
    }
  }

  @Test func keepsFilesThatAreNotItsOwn() async throws {
    let site = Site(Self.document)
    try await Self.during(site) { folder, run in
      try folder.write("api.json", "mine")
      var ran = await run("fetch URL/api.json -O DIR/api.json")
      #expect(ran.exit == 1 && ran.err.hasPrefix("error: 'DIR/api.json' already exists and does not come from 'dial fetch'\n"))
      #expect(try folder.read("api.json") == "mine" && folder.names == ["api.json"])
      #expect(await run("fetch URL/api.json -O DIR/api.json --force").exit == 0)
      try folder.write("api.json", Self.document + " ")
      site.set(Self.document + "\n", [("ETag", "\"v2\"")])
      ran = await run("fetch DIR/api.json")
      #expect(ran.exit == 1 && ran.err.hasPrefix("error: 'DIR/api.json' was changed after it was fetched\n"))
      #expect(await run("fetch DIR/api.json --force").exit == 0)
      ran = await run("fetch URL/other.json -O DIR/api.json")
      #expect(ran.exit == 0, "the same bytes")
      site.set(Self.document, [("ETag", "\"v3\"")])
      ran = await run("fetch URL/third.json -O DIR/api.json")
      #expect(ran.exit == 1 && ran.err.hasPrefix("error: 'DIR/api.json' comes from 'URL/other.json'\n"))
    }
  }

  @Test func keepsWhereItWasRedirectedAndNoSecret() async throws {
    let site = Site(Self.document)
    try await Self.during(site) { folder, run in
      #expect(await run("fetch URL/moved -O DIR/a.json").exit == 0)
      #expect(try folder.read("a.json.source").contains("/there/api.json"))
      #expect(await run("fetch URL/b.json?access_token=t0p&v=2#x -O DIR/b.json").exit == 0)
      let source = try folder.read("b.json.source")
      #expect(!source.contains("t0p") && source.contains("/b.json?v=2\n"))
      let ran = await run("fetch https://ann:t0p@127.0.0.1/x -O DIR/c.json")
      #expect(ran.exit == 2 && !ran.err.contains("t0p"))
    }
  }

  @Test func namesFilesThatAreMissing() async throws {
    let site = Site(
      #"{"swagger": "2.0", "paths": {"/a": {"$ref": "a.yaml#/x"}, "/b": {"$ref": "https://a.io/b"}, "/c": {"$ref": "c.yaml"}}}"#)
    try await Self.during(site) { folder, run in
      try folder.write("c.yaml", "get: {}\n")
      let ran = await run("fetch URL/api.json -O DIR/api.json")
      #expect(
        ran.err.contains("names files that do not exist: 'a.yaml'; save them beside it\n")
          && ran.err.contains("not read: 'https://a.io/b'\n"))
    }
  }

  @Test func writesToStandardOutput() async throws {
    try await Self.during(Site(Self.document)) { folder, run in
      #expect(await run("fetch URL/api.json -O -") == Ran(out: Self.document, err: "", exit: 0))
      #expect(folder.names.isEmpty)
    }
  }

  @Test(arguments: [
    ("fetch", "missing URL or file"), ("fetch -O -", "missing URL or file"), ("fetch none.json", "'none.json' does not exist"),
    ("fetch https://a.io/x -O ", "-O must be a file name"), ("fetch a.json -O b.json", "-O requires a URL, but 'a.json' is a file"),
  ])
  func needsAURLOrAFile(line: String, message: String) async {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let ran = await dial("", words)
    #expect(ran.exit == 2 && ran.err.hasPrefix("error: \(message)"))
  }
}
