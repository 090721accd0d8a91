import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial docs`. `Fixtures/docs.html` is the body of a page; `DIAL_RECORD=1` records it.
@Suite struct DocsCommandTests {
  private static let fixtures = Fixtures(beside: "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/x.swift")

  private static let small = """
    service: users
    doc: |
      Users of **Example**.

      <script>alert(1)</script>
    base: https://${TENANT}.example.com/v1
    auth: bearer ${API_TOKEN}
    headers: {X-Api-Key: literal-secret-1}
    types:
      User: {id: Int, name: String, email: String?, boss?: User, kind: staff | guest}
      Problem: {message: String}
    endpoints:
      getUser:
        doc: |
          Returns a user.

          - with a list
          - and [a link](https://example.com/docs)
        GET: /users/{id} (id Int, verbose Bool = false)
        returns: {200: User, 202: String, 4xx: Problem}
      search:
        GET: /users?key=literal-secret-2 (q String, page Int = 1) @ data.list -> [User]
        paginate: {page: page}
      live: WS /live
    groups:
      admin:
        auth: none
        endpoints:
          upload:
            POST: multipart /photos
            params:
              photo: File
              title: {type: String, length: {max: 80}, doc: "A title"}
              pin: {type: String, secret: true, default: literal-secret-3}
              token: {type: String, default: literal-secret-4}
              state: {type: String, values: [on, off], default: on}
          track: POST /track (who User | String, at = $uuid) -> Void ! Problem
    """

  private func html(_ text: String, _ line: String = "docs s") async -> String {
    let ran = await dial(line, specs: ["s": text])
    #expect(ran.err == "" && ran.exit == 0)
    return ran.out
  }

  /// The page between its style and its script.
  private static func body(_ html: String) -> String {
    let start = html.firstRange(of: "<body>")?.lowerBound ?? html.startIndex
    return String(html[start...].prefix(upTo: html.firstRange(of: "<script>")?.lowerBound ?? html.endIndex))
  }

  @Test func page() async throws {
    let body = Self.body(await html(Self.small))
    #expect(body == (try Self.fixtures.golden("docs.html", body)))
  }

  @Test func secretsAreMasked() async {
    let html = await html(Self.small)
    for number in 1...4 { #expect(!html.contains("literal-secret-\(number)"), "\(number)") }
    #expect(!html.contains("secret-of-"))
    #expect(html.contains("API_TOKEN"))
  }

  @Test func pagesAreReproducible() async {
    let first = await html(Self.small)
    #expect(first == (await html(Self.small)))
  }

  @Test(arguments: [
    ("docs s --base https://eu.example.com/v2", "https://eu.example.com/v2/users/7"), ("docs s", "https://TENANT.example.com/v1/users/7"),
  ])
  func base(_ line: String, _ part: String) async { #expect(await html(Self.small, line).contains(part)) }

  @Test(arguments: [
    ("docs s --base ftp://x", "error: --base must start with"), ("docs s -o ''", "error: -o must be a file, a folder or '-'"),
    ("docs s --base https://a.test --server 1", "error: --server conflicts with --base"),
    ("docs s --server 1", "error: --server requires a document with servers"), ("docs nope", "error: spec 'nope' does not exist"),
    ("docs", "error: missing spec"), ("docs s -o /nowhere/x/page.html", "error: cannot write '/nowhere/x/page.html'"),
  ])
  func refusals(_ line: String, _ message: String) async {
    let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    let ran = await dial("", words, specs: ["s": Self.small])
    #expect(ran.err.hasPrefix(message), "\(ran.err)")
    #expect(ran.out == "" && ran.exit != 0)
  }

  private static let pets = """
    {"openapi": "3.1.0", "info": {"title": "Pets & more", "version": "1.2", "description": "All *pets*."},
    "servers": [{"url": "https://a.test/v1"}, {"url": "https://b.test/v1"}], "tags": [{"name": "dogs", "summary": "All dogs"}],
    "paths": {
      "/pets/{id}": {"get": {"operationId": "getPet", "tags": ["dogs"],
        "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
        "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}},
      "/bad": {"get": {"operationId": "bad", "parameters": [{"$ref": "#/gone"}], "responses": {}}}},
    "components": {"schemas": {
      "Pet": {"oneOf": [{"$ref": "#/components/schemas/Dog"}, {"$ref": "#/components/schemas/Cat"}],
        "discriminator": {"propertyName": "kind", "mapping": {"dog": "#/components/schemas/Dog", "cat": "#/components/schemas/Cat"}}},
      "Dog": {"type": "object", "properties": {"kind": {"type": "string"}, "friends": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}},
      "Cat": {"type": "object", "properties": {"kind": {"type": "string"}}}}}}
    """

  /// Documents, also below an overlay: groups by tag, servers, unions with links, and operations with a fault.
  @Test(arguments: [
    ("pets.json", "<h1>Pets &amp; more</h1><div class=\"doc\" dir=\"auto\"><p>All <em>pets</em>.</p>"),
    ("pets.json", "<title>Pets &amp; more</title>"), ("pets.json", "<strong>Version</strong> <code>1.2</code>"),
    ("over.yaml", "<h1>Pets &amp; more</h1>"),
    ("pets.json", "<h2>All dogs</h2>"), ("pets.json", "<a href=\"#type:Pet\">Pet</a>"), ("pets.json", "which &#39;kind&#39; names:"),
    ("pets.json", "<a href=\"#type:Dog\">Dog</a></code> <code>dog</code>"), ("pets.json", "article id=\"type:Cat\""),
    ("pets.json", "<strong>Servers</strong> <code>1  https://a.test/v1</code> <code>2  https://b.test/v1</code>"),
    ("pets.json", "The spec has a mistake here: line 7: &#39;#/gone&#39; does not exist"),
    ("pets.json --server 2", "https://b.test/v1/pets/7"),
    ("over.yaml", "dial call over.yaml getPet id=7 "), ("over.yaml", "Authorization: Bearer ‹PETS_TOKEN›"),
  ])
  func documents(_ line: String, _ part: String) async throws {
    let folder = try TemporaryFolder(["pets.json": Self.pets, "over.yaml": "overlay: pets.json\nauth: bearer ${PETS_TOKEN}\n"])
    let words = line.split(separator: " ")
    let ran = await dial("docs \(folder.path)/\(words[0])", words.dropFirst().map(String.init))
    #expect(ran.exit == 0 && ran.err == "")
    #expect(ran.out.contains(part), "\(Self.body(ran.out))")
    #expect(!ran.out.contains(folder.path))
  }

  @Test func onlyItsOwnFilesAreReplaced() async throws {
    let folder = try TemporaryFolder()
    let index = folder.path + "/index.html"
    func run(_ more: [String] = []) async -> Ran { await dial("docs s -o", [folder.path] + more, specs: ["s": Self.small]) }
    let first = await run()
    #expect(first.exit == 0 && first.out == "" && first.err.hasPrefix("'\(index)' has 5 endpoints, "), "\(first.err)")
    #expect(await run().exit == 0)
    #expect(try folder.read("index.html") == (await html(Self.small)))
    try folder.write("index.html", "<!doctype html><p>mine</p>")
    let refused = await run()
    #expect(refused.exit == 1)
    #expect(
      refused.err == """
        error: '\(index)' already exists and was not written by 'dial docs'
        hint: to replace it, run: dial docs s -o \(folder.path) --force

        """)
    #expect(try folder.read("index.html") == "<!doctype html><p>mine</p>")
    #expect(await run(["--force"]).exit == 0)
    #expect(try folder.read("index.html").contains("getUser"))
  }

  @Test func aFolderIsCreated() async throws {
    let folder = try TemporaryFolder(["file": "mine"])
    let ran = await dial("docs s -o", ["\(folder.path)/a/public/"], specs: ["s": Self.small])
    #expect(ran.exit == 0, "\(ran.err)")
    #expect(try folder.read("a/public/index.html") == (await html(Self.small)))
    let refused = await dial("docs s -o", ["\(folder.path)/file/"], specs: ["s": Self.small])
    #expect(refused.exit == 1 && refused.err.hasPrefix("error: cannot create the folder '\(folder.path)/file': "), "\(refused.err)")
    #expect(try folder.read("file") == "mine")
  }

  @Test func theFlagOfOtherCommands() async throws {
    let ran = await dial("docs s -O page.html", specs: ["s": Self.small])
    #expect(ran.err == "error: unknown flag '-O'\nhint: to write to a file, use -o FILE\n")
  }
}
