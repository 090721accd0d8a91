import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// What an overlay changes in the operations of a document.
@Suite struct DocumentOverlayTests {
  private static let document = #"""
    {"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": "https://a.test"}], "paths": {
      "/repos/{org}": {"get": {"operationId": "repos/list-for-org", "tags": ["repos"],
        "parameters": [{"name": "org", "in": "path", "required": true, "schema": {"type": "string"}}], "responses": {}}},
      "/x": {"get": {"operationId": "a.b-c d", "responses": {}}, "post": {"responses": {}}}}}
    """#

  /// Runs a command in a folder with the document and an overlay of it, SPEC.
  private static func run(_ command: String, _ overlay: String) async throws -> Ran {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(document.utf8).write(to: folder.appending(path: "a.json"))
    let path = folder.appending(path: "ours.yaml").path
    try Data("service: ours\noverlay: a.json\n\(overlay)".utf8).write(to: URL(filePath: path))
    var ran = await dial("", command.split(separator: " ").map { $0 == "SPEC" ? path : String($0) })
    ran.out = ran.out.replacing(folder.path + "/", with: "")
    ran.err = ran.err.replacing(folder.path + "/", with: "")
    return ran
  }

  @Test func anUnknownOperationIsSuggested() async throws {
    let ran = try await Self.run("check SPEC", "endpoints:\n  repos/list-for-orgs: {timeout: 5s}\n")
    #expect(
      ran.out.hasPrefix(
        "ours.yaml:4:3: error: the endpoint 'repos/list-for-orgs' has no method, and 'a.json' has no endpoint of this name; "
          + "did you mean 'repos/list-for-org'? [missing-key]\n"), "\(ran)")
    #expect(try await Self.run("check SPEC", "endpoints:\n  other: {timeout: 5s}\n").out.contains("expected one of 'repos/list-for-org', "))
  }

  @Test func anOperationIsChangedByAnyOfItsNames() async throws {
    let overlay = """
      endpoints:
        repos/list-for-org: {query: {per_page: "100"}}
        a.b-c d: {GET: /y}
        POST /x: {headers: {X-A: b}}
      """
    #expect(try await Self.run("check --strict SPEC", overlay).out == "ours.yaml: 3 endpoints, no findings\n")
    #expect(try await Self.run("call SPEC repos/list-for-org org=o --curl", overlay).out.contains("'https://a.test/repos/o?per_page=100'"))
    #expect(try await Self.run("call SPEC postX --curl", overlay).out.contains("-X POST https://a.test/x "))
    #expect(try await Self.run("call SPEC postX --dry-run", overlay).out.contains(#"["x-a","b"]"#))
    #expect(try await Self.run("list SPEC", overlay).out.contains("a.b-c d             GET   /y\n"))
  }

  @Test func anUnknownOperationIsAnError() async throws {
    let ran = try await Self.run("check SPEC", "endpoints:\n  repos/list-for-orgs: {timeout: 3s}\n")
    #expect(
      ran.out.contains(
        "error: the endpoint 'repos/list-for-orgs' has no method, and 'a.json' has no endpoint of this name; did you mean 'repos/list-for-org'? [missing-key]\n"
      ))
  }

  @Test func variablesOfTheOverlayAreThoseOfTheSpec() async throws {
    let overlay = """
      headers: {X-Team: "${TEAM}"}
      auth: bearer ${TOKEN}
      endpoints:
        postX: {auth: "basic ${NAME} ${PASS}"}
      """
    let ran = try await Self.run("call SPEC postX --dry-run --var TEAM=t --var TOKEN=s1 --var NAME=ann --var PASS=s2", overlay)
    #expect(ran.err.isEmpty && ran.out.contains("Basic ‹redacted›"), "\(ran.err)")
    // A mock needs no credentials.
    #expect(try await Self.run("call SPEC postX --mock --var TEAM=t", overlay).exit == 0)
  }

  @Test func aSignInOfTheOverlayIsThatOfTheSpec() async throws {
    let overlay =
      "auth: {oauth2: {grant: client_credentials, token_url: \"https://a.test/t\", client_id: \"${ID}\", client_secret: \"${SECRET}\"}}\n"
    #expect(try await !Self.run("auth status SPEC --var ID=a --var SECRET=b", overlay).err.contains("does not require signing in"))
  }

  private static let secured = """
    openapi: 3.1.0
    servers: [{url: "https://a.test"}]
    components: {securitySchemes: {token: {type: http, scheme: bearer}, key: {type: apiKey, in: header, name: X-Key}}}
    paths:
      /pets:
        get: {operationId: list, tags: [Pets], security: [{token: []}]}
        post: {operationId: add, security: [{key: []}]}
        put: {operationId: open, security: []}
    """

  /// Credentials of an overlay are those of all operations that need some.
  @Test func credentialsOfTheOverlayReplaceThoseOfOperations() async throws {
    let folder = try TemporaryFolder(["pet.yaml": Self.secured, "o.yaml": "overlay: pet.yaml\nauth: bearer ${MINE}\n"])
    func sent(_ endpoint: String, _ file: String = "o.yaml") async -> String {
      await dial("\(folder.path)/\(file) \(endpoint) --var MINE=a --show-secrets --curl").out
    }
    for name in ["list", "add"] { #expect(await sent(name).hasSuffix(" -H 'Authorization: Bearer a'\n")) }
    #expect(await sent("open") == "curl --path-as-is -X PUT https://a.test/pets\n")
    try folder.write("tag.yaml", "overlay: pet.yaml\ngroups: {Pets: {auth: \"header X-Mine ${MINE}\"}}\n")
    #expect(await sent("list", "tag.yaml").hasSuffix(" -H 'X-Mine: a'\n"))
    #expect(await dial("\(folder.path)/tag.yaml add --curl").err.contains("the variable 'PET_KEY' has no value"))
    try folder.write("own.yaml", "overlay: pet.yaml\nauth: bearer ${MINE}\nendpoints: {add: {auth: none}}\n")
    #expect(await sent("add", "own.yaml") == "curl --path-as-is -X POST https://a.test/pets\n")
    folder.remove()
  }

  /// The name of an overlay must not rename the variables of the document.
  @Test func variablesAreNamedAfterTheDocument() async throws {
    let folder = try TemporaryFolder([
      "pet.yaml": Self.secured, "o.yaml": "overlay: pet.yaml\nretry: 1\n", "over.yaml": "overlay: o.yaml\n",
      "named.yaml": "service: shop\noverlay: o.yaml\n",
      "actions.yaml":
        "overlay: 1.1.0\ninfo: {title: t, version: '1'}\nextends: pet.yaml\nactions: [{target: $.info, update: {title: x}}]\n",
    ])
    for (file, name) in [("pet", "PET"), ("o", "PET"), ("over", "PET"), ("named", "SHOP"), ("actions", "PET")] {
      let ran = await dial("\(folder.path)/\(file).yaml list --curl")
      #expect(ran.err.contains("the variable '\(name)_TOKEN' has no value"), "\(ran)")
    }
    folder.remove()
  }

  @Test(arguments: ["", "endpoints: {list: {timeout: 5s}}\n"]) func aDocumentInThePlaceOfAVersion(_ rest: String) async throws {
    let folder = try TemporaryFolder(["pet.yaml": Self.secured, "o.yaml": "openapi: pet.yaml\n" + rest])
    let ran = await dial("check \(folder.path)/o.yaml")
    #expect(ran.exit == 6 && ran.out.contains("error: unknown key 'openapi'; did you mean 'overlay'? [unknown-key]\n"), "\(ran)")
    folder.remove()
  }
}
