import Dial
import DialHTTP
import Synchronization
import Testing

/// Tokens that the spec fetches and renews with its own endpoints (SignIn.md; rows 60 to 62 of Tests/Faults).
struct TokenTests {
  @Test(arguments: [
    (Duration.seconds(Int64.max), "9999-12-31T23:59:59Z"), (.seconds(Int64.min), "0000-01-01T00:00:00Z"),
    (.seconds(1e15), "9999-12-31T23:59:59Z"),
  ])
  func aLifetimeThatIsTooLongEndsWithTheCalendar(lifetime: Duration, end: String) {
    #expect(Token("t", lifetime: lifetime).expires?.rfc3339 == end)
  }

  private static func error(
    _ yaml: String, giving: AuthServer.Giving, _ endpoint: String = "me", tokens: MemoryTokenStore? = nil
  ) async throws -> (CallError, requests: [String]) {
    let server = try await AuthServer()
    server.give(giving)
    let client = try AuthSpecs.client(yaml, server, tokens: tokens)
    let error = await failure { () throws(CallError) in try await client.call(endpoint) }
    let requests = server.state.withLock { $0.requests }.map { "\($0.method) \($0.target)" }
    await server.stop()
    return (error, requests)
  }

  struct Refusal: Sendable {
    var giving: AuthServer.Giving
    var message: String
    var hint: String?
  }

