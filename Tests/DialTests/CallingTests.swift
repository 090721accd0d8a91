import Dial
import HTTPTypes
import Testing

struct User: Codable, Equatable { var id: Int, name: String }

@Suite struct CallingTests {
  @Test func `an unknown endpoint names the nearest, its group included`() async throws {
    let users = try client(Answering())
    #expect(
      await failure { () throws(CallError) in try await users.call("getUsr") }.message
        == "unknown endpoint 'getUsr'; did you mean 'getUser'?")
    #expect(
      await failure { () throws(CallError) in try await users.ban(id: 1) }.message == "unknown endpoint 'ban'; did you mean 'admin.ban'?")
    let group = await failure { () throws(CallError) in try await users.admin(id: 1) }
    #expect(group.message == "'admin' is a group; call one of its endpoints, such as 'admin.ban'")
    #expect(group.code == .unknownEndpoint)
  }

  @Test func `all faults of a call come in one report and nothing is sent`() async throws {
    let transport = Answering()
    let users = try client(transport)
    let error = await failure { () throws(CallError) in try await users.call("create", ["emial": "a", "password": 1] as Arguments) }
    #expect(
      error.message == """
        unknown argument 'emial' of 'create'; did you mean 'email'? available: 'email', 'password'
        missing argument 'email' (body)
        """)
    #expect(error.code == .arguments && error.location?.start.line == 9 && error.attempts == 0)
    #expect(transport.sent.isEmpty)
  }

  @Test func `a result is JSON, a Decodable or a tuple, as the caller asks`() async throws {
    let users = try client(Answering(#"{"name": "Ann", "id": 7, "extra": true}"#))
    let json = try await users.getUser(id: 7)
    let user: User = try await users.getUser(id: 7)
    let (id, name): (Int, String) = try await users.create(email: "a@b.c", password: "x")
    #expect(json.extra.asBool == true && user == User(id: 7, name: "Ann"))
    #expect(id == 7 && name == "Ann")
  }

  private struct NewUser: Encodable, Sendable {
    var email: String
    var password: String?
    var tags: [String] = []
    var avatar: File?
  }

  @Test func `arguments are made of any value that encodes to an object`() async throws {
    let transport = Answering()
    let users = Client(
      try Spec.load(yaml: "base: https://api.test\nendpoints: {send: POST /send, create: 'POST /users (email, password)'}\n"),
      transport: transport)
    _ = try await users.call("send", Arguments(encoding: NewUser(email: "a@b.c", tags: ["x"])))
    _ = try await users.call("send", Arguments(encoding: ["b": 2, "a": 1]))
    _ = try await users.call("send", Arguments(encoding: [1, 2]))
    let bodies = transport.sent.map { request in
      if case .bytes(let bytes) = request.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
    #expect(bodies == [#"{"email":"a@b.c","tags":["x"]}"#, #"{"a":1,"b":2}"#, "[1,2]"])
    let error = await failure { () throws(CallError) in try await users.call("create", Arguments(encoding: NewUser(email: "a@b.c"))) }
    #expect(error.code == .arguments && error.message.contains("unknown argument 'tags' of 'create'"), "\(error.message)")
    #expect(error.message.contains("missing argument 'password' (body)"), "\(error.message)")
  }

  @Test(arguments: [
    ("(n Int)", #"{"n": 7, "m": 8}"#), ("(n Int as N)", #"{"N": 7}"#), ("(n Int)?", #"{"n": 7}"#), ("(n Int)", "[7]"),
    ("One", #"{"n": 7}"#),
  ])
  func `a tuple of one element is the element`(_ result: String, _ body: String) async throws {
    let yaml = "base: https://api.test\ntypes: {One: {n: Int}}\nendpoints: {a: 'GET /a -> \(result)'}\n"
    let service = Client(try Spec.load(yaml: yaml), transport: Answering(body))
    let n: Int = try await service.a()
    let optional: Int? = try await service.a()
    #expect(n == 7 && optional == 7)
    #expect(try await service.call("a").decode(Double.self) == 7)
  }

  @Test func `lists of tuples of one element are lists of elements`() async throws {
    let yaml =
      "base: https://api.test\nendpoints: {a: 'GET /a -> [(n Int?)]', b: 'GET /b -> [String:(n Int)]', two: 'GET /c -> (n Int, m Int?)'}\n"
    let service = Client(try Spec.load(yaml: yaml), transport: Answering(#"[{"n": 1}, {"n": null}, {}]"#))
    let all: [Int?] = try await service.a()
    #expect(all == [1, nil, nil])
    let named = Client(try Spec.load(yaml: yaml), transport: Answering(#"{"x": {"n": 1}}"#))
    let members: [String: Int] = try await named.b()
    #expect(members == ["x": 1])
    let whole: [String: [String: Int]] = try await named.b()
    #expect(whole == ["x": ["n": 1]])
    let two = Client(try Spec.load(yaml: yaml), transport: Answering(#"{"n": 1}"#))
    let error = await failure { () throws(CallError) in let _: Int = try await two.two() }
    #expect(error.code == .decoding && error.message.hasPrefix("cannot read the result of 'two' as Int: "), "\(error.message)")
  }

  @Test func `a hint names the API of Swift`() async throws {
    let bare = Client(try Spec.load(yaml: users), transport: Answering())
    let missing = await failure { () throws(CallError) in try await bare.call("getUser", ["id": 1]) }
    #expect(missing.code == .variable && missing.hint == "pass it in 'variables:', or use '.environment'")
    let unknown = await failure { () throws(CallError) in try await bare.call("nope") }
    #expect(unknown.hint == "to list all endpoints, use 'client.spec.endpoints'")
    let denied = try client(Answering(status: 401))
    let refused = await failure { () throws(CallError) in try await denied.call("getUser", ["id": 1]) }
    #expect(refused.hint == "the server rejected the credentials in 'TOKEN'; pass another value in 'variables:'")
    for error in [missing, unknown, refused] { #expect(!"\(error)".contains("--") && !"\(error)".contains("dial "), "\(error)") }
  }

  @Test func `groups nest, and a name that Client hides is called by subscript`() async throws {
    let transport = Answering()
    let users = try client(transport)
    try await users.admin.ban(id: 7, reason: "spam")
    try await users["send"](text: "hi")
    try await users["admin"]["ban"](id: 8)
    #expect(
      transport.sent.map { "\($0.method) \($0.url)" } == [
        "POST https://api.test/v1/admin/users/7/ban", "POST https://api.test/v1/send", "POST https://api.test/v1/admin/users/8/ban",
      ])
  }

  @Test func `a refused status carries status, body, failure shape and the request without its secret`() async throws {
    let users = try client(Answering(status: 422, #"{"code": "bad", "message": "no tok-123456"}"#))
    let error = await failure { () throws(CallError) in try await users.getUser(id: 7) }
    #expect(error.code == .status && error.status?.code == 422 && error.failure?.code.asString == "bad")
    #expect(error.message == "the server responded with 422: no ‹redacted›")
    #expect(error.request?.headers == [["accept", "application/json, */*;q=0.1"], ["authorization", "Bearer ‹redacted›"]])
    #expect(String(decoding: error.body ?? [], as: UTF8.self) == #"{"code": "bad", "message": "no ‹redacted›"}"#)
    #expect(error.description == "users.yaml:8:3: error: the server responded with 422: no ‹redacted› [status]")
  }

  @Test func `a failure body that does not fit its shape stays what it was`() async throws {
    let users = try client(Answering(status: 502, #"{"x": 1}"#))
    let error = await failure { () throws(CallError) in try await users.getUser(id: 7) }
    #expect(error.failure == nil && error.body == Array(#"{"x": 1}"#.utf8))
  }

  @Test func `options of one call win over spec and arguments`() async throws {
    let transport = Answering(status: 404, #"{"data": []}"#)
    let users = try client(transport)
    let reply = try await users.call(
      "list", ["page": 2], .init(timeout: .seconds(5), headers: ["X-Trace": "1"], query: ["debug": true], accept: .codes(404)))
    #expect(reply.status.code == 404)
    let sent = try #require(transport.sent.first)
    #expect(sent.url == "https://api.test/v1/users?page=2&debug=true")
    #expect(sent.headers["x-trace"] == "1" && sent.policy.totalTimeout == .seconds(5))
  }

  @Test func `a reply that is no User names endpoint, path and type`() async throws {
    let users = try client(Answering(#"{"id": "7"}"#))
    let error = await failure { () throws(CallError) in try await users.getUser(id: 7) }
    #expect(error.code == .decoding && error.message == "the result does not match User: 'id' must be an integer, but is '7'")
    struct Other: Decodable { var age: Int }
    let other = try client(Answering(#"{"id": 7, "name": "A"}"#))
    let wrong = await failure { () throws(CallError) in let _: Other = try await other.getUser(id: 7) }
    #expect(
      wrong.code == .decoding && wrong.message.contains("cannot read the result of 'getUser' as Other") && wrong.message.contains("age"))
  }

  @Test func `a draft is a value: inspected, changed, sent`() async throws {
    let transport = Answering(#"{"id": 7, "name": "Ann"}"#)
    var draft = try client(transport).prepare("getUser", ["id": 7])
    #expect(draft.url == "https://api.test/v1/users/7" && draft.method == .get)
    draft.headers[.accept] = "text/plain"
    try await draft.send()
    #expect(transport.sent.first?.headers["accept"] == "text/plain")
  }

  @Test func `curl quotes for a shell and hides secrets unless asked`() throws {
    let users = try client(Answering())
    #expect(
      try users.prepare("create", ["email": "a'b", "password": "p"]).curl()
        == #"curl --path-as-is -X POST https://api.test/v1/users -H 'Accept: application/json, */*;q=0.1' -H 'Content-Type: application/json' -H 'Authorization: Bearer ‹redacted›' --data-raw '{"email":"a'\''b","password":"p"}'"#
    )
    #expect(try users.prepare("getUser", ["id": 7]).curl(showingSecrets: true).contains("tok-123456"))
  }

  @Test func `what later versions act on is refused before anything is sent`() async throws {
    let spec = """
      base: https://api.test
      endpoints:
        tunnel: CONNECT /api.test
      """
    let transport = Answering()
    let users = try client(transport, yaml: spec)
    for name in ["tunnel"] {
      let error = await failure { () throws(CallError) in try await users.call(name) }
      #expect(error.code == .unsupported && error.message.hasSuffix("is not supported yet"), "\(name): \(error.message)")
    }
    #expect(transport.sent.isEmpty)
  }

  @Test func `a base given by the caller may lower https to http on loopback only`() async throws {
    let spec = try Spec.load(yaml: users)
    let far = Client(spec, variables: ["TOKEN": "t"], base: "http://api.test", transport: Answering())
    #expect(await failure { () throws(CallError) in try await far.getUser(id: 1) }.code == .arguments)
    let near = Client(spec, variables: ["TOKEN": "t"], base: "http://127.0.0.1:8080/v1", transport: Answering())
    #expect(try near.prepare("getUser", ["id": 1]).url == "http://127.0.0.1:8080/v1/users/1")
  }
}

@Suite struct ReadingTests {
  @Test func `a result that cannot be decoded shows no secret that the server sent back`() async throws {
    let users = try client(Answering(#"{"id": 7, "name": "tok-123456"}"#))
    let reply = try await users.call("getUser", ["id": 7])
    struct Other: Decodable { var age: Int }
    do throws(CallError) {
      _ = try reply.decode(Other.self)
      Issue.record("it was decoded")
    } catch {
      #expect(String(decoding: error.body ?? [], as: UTF8.self) == #"{"id": 7, "name": "‹redacted›"}"#)
    }
  }
}
