import CallTestSupport
import Dial
import DialJSON
import TestSupport
import Testing

@testable import DialEngine

/// References to other files.
struct FileReferenceTests {
  private static let files: [(name: String, text: String)] = [
    (
      "api/shop.yaml",
      """
      openapi: 3.1.0
      servers: [{url: "https://api.test"}]
      x-parameters: {page: {name: page, in: query, schema: {type: integer}}}
      components:
        schemas:
          Out: {$ref: "../secret.yaml#/X"}
          Url: {$ref: "https://evil.io/s.yaml#/X"}
          Link: {$ref: "link.yaml#/X"}
          A: {$ref: "loop.yaml#/B"}
      paths:
        /item: {$ref: "paths/item.yaml"}
        /pets:
          post: {operationId: add, requestBody: {content: {application/json: {schema: {$ref: "schemas/pet.json#/Pet"}}}}}
        /out: {post: {operationId: out, requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Out"}}}}}}
        /url: {get: {operationId: url, parameters: [{name: q, in: query, schema: {$ref: "#/components/schemas/Url"}}]}}
        /link: {post: {operationId: link, requestBody: {content: {application/json: {schema: {properties: {a: {$ref: "#/components/schemas/Link"}}}}}}}}
        /loop: {post: {operationId: loop, requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}}
        /gone: {get: {operationId: gone, parameters: [{$ref: "gone.yaml#/p"}]}}
        /bad: {get: {operationId: bad, parameters: [{$ref: "bad.yaml#/p"}]}}
        /root: {get: {operationId: root, parameters: [{$ref: "/etc/passwd"}]}}
        /file: {get: {operationId: file, parameters: [{$ref: "file:///etc/passwd"}]}}
        /host: {get: {operationId: host, parameters: [{$ref: "//evil.io/p.yaml"}]}}
        /dots: {get: {operationId: dots, parameters: [{$ref: "schemas/../../secret.yaml#/X"}]}}
        /code: {get: {operationId: code, parameters: [{$ref: "%2e%2e/secret.yaml#/X"}]}}
        /part: {get: {operationId: part, parameters: [{$ref: "schemas/pet.json#/None"}]}}
        /result: {get: {operationId: result, responses: {"200": {content: {application/json: {schema: {$ref: "gone.yaml"}}}}}}}
        /sample: {get: {operationId: sample, responses: {"200": {content: {application/json: {examples: {a: {$ref: "../e.json"}}}}}}}}
      """
    ),
    (
      "api/paths/item.yaml",
      """
      get:
        operationId: item
        parameters: [{$ref: "../shop.yaml#/x-parameters/page"}, {name: s, in: query, schema: {$ref: ../schemas/pet.json#/Tag}}]
      """
    ),
    (
      "api/schemas/pet.json",
      ##"{"Pet": {"type": "object", "properties": {"name": {"type": "string"}, "tag": {"$ref": "#/Tag"}}}, "Tag": {"$ref": "./common.yaml#/a~1b/%54ag"}}"##
    ), ("api/schemas/common.yaml", "a/b: {Tag: {type: integer, maximum: 5}}\n"),
    ("api/loop.yaml", "B: {type: object, properties: {b: {$ref: \"shop.yaml#/components/schemas/A\"}, n: {type: integer}}}\n"),
    ("api/bad.yaml", "p: [\n"), ("secret.yaml", "X: {name: leaked, in: query, schema: {type: string}}\n"),
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    try folder.link("api/link.yaml", to: "../secret.yaml")
    return folder
  }

  private static func called(_ name: String, _ arguments: Arguments = [:]) throws -> String {
    let folder = try folder()
    let spec = try Spec.load("\(folder.path)/api/shop.yaml")
    do throws(CallError) {
      let request = try Client(spec, transport: Canned()).prepare(name, arguments).request
      return text(of: request)
    } catch {
      let file = error.location.map { $0.file.name.dropFirst(folder.path.count + 1) } ?? ""
      return "\(file):\(error.location?.start.line ?? 0): \(error.message)"
    }
  }