  static let refusals = [
    Refusal(
      giving: .answer(400, #"{"error":"invalid_grant","error_description":"no such user"}"#),
      message: "the token 'session' could not be fetched: the server responded with 400 Bad Request: no such user",
      hint:
        "the server may have rejected 'USER' and 'PASS'; pass another value in 'variables:'"),
    Refusal(
      giving: .answer(500, "{}"), message: "the token 'session' could not be fetched: the server responded with 500 Internal Server Error",
      hint: "not retried: a POST can take effect twice; to allow it, set 'retry: {unsafe: true}' or an Idempotency-Key header"),
    Refusal(
      giving: .answer(200, "<html>", type: "text/html"),
      message: "the token 'session' could not be fetched: expected JSON, found 'text/html'"),
    Refusal(
      giving: .answer(200, "{}"), message: "the token 'session' could not be fetched: the response has no token at 'access_token'"),
    Refusal(
      giving: .answer(200, #"{"access_token":"a\r\nX-Evil: 1"}"#),
      message:
        "the token 'session' could not be fetched: the token contains a character that is not allowed in a header"
    ),
  ]

  @Test(arguments: refusals) func anInvalidTokenIsReportedAndNotSent(refusal: Refusal) async throws {
    let (error, requests) = try await Self.error(AuthSpecs.session, giving: refusal.giving)
    #expect(error.code == .credentials)
    #expect(error.message == refusal.message)
    #expect(error.hint == refusal.hint)
    #expect(error.endpoint == "me")
    #expect(requests == ["POST /login"])
  }

  @Test func withoutAWayToFetchOneTheCallSaysWhatToDo() async throws {
    let (error, requests) = try await Self.error("auth: {bearer: session}\n" + AuthSpecs.endpoints, giving: .tokens)
    #expect(error.message == "no token is stored under 'session'")
    #expect(error.hint == "store a token with 'client.tokens.set(_:for:)'")
    #expect(error.code == .credentials && requests.isEmpty)
  }

  @Test func aMissingVariableIsNamed() async throws {
    try await AuthSpecs.serving { server in
      let client = try AuthSpecs.client(AuthSpecs.session, server, variables: ["USER": "ann"])
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.code == .variable)
      #expect(error.message == "the variable 'PASS' has no value")
      #expect(server.count("/login") == 0)
    }
  }

  @Test func a401ThatStaysIsAnErrorOfCredentialsAfterOneRenewal() async throws {
    let (error, requests) = try await Self.error(AuthSpecs.session, giving: .tokens, "always")
    #expect(error.code == .credentials && error.status == .unauthorized)
    #expect(error.message == "the server responded with 401 Unauthorized: never ‹redacted›")
    #expect(error.hint == "check the permissions of the user; the server rejected the new token too")
    #expect(requests == ["POST /login", "GET /always", "POST /refresh", "GET /always"])
  }

  @Test func a403RenewsNoToken() async throws {
    let (error, requests) = try await Self.error(AuthSpecs.session, giving: .tokens, "forbidden")
    #expect(error.code == .status && error.status == .forbidden)
    #expect(requests == ["POST /login", "GET /403"])
  }

  @Test func aTemporaryFailureOfARenewalKeepsTheToken() async throws {
    try await AuthSpecs.serving { server in
      let store = MemoryTokenStore()
      let key = TokenKey(label: "session", origin: server.base)
      let old = Token("old-access", refresh: "old-refresh")
      await store.set(old, for: key)
      server.give(.answer(500, "{}"))
      let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: store)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.message == "the token 'session' could not be renewed: the server responded with 500 Internal Server Error")
      #expect(await store.token(for: key) == old)
      // A later call tries again.
      server.give(.tokens)
      try await client.call("me")
      #expect(server.bodies("/refresh") == [#"{"token":"old-refresh"}"#, #"{"token":"old-refresh"}"#])
    }
  }

  @Test func revokedCredentialsAreRemovedAndTheUserSignsInAgain() async throws {
    try await AuthSpecs.serving { server in
      let store = MemoryTokenStore()
      let key = TokenKey(label: "session", origin: server.base)
      await store.set(Token("old-access", refresh: "old-refresh"), for: key)
      let client = try AuthSpecs.client(
        "auth: {bearer: session, refresh: {call: refresh, args: {token: \"{refresh_token}\"}}}\n" + AuthSpecs.endpoints, server,
        tokens: store)
      server.give(.answer(400, #"{"error":"invalid_grant"}"#))
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.code == .credentials && error.hint == "store a token with 'client.tokens.set(_:for:)'")
      #expect(await store.token(for: key) == nil)
    }
  }

  @Test func aBodyThatCanBeReadOnceIsNotRepeated() async throws {
    try await AuthSpecs.serving { server in
      let client = try AuthSpecs.client(AuthSpecs.session, server)
      var draft = try client.prepare("always")
      draft.method = .post
      draft.body = .stream(length: 2, replay: nil, ResponseBody([1, 2]))
      let sent = draft
      let error = await failure { () throws(CallError) in try await sent.send() }
      #expect(error.hint == "call again; the request was not repeated with a new token, because its body can be read only once")
      #expect(server.count("/always") == 1 && server.count("/refresh") == 0)
    }
  }

  @Test func aTokenIsFetchedOnceAndGoesWithEachCall() async throws {
    try await AuthSpecs.serving { server in
      let client = try AuthSpecs.client(AuthSpecs.session, server)
      for _ in 0..<3 { try await client.call("me") }
      try await client.call("open")
      #expect(server.bodies("/login") == [#"{"user":"ann","password":"pass-word-1"}"#])
      #expect(server.requests("/me").map { $0.header("authorization") } == ["Bearer access-1", "Bearer access-1", "Bearer access-1"])
      #expect(server.requests("/open").map { $0.header("authorization") } == [nil])
      #expect(server.requests("/login").map { $0.header("authorization") } == [nil])
    }
  }

  @Test func anExpiredTokenIsRenewedOnceAndTheCallRepeated() async throws {
    try await AuthSpecs.serving { server in
      let client = try AuthSpecs.client(AuthSpecs.session, server)
      let renewed = Mutex<[String]>([])
      client.on { event in if case .refreshed(let label) = event.kind { renewed.withLock { $0.append("\(event.endpoint) \(label)") } } }
      try await client.call("me")
      server.expireAll()
      try await client.call("send", ["x": 1])
      #expect(renewed.withLock { $0 } == ["send session"])
      #expect(server.bodies("/refresh") == [#"{"token":"refresh-1"}"#])
      #expect(server.requests("/me").map { $0.header("authorization") } == ["Bearer access-1", "Bearer access-1", "Bearer access-2"])
      #expect(server.requests("/me").map { String(decoding: $0.body, as: UTF8.self) } == ["", #"{"x":1}"#, #"{"x":1}"#])
    }
  }

  @Test func anExpiredTokenIsRenewedBeforeTheCall() async throws {
    try await AuthSpecs.serving { server in
      let store = MemoryTokenStore()
      await store.set(Token("soon", refresh: "refresh-0", lifetime: .seconds(1)), for: TokenKey(label: "session", origin: server.base))
      let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: store)
      try await Task.sleep(for: .milliseconds(1100))
      try await client.call("me")
      #expect(server.bodies("/refresh") == [#"{"token":"refresh-0"}"#])
      #expect(server.count("/me") == 1)
    }
  }

  @Test func labelHeaderAndPathsCanBeSet() async throws {
    try await AuthSpecs.serving { server in
      server.give(.answer(200, #"{"data":{"jwt":"abc","ttl":"2099-01-01T00:00:00Z"}}"#))
      let yaml = """
        auth:
          header: X-Token main
          login: {call: login, args: {user: a, password: "${PASS}"}}
          token: {access: data.jwt, refresh: data.rt, expires: data.ttl}

        """ + AuthSpecs.endpoints
      let store = MemoryTokenStore()
      let client = try AuthSpecs.client(yaml, server, tokens: store)
      server.state.withLock { $0.valid = ["abc"] }
      try await client.call("me")
      #expect(server.requests("/me").map { $0.header("X-Token") } == ["abc"])
      #expect(await store.token(for: TokenKey(label: "main", origin: server.base))?.expires?.rfc3339 == "2099-01-01T00:00:00Z")
    }
  }

  @Test func aClosureReplacesTheEndpoints() async throws {
    try await AuthSpecs.serving { server in
      let client = try AuthSpecs.client("auth: {query: token session}\n" + AuthSpecs.endpoints, server)
      client.renew("session") { old in
        let next = old == nil ? "first" : "second"
        server.state.withLock { $0.valid = old == nil ? [] : [next] }
        return Token(next)
      }
      try await client.call("me")
      #expect(server.requests("/me").map(\.target) == ["/me?token=first", "/me?token=second"])
    }
  }
}
