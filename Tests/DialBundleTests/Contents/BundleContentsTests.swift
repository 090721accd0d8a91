import Dial
import TestSupport
import Testing

@testable import DialBundle

/// The files of a spec, and what a bundle must not contain.
@Suite struct BundleContentsTests {
  private func contents(_ files: KeyValuePairs<String, String>, _ secrets: [(value: String, source: String)] = []) throws -> BundleContents
  {
    let folder = try TemporaryFolder(files)
    let path = "\(folder.path)/\(files[0].key)"
    var contents = try BundleContents(path, Array(files[0].value.utf8))
    contents.refuse(secrets)
    return contents
  }

  @Test func `It has includes, overlays, documents, mocks and authorities, each once`() throws {
    let contents = try contents([
      "api/users.yaml": """
      overlay: vendor/openapi.yaml
      include: more.yaml
      tls: {ca: ca.pem}
      endpoints:
        getUser: {mock: {file: mocks/ann.json}}
      """,
      "api/vendor/openapi.yaml": """
      openapi: 3.1.0
      info: {title: Users, version: "2.5"}
      servers: [{url: "https://a.test"}]
      paths:
        /users/{id}:
          get:
            operationId: getUser
            parameters: [{name: id, in: path, required: true, schema: {$ref: "types.yaml#/Id"}}]
            responses: {"200": {description: A user.}}
      """,
      "api/vendor/types.yaml": "Id: {type: integer}\n", "api/more.yaml": "types: {User: {id: Int}}\n", "api/ca.pem": "certificate",
      "api/mocks/ann.json": "{}", "api/unrelated.yaml": "secret",
    ])
    #expect(contents.problems == [])
    #expect(
      contents.files.map(\.path).sorted() == [
        "ca.pem", "mocks/ann.json", "more.yaml", "users.yaml", "vendor/openapi.yaml", "vendor/types.yaml",
      ])
    #expect(contents.files.first?.path == "users.yaml")
    #expect(contents.version == "2.5")
    let manifest = contents.manifest(name: "u", version: nil, commands: ["list", "getUser"])
    #expect(manifest.version == "2.5" && manifest.hidden == ["getUser"])
    #expect(contents.manifest(name: "u", version: "3", commands: []).version == "3")
  }

  @Test func `A spec with errors is not a bundle`() throws {
    #expect(throws: SpecError.self) { try contents(["users.yaml": "endpoints: {get: nothing}\n"]) }
  }

  /// Only their structure is that of keys.
  @Test(
    arguments: [
      ("RSA", [0x30, 0x45, 0x02, 0x01, 0x00, 0x02, 0x40] + [UInt8](repeating: 1, count: 64), true),
      ("a curve", [0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20] + [UInt8](repeating: 1, count: 32), true),
      ("PKCS#8", [0x30, 0x0C, 0x02, 0x01, 0x00, 0x30, 0x03, 0x06, 0x01, 0x2A, 0x04, 0x02, 0x01, 0x01], true),
      ("a certificate", [0x30, 0x0A, 0x30, 0x08, 0x02, 0x01, 0x00, 0x30, 0x03, 0x06, 0x01, 0x2A], false),
      ("text", Array("0123456789".utf8), false), ("nothing", [], false),
      ("a torn one", [0x30, 0x45, 0x02, 0x01, 0x00, 0x02, 0x40, 1], false),
    ] as [(String, [UInt8], Bool)]) func `A key in DER is refused`(what: String, bytes: [UInt8], isKey: Bool) throws
  {
    let text = "base: https://a.test\nendpoints: {a: {GET: /a, mock: {file: data.bin}}}\n"
    let folder = try TemporaryFolder(["users.yaml": text])
    try folder.write("data.bin", bytes)
    let contents = try BundleContents("\(folder.path)/users.yaml", Array(text.utf8))
    #expect(contents.problems.map(\.message) == (isKey ? ["'data.bin' contains a private key; keep only certificates in it"] : []))
  }

  @Test func `A file of variables is refused under any name`() throws {
    let text = "base: https://a.test\nendpoints: {a: {GET: /a, mock: {file: a.txt}}}\n"
    let folder = try TemporaryFolder(["users.yaml": text, ".env": "A=planted"])
    try folder.link("a.txt", to: ".env")
    let contents = try BundleContents("\(folder.path)/users.yaml", Array(text.utf8))
    #expect(contents.problems.map(\.message) == ["'a.txt' is a file of variables, which can be secret; name another file"])
  }

  /// The names that `dial docs` masks, with values that are short and look like words.
  @Test(arguments: [
    ("a: POST /a (password String = planted)", "the secret parameter 'password' has a default"),
    ("a: POST /a (client_secret = planted)", "the secret parameter 'client_secret' has a default"),
    ("a: POST /a (token String = planted)", "the secret parameter 'token' has a default"),
    ("a: {POST: /a, headers: {X-Auth-Token: planted}}", "the secret header 'X-Auth-Token' has a value"),
    ("a: {POST: /a, body: {user: {password: planted}}}", "the body has a value for the secret member 'password'"),
    ("a: {POST: '/a (id Int)', body: {id: '{id}', client_secret: planted}}", "for the secret member 'client_secret'"),
    ("a: {POST: /a, doc: 'As in ghp_planted0123456789.'}", "'users.yaml' contains what looks like a token in line 3;"),
  ]) func `A literal under a secret name is refused`(endpoint: String, message: String) throws {
    let contents = try contents(["users.yaml": "base: https://a.test\nendpoints:\n  \(endpoint)\n"])
    let messages = contents.problems.map(\.message)
    #expect(messages.count == 1 && messages[0].contains(message), "\(messages)")
    #expect(!messages.contains { $0.contains("planted") })
  }

  @Test(arguments: [
    "a: POST /a (password String, token String?)", "a: POST /a (auth Bool = true)", "a: POST /a (token = \"\")",
    "a: {POST: /a, params: {auth: {type: String, values: [basic, digest], default: basic}}}", "a: POST /a (page_token = first)",
    "a: {POST: /a, headers: {X-Auth-Token: '${TOKEN}'}}", "a: {POST: '/a (pw String)', body: {password: '{pw}', token: '${T}'}}",
    "a: POST /a (token TokenV2Model)\ntypes: {TokenV2Model: {id: Int}}",
  ]) func `What is not a secret by its name`(endpoint: String) throws {
    let contents = try contents(["users.yaml": "base: https://a.test\nendpoints:\n  \(endpoint)\n"])
    #expect(contents.problems == [])
  }

  @Test func `A token in a document may be an example`() throws {
    let document = """
      {"openapi": "3.1.0", "info": {"title": "Users", "version": "1"}, "servers": [{"url": "https://a.test"}],
      "paths": {"/users": {"get": {"operationId": "list", "description": "Send ghp_planted0123456789", "responses": {}}}}}
      """
    let contents = try contents(["users.json": document])
    #expect(contents.problems == [])
    #expect(contents.warnings == ["'users.json' contains what looks like a token in line 2; check that it is only an example"])
  }

  /// The examples of a document are nobody's; what a person writes beside it is refused as anywhere.
  @Test func `A token beside a document is refused`() throws {
    let token = "ghp_planted0123456789"
    let contents = try contents([
      "users.yaml": "overlay: api.json\ninclude: more.yaml\nendpoints: {mine: {GET: /m, mock: {file: answer.json}}}\n",
      "api.json": """
      {"openapi": "3.1.0", "info": {"title": "Users", "version": "1"}, "servers": [{"url": "https://a.test"}],
      "paths": {"/users": {"get": {"operationId": "list", "responses": {"200": {"$ref": "parts.json#/ok"}}}}}}
      """, "parts.json": #"{"ok": {"description": "Send \#(token)"}}"#, "more.yaml": "headers: {X-Trace: \(token)}\n",
      "answer.json": "{\"t\": \"\(token)\"}",
    ])
    let refused = Set(contents.problems.map { $0.message.prefix { $0 != " " } })
    #expect(refused == ["'more.yaml'", "'answer.json'"], "\(contents.problems)")
    #expect(
      contents.warnings.count == 1 && contents.warnings[0].hasPrefix("'parts.json' contains what looks like a token"),
      "\(contents.warnings)")
  }

  static let key = "-----BEGIN \("PRIVATE") KEY-----\nplanted-1\n"

  @Test(
    arguments: [
      ("auth: bearer planted-1", [:], "literal"), ("headers: {X-Api-Key: planted-1}", [:], "literal"),
      ("auth: bearer ${TOKEN}\nvars: {TOKEN: planted-1}", [:], "the secret variable 'TOKEN' has a value"),
      ("query: {v: \"${PIN}\"}\nvars: {PIN: {default: planted-1, secret: true}}", [:], "the secret variable 'PIN' has a value"),
      ("tls: {client: {cert: me.pem, key: me.key}}", ["me.pem": "c", "me.key": "k"], "the client key 'me.key'"),
      ("tls: {ca: ca.pem}", ["ca.pem": key], "'ca.pem' contains a private key"),
      ("tls: {ca: ca.pem}", [:], "the certificate file 'ca.pem' cannot be read"),
    ] as [(String, [String: String], String)]) func `A secret is refused`(lines: String, files: [String: String], message: String) throws
  {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    let text = "base: https://a.test\n\(lines)\nendpoints: {get: GET /users}\n"
    let contents = try BundleContents(folder.write("users.yaml", text), Array(text.utf8))
    let messages = contents.problems.map(\.message)
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
    #expect(!messages.contains { $0.contains("planted-1") })
  }

  @Test(arguments: [
    (".env", "A=1"), ("prod.env", "A=1"), (".env.local", "A=1"),
    ("a.json", #"{"version": 1, "tokens": [{"label": "x", "origin": "https://a.test", "access": "planted-1"}]}"#), ("b.pem", key),
  ]) func `A file of secrets is refused as a mock, too`(name: String, text: String) throws {
    let spec = "base: https://a.test\nendpoints: {get: {GET: /users, mock: {file: \(name)}}}\n"
    let contents = try contents(["users.yaml": spec, name: text])
    #expect(contents.problems.count == 1)
    #expect(contents.problems.allSatisfy { $0.message.contains("'\(name)'") && !$0.message.contains("planted-1") })
  }

  @Test func `All secrets are named at once, and values of this machine in any file`() throws {
    let contents = try contents(
      [
        "users.yaml": "base: https://a.test\nauth: bearer planted-1\nendpoints: {get: {GET: /users, mock: {file: a.txt}}}\n",
        "a.txt": "… planted-2 …",
      ], [("planted-2", "a stored token"), ("absent-1", "a stored token"), ("a", "a short value")])
    #expect(contents.problems.map(\.message).filter { $0.contains("literal") }.count == 1)
    #expect(contents.problems.map(\.message).last == "'a.txt' contains a stored token; remove it, and use a variable such as ${TOKEN}")
    #expect(contents.problems.count == 2)
  }
}