  @Test func parametersAndBodiesStandInOtherFiles() throws {
    #expect(try Self.called("item", ["page": 2, "s": 4]) == "GET /item?page=2&s=4")
    #expect(try Self.called("add", ["name": "Rex", "tag": 5]).hasSuffix(#"{"name":"Rex","tag":5}"#))
    #expect(try Self.called("loop", ["n": 1]).hasSuffix(#"{"n":1}"#))
    #expect(try Self.called("result").hasPrefix("GET /result\n"))
    #expect(try Self.called("sample").hasPrefix("GET /sample\n"))
  }

  @Test func findingsPointToTheFile() throws {
    #expect(try Self.called("item", ["s": 9]) == "api/paths/item.yaml:1: 's' must be at most 5, but is 9")
    #expect(try Self.called("item", ["page": "x"]) == "api/paths/item.yaml:1: 'page' must be an integer, but is 'x'")
  }

  private static let outside = "is outside the folder of the document; use a file inside it"

  @Test(arguments: [
    ("out", 6, "'../secret.yaml' \(outside)"), ("url", 7, "'https://evil.io/s.yaml' is a URL, which is not read"),
    ("link", 8, "'link.yaml' \(outside)"), ("gone", 18, "cannot read 'gone.yaml': it does not exist"),
    ("bad", 19, "'bad.yaml' cannot be read"), ("root", 20, "'/etc/passwd' \(outside)"),
    ("file", 21, "'file:///etc/passwd' is a URL, which is not read"), ("host", 22, "'//evil.io/p.yaml' is a URL, which is not read"),
    ("dots", 23, "'schemas/../../secret.yaml' \(outside)"), ("code", 24, "'%2e%2e/secret.yaml' \(outside)"),
    ("part", 25, "'schemas/pet.json#/None' does not exist in"),
  ])
  func otherReferencesAreFaultsOfTheirOperations(name: String, line: Int, message: String) throws {
    let called = try Self.called(name, name == "url" ? ["q": 1] : [:])
    #expect(called.hasPrefix("api/shop.yaml:\(line): "), "\(called)")
    #expect(called.contains(message), "\(called)")
    let folder = try Self.folder()
    let summaries = try Spec.load("\(folder.path)/api/shop.yaml").service.endpoints.summaries
    #expect(summaries.first { $0.name == name }?.fault != nil)
    #expect(summaries.filter { $0.fault == nil }.map(\.name) == ["item", "add", "loop", "result", "sample"])
  }

  @Test func checkWarnsOfAllFiles() throws {
    let folder = try Self.folder()
    let found = Spec.check("\(folder.path)/api/shop.yaml")
    #expect(found.filter { $0.id == "document-reference" }.count == 12)
    #expect(found.allSatisfy { $0.severity != .error })
    let note = try #require(found.first { $0.message.contains("bad.yaml") }?.notes.first)
    #expect(note.range?.file.name.hasSuffix("api/bad.yaml") == true)
  }

  @Test func aTextNamesNoFile() throws {
    let folder = try Self.folder()
    let spec = try Spec.load(yaml: try folder.read("api/shop.yaml"), name: "shop.yaml")
    #expect(throws: CallError.self) { try Client(spec, transport: Canned()).prepare("add", ["name": "Rex"]) }
    #expect(spec.service.endpoints.summaries.first { $0.name == "add" }?.fault?.message.contains("the spec is not a file") == true)
  }

  @Test func anOverlayBesideNeedsTheDocumentsOwnFolder() throws {
    let folder = try Self.folder()
    try folder.write("ours.yaml", "overlay: api/shop.yaml\n")
    try folder.write(
      "over.yaml", "overlay: 1.0.0\ninfo: {title: a, version: b}\nextends: api/shop.yaml\nactions: [{target: $.info, update: {}}]\n")
    for name in ["ours", "over"] {
      let endpoints = try Spec.load("\(folder.path)/\(name).yaml").service.endpoints
      #expect(endpoints["item"] != nil && endpoints["add"] != nil && endpoints["out"] == nil && endpoints["link"] == nil)
    }
  }

