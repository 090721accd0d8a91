import Dial
import HTTPTypes
import Synchronization
import Testing

/// Tokens in headers of responses: of an endpoint, of a rejected call, and of every response.
struct HeaderTokenTests {
  /// A service that requires its last session id in a header, and returns it when it rejects a call; with concurrent requests.
  private final class Transmission: Transport {
    struct State {
      var id = 1
      var sent: [String?] = []
    }

    let state = Mutex(State())
    static let name = HTTPField.Name("X-Transmission-Session-Id")!

    func send(_ request: PreparedRequest) async throws -> Response {
      let given = request.headers[Self.name]
      let id = state.withLock { state in
        state.sent.append(given)
        return "id-\(state.id)"
      }
      await Task.yield()
      let isKnown = given == id
      return Response(
        status: isKnown ? .ok : .conflict, headers: [.contentType: "application/json", Self.name: id], url: request.url,
        body: .init(Array(isKnown ? #"{"result":"success"}"#.utf8 : "<h1>409: Conflict</h1>".utf8)))
    }

    func end() { state.withLock { $0.id += 1 } }
    var sent: [String?] { state.withLock { $0.sent } }
  }

  private static let transmission = """
    base: http://localhost:9091
    auth: {header: X-Transmission-Session-Id session, from: refusal, on: [409]}
    endpoints:
      rpc: POST /transmission/rpc (method)
    """

  @Test func aRefusalBringsTheToken() async throws {
    let server = Transmission()
    let client = Client(try Spec.load(yaml: Self.transmission), transport: server)
    let first = try await client.call("rpc", ["method": "session-get"])
    #expect(first.value.result == "success")
    try await client.call("rpc", ["method": "session-get"])
    server.end()
    try await client.call("rpc", ["method": "session-get"])
    #expect(server.sent == [nil, "id-1", "id-1", "id-1", "id-2"])
  }

  /// A token of an earlier process is as secret as one that this process fetched.
  @Test func aStoredTokenIsNotShown() async throws {
    let store = MemoryTokenStore()
    await store.set(Token("id-1-from-the-store", expires: nil), for: .init(label: "session", origin: "http://localhost:9091"))
    let echo = Echo()
    let client = Client(try Spec.load(yaml: Self.transmission), transport: echo, tokens: store)
    let error = await #expect(throws: CallError.self) { try await client.call("rpc", ["method": "a"]) }
    #expect(echo.sent.withLock { $0 } == ["id-1-from-the-store"])
    #expect(error.map { "\($0) \($0.headers ?? [:]) \(String(decoding: $0.body ?? [], as: UTF8.self))" }?.contains("id-1-from") == false)
  }

  /// Repeats the token in an error.
  private final class Echo: Transport {
    let sent = Mutex<[String?]>([])

    func send(_ request: PreparedRequest) async throws -> Response {
      let token = request.headers[Transmission.name]
      sent.withLock { $0.append(token) }
      return Response(
        status: .badRequest, headers: [.contentType: "application/json", Transmission.name: token ?? ""], url: request.url,
        body: .init(Array(#"{"message":"bad session \#(token ?? "")"}"#.utf8)))
    }
  }

  @Test func oneRefusalServesCallsThatBeginTogether() async throws {
    let server = Transmission()
    let client = Client(try Spec.load(yaml: Self.transmission), transport: server)
    for round in 1...2 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 { group.addTask { try await client.call("rpc", ["method": "a"]) } }
        try await group.waitForAll()
      }
      let sent = server.sent
      if round == 1 { #expect(sent == [nil] + Array(repeating: "id-1", count: 50)) }
      #expect(sent.filter { $0 == "id-\(round)" }.count >= 50)
      server.end()
    }
    let store = client.tokens
    #expect(try await store.token(for: .init(label: "session", origin: "http://localhost:9091"))?.access == "id-2")
  }

  @Test func a409WithoutATokenIsNotARejection() async throws {
    let server = Answering(status: 409, #"{"message":"taken"}"#)
    let client = Client(try Spec.load(yaml: Self.transmission), transport: server)
    let error = await failure { () throws(CallError) in try await client.call("rpc", ["method": "a"]) }
    #expect(error.code == .status && error.status == .conflict && server.sent.count == 1)
  }

  @Test func aTokenThatIsRefusedTwiceIsReported() async throws {
    let server = Answering { request in
      Response(status: .conflict, headers: [Transmission.name: "x\(request.headers[Transmission.name] ?? "")"], url: request.url)
    }
    let client = Client(try Spec.load(yaml: Self.transmission), transport: server)
    let error = await failure { () throws(CallError) in try await client.call("rpc", ["method": "a"]) }
    #expect(error.code == .credentials && server.sent.count == 2)
    #expect(!"\(error)".contains("xx"))
  }

  @Test func anEndpointGivesATokenInAHeader() async throws {
    let yaml = """
      base: https://sap.test
      auth:
        - basic ${USER} ${PASSWORD}
        - {header: X-CSRF-Token csrf, login: {call: fetch}, token: {access: header.X-CSRF-Token}, on: [403]}
      endpoints:
        fetch: {GET: /odata, headers: {X-CSRF-Token: Fetch}, returns: Void}
        order: POST /odata/orders (id Int)
      """
    let name = HTTPField.Name("X-CSRF-Token")!
    let server = Answering { request in
      let value = request.headers[name]
      if value == "Fetch" { return Response(status: .ok, headers: [name: "csrf-token-1"], url: request.url) }
      return Response(status: value == "csrf-token-1" ? .created : .forbidden, headers: [name: "Required"], url: request.url)
    }
    let client = Client(try Spec.load(yaml: yaml), variables: ["USER": "ann", "PASSWORD": "pw-12345"], transport: server)
    try await client.call("order", ["id": 1])
    try await client.call("order", ["id": 2])
    #expect(server.sent.map { $0.headers[name] } == ["Fetch", "csrf-token-1", "csrf-token-1"])
    #expect(server.sent.allSatisfy { $0.headers[.authorization]?.hasPrefix("Basic ") == true })
  }

  private static let changing = """
    base: https://api.test
    auth: {header: X-Auth-Token session, login: {call: login}, from: response}
    endpoints:
      login: POST /login
      me: GET /me
    """

  @Test func everyResponseMayBringTheNextToken() async throws {
    let name = HTTPField.Name("X-Auth-Token")!
    let count = Mutex(0)
    let server = Answering { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Response(status: .ok, headers: [name: "token-\(number)"], url: request.url)
    }
    let client = Client(try Spec.load(yaml: Self.changing), transport: server)
    for _ in 0..<3 { try await client.call("me") }
    #expect(server.sent.map { $0.headers[name] } == [nil, "token-1", "token-2", "token-3"])
  }

  /// The response to a repeated request brings one, too.
  @Test func aRepeatedRequestBringsTheNextToken() async throws {
    let name = HTTPField.Name("X-Auth-Token")!
    let count = Mutex(0)
    let server = Answering { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // The second token has ended.
      let isRefused = request.headers[name] == "token-1"
      return Response(
        status: isRefused ? .unauthorized : .ok, headers: isRefused ? [:] : [name: "token-\(number)", .contentType: "application/json"],
        url: request.url, body: .init(Array("{\"access_token\": \"token-\(number)\"}".utf8)))
    }
    let client = Client(try Spec.load(yaml: Self.changing), transport: server)
    for _ in 0..<3 { try await client.call("me") }
    #expect(
      server.sent.map { "\($0.method) \($0.headers[name] ?? "")" } == [
        "POST ", "GET token-1", "POST ", "GET token-3", "GET token-4", "GET token-5",
      ])
  }

  @Test(arguments: ["two words", "", "a\tb"])
  func aTokenThatNoHeaderCanHoldIsRejected(value: String) async throws {
    let server = Answering { Response(status: .conflict, headers: [Transmission.name: value], url: $0.url) }
    let client = Client(try Spec.load(yaml: Self.transmission), transport: server)
    let error = await failure { () throws(CallError) in try await client.call("rpc", ["method": "a"]) }
    #expect(error.status == .conflict && server.sent.count == 1)
  }

  @Test func theTokenStaysWithItsOrigin() async throws {
    let yaml = Self.transmission + "\n  away: GET https://other.test/x\n"
    let server = Answering { Response(status: .conflict, headers: [Transmission.name: "id"], url: $0.url) }
    let client = Client(try Spec.load(yaml: yaml), transport: server)
    _ = await failure { () throws(CallError) in try await client.call("away") }
    #expect(server.sent.map { $0.headers[Transmission.name] } == [nil])
  }
}
