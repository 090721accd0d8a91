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

  /// An expression could turn a secret round, or ask how it begins, so it never sees one.
  @Test(arguments: ["tok", "reverse(tok)", "starts_with(tok, 'sekret')", "@"]) func nothingIsSelectedFromSecrets(select: String)
    async throws
  {
    let spec = """
      service: users
      base: https://a.test
      auth: bearer ${T}
      endpoints: {echo: {GET: /echo, mock: {json: {tok: sekret-abc-12345}}}}
      """
    let read = try Spec(Array(spec.utf8), name: "users.yaml", folder: nil, trust: .full)
    let client = Client.mocked(read, variables: ["T": "sekret-abc-12345"])
    let server = AgentServer([ServedSpec("users") { .success(client) }], options: Self.options)
    let result = try await tool(server, "call", ["endpoint": "echo", "select": .string(select)])
    #expect(!result.isError && !result.text.contains("sekret") && !result.text.contains("54321") && result.text != "true", "\(result)")
  }

  /// A wait calls no endpoint that the agent may not call.
  @Test(arguments: [("DELETE", [], true), ("POST", [], true), ("GET", [], false), ("DELETE", ["step"], false), ("PUT", ["PUT"], false)])
  func aWaitIsHeldToWhatIsAllowed(method: String, allowed: [String], isRefused: Bool) async throws {
    let spec = """
      service: jobs
      base: https://a.test
      endpoints:
        begin: {GET: /begin, poll: {call: step, until: done, every: 1ms}, mock: {json: {id: 1}}}
        step: {\(method): /step, mock: {json: {done: true}}}
      """
    var options = Self.options
    options.allowed = allowed
    let client = Client.mocked(try Spec(Array(spec.utf8), name: "jobs.yaml", folder: nil, trust: .full))
    let server = AgentServer([ServedSpec("jobs") { .success(client) }], options: options)
    let result = try await tool(server, "call", ["endpoint": "begin", "wait": true])
    #expect(result.isError == isRefused, "\(result)")
    let refusal = "'begin' waits with 'step', a \(method), which this server does not send; allow step or \(method)"
    #expect(!isRefused || result.text == refusal, "\(result)")
    #expect(!(try await tool(server, "call", ["endpoint": "begin"])).isError)
  }

  /// The argument would be sent in place of the credential.
  @Test(arguments: [
    ("header X-Key ${K}", "(header.k? as X-Key)", "k"), ("header X-Key ${K}", "(header.k? as x-key)", "k"),
    ("query apiid ${K}", "(query.apiid?)", "apiid"), ("query apiid ${K}", "", "apiid"), ("query apiid ${K}", "", "query.apiid"),
  ]) func credentialsAreNotArguments(auth: String, parameters: String, name: String) async throws {
    let spec = "service: users\nbase: https://a.test\nauth: \(auth)\nendpoints: {e: {GET: \"/e \(parameters)\", mock: {json: 1}}}\n"
    let read = try Spec(Array(spec.utf8), name: "users.yaml", folder: nil, trust: .full)
    let client = Client.mocked(read, variables: ["K": "real"])
    let server = AgentServer([ServedSpec("users") { .success(client) }], options: Self.options)
    let result = try await tool(server, "call", ["endpoint": "e", "arguments": .object([(name, .string("other"))])])
    #expect(result.isError && result.text.contains("which a model cannot pass"), "\(result)")
    #expect(!(try await tool(server, "describe", ["endpoint": "e"])).text.contains("\"\(name)\""))
  }

  /// A model cannot select from what it does not know.
  @Test func theResultOfADocumentIsDescribed() async throws {
    let document = """
      {"openapi": "3.1.0", "servers": [{"url": "https://a.test"}], "paths": {"/t": {"get": {"operationId": "tree", "responses": {"200": {
        "description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tree"}}}}}}}},
        "components": {"schemas": {"Tree": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}}
      """
    let text = try await tool(try server(Self.options, document), "describe", ["endpoint": "tree"]).text
    #expect(text.contains("Tree: ") && text.contains("id"), "\(text)")
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

  /// The API of a model refuses all tools if one argument has a name with other signs, such as `filter[id]`.
  @Test func argumentsHavePlainNames() async throws {
    var options = Self.options
    options.makesToolOfEach = true
    let long = String(repeating: "x", count: 70)
    let document = """
      {"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://api.test"}], "paths": {"/u": {"get": {
       "operationId": "get", "parameters": [{"name": "filter[id]", "in": "query"}, {"name": "filter_id_", "in": "query"},
       {"name": "StartTime<", "in": "query"}, {"name": "\(long)", "in": "query"}],
       "responses": {"200": {"description": "", "content": {"application/json": {"example": {"a": 1}}}}}}}}}
      """
    let server = try server(options, document)
    let tools = try await ask(server, "tools/list")[member: "result"][member: "tools"]
    let names = tools.asArray?.first?[member: "inputSchema"][member: "properties"].asObject?.map(\.name)
    #expect(names == ["filter_id__2", "filter_id_", "StartTime_", String(long.prefix(64))])
    for name in ["filter_id__2", "filter[id]", "StartTime_"] {
      let result = try await tool(server, "get", [name: "a"])
      #expect(!result.isError, "\(name): \(result.text)")
    }
    let unknown = try await tool(server, "get", ["other_": "a"])
    #expect(unknown.isError && unknown.text.contains("available: 'filter_id__2', 'filter_id_', 'StartTime_'"), "\(unknown.text)")
    let twice = try await tool(server, "get", ["filter[id]": 1, "filter_id__2": 2])
    #expect(twice.isError && twice.text == "'filter_id__2' is passed twice", "\(twice.text)")
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

  @Test func literalSecretsOfTargetsAreHidden() async throws {
    let text = "service: users\nbase: https://a.test\nendpoints: {get: 'GET /x?api_key=planted&size=7'}\n"
    let server = try server(Self.options, text)
    let described = try await tool(server, "describe", ["endpoint": "get"]).text
    let found = try await tool(server, "search", ["words": "get"]).text
    let resource = JSONWriter.text(try await ask(server, "resources/read", ["uri": "dial://users"]))
    var options = Self.options
    options.makesToolOfEach = true
    let tools = JSONWriter.text(try await ask(try self.server(options, text), "tools/list"))
    for shown in [described, found, resource, tools] { #expect(shown.contains("size=7") && !shown.contains("planted"), "\(shown)") }
  }

  /// The whole body is not a way around what holds for its members.
  @Test(arguments: [
    (#"{"_": {"kind": "a", "count": 1, "key": "x"}}"#, "'key' is a secret, which a model cannot pass"),
    (#"{"_": {"kind": "a", "count": 1, "password": "x"}}"#, "'password' sounds like a secret, which a model cannot pass"),
    (#"{"kind": "a", "count": 1, "_": {"api_key": "x"}}"#, "'api_key' sounds like a secret, which a model cannot pass"),
  ])
  func secretsInTheWholeBody(_ arguments: String, _ message: String) async throws {
    var options = Self.options
    options.allowed = ["make"]
    let result = try await tool(try server(options), "call", ["endpoint": "make", "arguments": try JSON(parsing: arguments)])
    #expect(result.isError && result.text == message)
  }

  @Test func aBrokenSpecStopsNoOther() async throws {
    let client = Client.mocked(try Spec(Array(Self.text.utf8), name: "users.yaml", folder: nil, trust: .full))
    let specs = [
      ServedSpec("broken") { .failure(ServedSpec.Fault("it is broken")) }, ServedSpec("users") { .success(client) },
    ]
    let server = AgentServer(specs, options: Self.options)
    #expect(try await tool(server, "call", ["endpoint": "get", "arguments": ["id": 7]]).text == #"{"value":1}"#)
    let found = try await tool(server, "search", ["words": "get"])
    #expect(!found.isError && found.text.hasPrefix("users/get  GET /users/{id}"))
    #expect(found.text.hasSuffix("\nthe spec 'broken' cannot be loaded: it is broken"))
    let unknown = try await tool(server, "describe", ["endpoint": "broken/get"])
    #expect(unknown.isError && unknown.text.contains("the spec 'broken' cannot be loaded: it is broken"), "\(unknown.text)")
    let none = try await tool(AgentServer([specs[0]], options: Self.options), "search", ["words": ""])
    #expect(none.isError && none.text == "the spec 'broken' cannot be loaded: it is broken")
    var options = Self.options
    options.makesToolOfEach = true
    let tools = try await ask(AgentServer(specs, options: options), "tools/list")[member: "result"][member: "tools"]
    #expect(tools.asArray?.map { $0[member: "name"].asString } == ["users_get"])
  }

  /// The best matches of all specs come first.
  @Test func searchInSeveralSpecs() async throws {
    func spec(_ name: String, _ endpoints: String) throws -> ServedSpec {
      let text = "service: \(name)\nbase: https://a.test\nendpoints: {\(endpoints)}\n"
      let client = Client.mocked(try Spec(Array(text.utf8), name: "\(name).yaml", folder: nil, trust: .full))
      return ServedSpec(name) { .success(client) }
    }
    let first = try spec("first", "a: GET /pets, b: GET /pets/b, findPets: GET /x")
    let server = AgentServer([first, try spec("second", "c: GET /pets/c, pets: GET /all")], options: Self.options)
    let found = try await tool(server, "search", ["words": "pets", "limit": 3]).text.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(found == ["second/pets", "first/findPets", "first/a", "…"])
  }

  @Test func aStreamThatFailsKeepsItsElements() async throws {
    let text = """
      service: rows
      base: https://a.test
      types: {Row: {id: Int}}
      endpoints:
        rows:
          GET: /rows -> lines Row
          mock: {headers: {Content-Type: application/x-ndjson}, text: "{\\"id\\":7}\\n{\\"id\\":"}
      """
    let result = try await tool(try server(Self.options, text), "call", ["endpoint": "rows"])
    #expect(result.isError && result.text.hasPrefix("{\"id\":7}\n… then the stream failed: "), "\(result.text)")
  }

  @Test func aStreamIsReadForSomeTime() async throws {
    let text = """
      service: rows
      base: https://a.test
      endpoints:
        rows: {GET: /rows -> events, mock: {events: [{data: one}, {data: two}, {data: end}], delay: 300ms}}
      """
    var options = Self.options
    options.timeout = .milliseconds(450)
    let result = try await tool(try server(options, text), "call", ["endpoint": "rows"])
    #expect(!result.isError && result.text.hasSuffix("… read for 450ms; the stream goes on"), "\(result.text)")
  }

  @Test func theTimeOfACallIsLimited() async throws {
    let text = "service: s\nbase: https://a.test\nendpoints: {get: {GET: /x, mock: {json: 1, delay: 1m}}}\n"
    var options = Self.options
    options.timeout = .milliseconds(20)
    let result = try await tool(try server(options, text), "call", ["endpoint": "get"])
    #expect(result.isError && result.text.contains("timed out"), "\(result.text)")
  }
}