  @Test func aChangedFileIsNoticed() throws {
    let folder = try Self.folder()
    try folder.write("api/shop.yaml", try folder.read("api/shop.yaml") + "\nx-filler: \(String(repeating: "x", count: 9000))\n")
    func maximum() throws -> String {
      let spec = try Spec.load("\(folder.path)/api/shop.yaml", store: SpecStore("\(folder.path)/cache"))
      do throws(CallError) {
        return try Client(spec, transport: Canned()).prepare("item", ["s": 100]).request.url
      } catch {
        return error.message
      }
    }
    #expect(try maximum() == "'s' must be at most 5, but is 100")
    #expect(try maximum() == "'s' must be at most 5, but is 100")
    try folder.write("api/schemas/common.yaml", "a/b: {Tag: {type: integer, maximum: 6}}\n")
    #expect(try maximum() == "'s' must be at most 6, but is 100")
    #expect(try Spec.load("\(folder.path)/api/shop.yaml", store: SpecStore("\(folder.path)/cache")).service.endpoints["gone"] == nil)
    try folder.write("api/gone.yaml", "p: {name: p, in: query, schema: {type: string}}\n")
    #expect(try Spec.load("\(folder.path)/api/shop.yaml", store: SpecStore("\(folder.path)/cache")).service.endpoints["gone"] != nil)
  }

  @Test func aSmallDocumentCanNameLargeFiles() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "openapi: 3.1.0\npaths: {/a: {$ref: b.yaml}}\n",
      "b.yaml": "get: {operationId: a}\nx: \(String(repeating: "x", count: 9000))\n",
    ])
    let store = SpecStore("\(folder.path)/cache")
    for name in ["a", "b"] {
      #expect(try Spec.load("\(folder.path)/a.yaml", store: store).endpoints == [name])
      #expect(try Spec.load("\(folder.path)/a.yaml", store: store).endpoints == [name])
      try folder.write("b.yaml", "get: {operationId: b}\nx: \(String(repeating: "x", count: 9000))\n")
    }
  }

  // MARK: Repeated keys

  @Test func theLastOfRepeatedKeysCounts() throws {
    let document = """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.test"}], "servers": [{"url": "https://b.test", "url": "https://c.test"}],
       "components": {"schemas": {"A": {"type": "string"}, "A": {"type": "integer"}}},
       "paths": {"/a": {"get": {"operationId": "first"}}, "/a": {"get": {"operationId": "a", "operationId": "b", "parameters": [
         {"name": "x", "in": "query", "name": "q", "schema": {"$ref": "#/components/schemas/A"}}]}}}}
      """
    for name in ["a.json", "ours.yaml", "over.yaml"] {
      let folder = try TemporaryFolder([
        "a.json": document, "ours.yaml": "overlay: a.json\n",
        "over.yaml": "overlay: 1.0.0\ninfo: {title: a, version: b}\nextends: a.json\nactions: [{target: $.paths, update: {}}]\n",
      ])
      let spec = try Spec.load("\(folder.path)/\(name)")
      #expect(spec.endpoints == ["b"])
      let client = Client(spec, transport: Canned())
      #expect(try client.prepare("b", ["q": 1]).request.url == "https://c.test/a?q=1")
      #expect(throws: CallError.self) { try client.prepare("b", ["q": "text"]) }
      let found = Spec.check("\(folder.path)/\(name)").filter { $0.id == "duplicate-key" }
      #expect(found.count == 6 && found.allSatisfy { $0.severity == .warning && $0.message.hasSuffix("; the last one counts") })
    }
  }

  @Test func aSpecOfDialHasNoRepeatedKeys() {
    let text = "base: https://a.test\nendpoints: {a: GET /a}\nendpoints: {b: GET /b}\n"
    #expect(throws: SpecError.self) { try Spec.load(yaml: text) }
  }
}
