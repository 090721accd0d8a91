import Dial
import DialTesting
import Testing

@testable import DialMCP

@Suite struct ToolTests {
  private static let text = """
    service: users
    doc: Users.
    base: https://a.test
    types:
      Node: {value: Int, next?: Node}
    endpoints:
      get:
        doc: "A\\u202Euser\\nsecond line"
        GET: /users/{id} (id Int) -> Node
        mock: {json: {value: 1}}
      make:
        POST: /users
        params: {kind: {type: a | b, doc: Which}, count: {type: Int, min: 1, max: 9}, node: Node?, key: {type: String, secret: true}}
    """

  private static let options = AgentOptions { _, _ in
    "hint"
  } permission: {
    "allow \($0) or \($1)"
  }

  private func server(_ options: AgentOptions = ToolTests.options, _ text: String = text) throws -> AgentServer {
    let client = Client.mocked(try Spec(Array(text.utf8), name: "users.yaml", folder: nil, trust: .full))
    return AgentServer([ServedSpec("users") { .success(client) }], options: options)
  }

  private func ask(_ server: AgentServer, _ method: String, _ params: JSON = [:], _ revision: Revision = .july2026) async throws -> JSON {
    let message = try Message(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params])
    return await server.response(to: message, Peer(revision, capabilities: [:])) ?? .null
  }

  private func tool(_ server: AgentServer, _ name: String, _ arguments: JSON) async throws -> (text: String, isError: Bool) {
    let result = try await ask(server, "tools/call", ["name": .string(name), "arguments": arguments])[member: "result"]
    return (result[member: "content"][0][member: "text"].asString ?? "", result[member: "isError"].asBool ?? false)
  }

  @Test func listIsSmall() async throws {
    var options = Self.options
    for asks in [false, true] {
      options.asks = asks
      let tools = try await ask(try server(options), "tools/list")[member: "result"][member: "tools"]
      #expect(JSONWriter.bytes(tools).count < 2500)
      #expect(tools[2][member: "annotations"][member: "readOnlyHint"].asBool == !asks)
    }
  }

  @Test(arguments: [
    ("search", #"{"words": "get"}"#, #"get  GET /users/{id}  A\u{202E}user"#),
    ("search", #"{"words": ""}"#, "make  POST /users (not allowed)"),
    ("search", #"{"words": "user nothing"}"#, "get  GET"), ("search", #"{"words": "zebra"}"#, "no endpoint matches"),
    ("call", #"{"endpoint": "get", "arguments": {"id": 7}}"#, #"{"value":1}"#),
    ("call", #"{"endpoint": "users/get", "arguments": {"id": 7}, "select": "value"}"#, "1"),
  ])
  func results(_ name: String, _ arguments: String, _ part: String) async throws {
    let result = try await tool(try server(), name, try JSON(parsing: arguments))
    #expect(!result.isError)
    #expect(result.text.contains(part), "\(result.text)")
  }

  @Test(arguments: [
    ("search", #"{}"#, "missing argument 'words'"), ("search", #"{"words": 3}"#, "missing argument 'words'"),
    ("search", #"{"words": "", "limit": 0}"#, "'limit' must be an integer from 1 to 200"),
    ("describe", #"{"endpoint": "gett"}"#, "unknown endpoint 'gett'; did you mean 'get'?"),
    ("describe", #"{}"#, "missing argument 'endpoint'"),
    ("describe", #"{"endpoint": "get", "x": 1}"#, "unknown argument 'x' of the tool 'describe'; available: 'endpoint'"),
    ("call", #"{"endpoint": "get", "arguments": 3}"#, "'arguments' must be an object"),
    ("call", #"{"endpoint": "get", "arguments": {}}"#, "missing argument 'id'"),
    ("call", #"{"endpoint": "get", "select": "[["}"#, "not a valid JMESPath expression"),
    ("call", #"{"endpoint": "make"}"#, "'make' is POST, which this server does not send; allow make or POST"),
    ("call", #"{"endpoint": "make\u001b[31m"}"#, #"unknown endpoint 'make\u{1B}[31m'"#),
  ])
  func faults(_ name: String, _ arguments: String, _ part: String) async throws {
    let result = try await tool(try server(), name, try JSON(parsing: arguments))
    #expect(result.isError)
    #expect(result.text.contains(part), "\(result.text)")
  }

  @Test func secretsAreNotArguments() async throws {
    var options = Self.options
    options.allowed = ["make"]
    let server = try server(options)
    let result = try await tool(server, "call", ["endpoint": "make", "arguments": ["key": "x", "kind": "a", "count": 1]])
    #expect(result.text == "'key' is a secret, which a model cannot pass")
    for name in ["body.key", "field.key"] {
      let other = try await tool(
        server, "call", ["endpoint": "make", "arguments": .object([(name, JSON.string("x")), ("kind", "a"), ("count", 1)])])
      #expect(other.text == "'key' is a secret, which a model cannot pass", "\(name)")
    }
    let described = try JSON(parsing: try await tool(server, "describe", ["endpoint": "make"]).text)
    #expect(
      JSONWriter.text(described[member: "arguments"])
        == #"{"type":"object","properties":{"kind":{"enum":["a","b"],"description":"Which"},"count":{"type":"integer","minimum":1,"maximum":9},"#
        + ##""node":{"$ref":"#/$defs/Node"}},"required":["kind","count"],"additionalProperties":false,"$defs":{"Node":{"type":"object","##
        + ##""properties":{"value":{"type":"integer"},"next":{"$ref":"#/$defs/Node"}},"required":["value"]}}}"##)
  }

  @Test func defaultsOfSecretsAreHidden() async throws {
    let text = "service: users\nbase: https://a.test\nendpoints: {get: 'GET /x (api_key String = planted, size Int = 7)'}\n"
    let described = try await tool(try server(Self.options, text), "describe", ["endpoint": "get"]).text
    #expect(!described.contains("planted") && described.contains(#""default":7"#), "\(described)")
  }

  @Test(arguments: [
    ("server/discover", Revision.november2025, -32601), ("ping", .july2026, -32601), ("logging/setLevel", .november2025, -32601),
    ("resources/read", .july2026, -32602), ("tools/call", .july2026, -32602), ("completion/complete", .july2026, -32602),
  ])
  func unknown(_ method: String, _ revision: Revision, _ code: Int) async throws {
    #expect(try await ask(try server(), method, [:], revision)[member: "error"][member: "code"].asInt == code)
  }

  /// The names of tools are those that all clients accept, and each is there once.
  @Test func toolOfEach() async throws {
    let text = """
      service: users
      base: https://a.test
      types: {Node: {value: Int, next?: Node}}
      endpoints:
        get: GET /users/{id} (id Int) -> Node
        list: GET /users -> [Node]
        any: GET /any
        text: GET /text -> text
        make: POST /users (name String)
        feed: GET /events -> events Node
        chat: WS /chat
      groups: {files: {endpoints: {download: GET /files, x_2: GET /x}}}
      """
    var options = Self.options
    options.makesToolOfEach = true
    func tools() async throws -> [JSON] {
      Array(try await ask(try server(options, text), "tools/list")[member: "result"][member: "tools"].asArray ?? [])
    }
    let found = try await tools()
    #expect(found.map { $0[member: "name"].asString } == ["get", "list", "any", "text", "feed", "files_download", "files_x_2"])
    #expect(
      JSONWriter.text(found[0][member: "outputSchema"])
        == ##"{"type":"object","properties":{"value":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"##
        + ##""required":["value"],"$defs":{"Node":{"type":["object","array"],"properties":{"value":{"type":"integer"},"##
        + ##""next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["value"]}}}"##)
    #expect(found[1][member: "outputSchema"][member: "required"] == ["result"])
    for tool in found[2...] { #expect(tool[member: "outputSchema"].asKind == .absent) }
    options.allowed = ["POST"]
    options.only = ["make", "users/get"]
    #expect(try await tools().map { $0[member: "name"].asString } == ["get", "make"])
  }

  @Test(arguments: [
    (#"{"value": 1}"#, nil), (#"{"value": 1, "next": null, "more": 2}"#, nil), (#"{"value": 1, "next": {"value": 2}}"#, nil),
    (#"{"value": "x"}"#, "'value' must be an integer, but is 'x'"), (#"[1]"#, "the result must be an object"), ("null", "the result"),
  ])
  func structuredResults(_ value: String, _ fault: String?) async throws {
    let text =
      "service: users\nbase: https://a.test\ntypes: {Node: {value: Int, next?: Node}}\nendpoints:\n  get:\n    GET: /users -> Node\n"
    var options = Self.options
    options.makesToolOfEach = true
    let result = try await ask(
      try server(options, text + "    mock: {json: \(value)}\n"), "tools/call", ["name": "get", "arguments": [:]])[member: "result"]
    let shown = result[member: "content"][0][member: "text"].asString ?? ""
    if let fault {
      #expect(result[member: "isError"].asBool == true && result[member: "structuredContent"].asKind == .absent)
      #expect(shown.contains(fault), "\(shown)")
    } else {
      #expect(result[member: "structuredContent"] == (try JSON(parsing: value)))
    }
  }

  @Test func outlines() throws {
    let items = JSON.array((0..<500).map { ["id": JSON($0), "name": "some text that makes it long"] })
    let value: JSON = ["total": 500, "items": items]
    let text = AgentText.bounded(JSONWriter.text(value), value, upTo: 1000)
    #expect(text.contains("'items[:10]'"))
    #expect(text.contains(#"{"total":"number","items":["array of 500 items",{"id":"number","name":"string"}]}"#))
    #expect(AgentText.bounded("x", "x", upTo: 1000) == "x")
    let long = JSON.string(String(repeating: "x", count: 5000))
    #expect(AgentText.bounded(JSONWriter.text(long), long, upTo: 1000).utf8.count < 1000)
  }

  /// What a document says about the members of an object, with their constraints.
  @Test func membersOfObjectsAreDescribed() async throws {
    let document = """
      openapi: 3.1.0
      servers: [{url: "https://a.test"}]
      components: {schemas: {Owner: {type: object, required: [email], properties: {email: {type: string}}}}}
      paths:
        /s: {post: {operationId: make, requestBody: {content: {application/json: {schema: {type: object, properties: {
          owner: {$ref: "#/components/schemas/Owner"}, size: {type: object, properties: {w: {type: integer, minimum: 1}}}}}}}}}}
      """
    let described = try await tool(try server(Self.options, document), "describe", ["endpoint": "make"]).text
    let arguments = try JSON(parsing: described)[member: "arguments"]
    #expect(arguments[member: "properties"][member: "owner"][member: "$ref"].asString == "#/$defs/Owner", "\(described)")
    #expect(arguments[member: "$defs"][member: "Owner"][member: "properties"][member: "email"][member: "type"].asString == "string")
    let width = arguments[member: "properties"][member: "size"][member: "properties"][member: "w"]
    #expect(JSONWriter.text(width) == #"{"type":"integer","minimum":1}"#, "\(described)")
  }
}
