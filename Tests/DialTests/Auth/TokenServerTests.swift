import Dial
import DialHTTP
import Testing

/// A failing token server with retries (row 61 of Tests/Faults), and the policies that apply to it.
struct TokenServerTests {
  struct Row: Sendable {
    var giving: AuthServer.Giving
    /// The number of token requests.
    var count: Int
    var cause: String
  }

  /// With `retry: {max: 2, on: [500], unsafe: true}`, so that a POST is repeated.
  static let rows = [
    Row(giving: .answer(400, #"{"error":"invalid_grant"}"#), count: 1, cause: "responded with 400"),
    Row(giving: .answer(500, "{}"), count: 3, cause: "responded with 500"),
    Row(giving: .answer(200, "<html>", type: "text/html"), count: 1, cause: "expected JSON, found 'text/html'"),
    Row(giving: .answer(200, "{}"), count: 1, cause: "the response has no token at 'access_token'"),
    Row(
      giving: .answer(200, #"{"access_token":"a\r\nX-Evil: 1"}"#), count: 1,
      cause: "the token contains a character that is not allowed in a header"),
  ]

  private static let retry = "retry: {max: 2, on: [500], unsafe: true, backoff: 0ms..0ms}\n"

  @Test(arguments: rows.indices, [AuthSpecs.session, AuthSpecs.oauth("client_credentials")])
  func onlyTemporaryFailuresAreRetried(index: Int, yaml: String) async throws {
    let row = Self.rows[index]
    try await AuthSpecs.serving { server in
      server.give(row.giving)
      let client = try AuthSpecs.client(Self.retry + yaml, server)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.code == .credentials && error.attempts == 0)
      #expect(error.message.contains(row.cause), "\(error.message)")
      #expect(server.count("/login") + server.count("/token") == row.count)
      #expect(server.count("/me") == 0)
      // The next call asks again.
      server.give(.tokens)
      try await client.call("me")
      #expect(server.count("/me") == 1)
    }
  }

  /// The hint for text that cannot be decoded shows its beginning, which is a token here.
  @Test(arguments: [
    (AuthSpecs.session, #"{"access_token":"SEKRIT-1","refresh_token":"SEKRIT-2","#, "application/json"),
    (AuthSpecs.oauth("client_credentials"), #"{"access_token":"SEKRIT-1"#, "application/json"),
    (AuthSpecs.oauth("client_credentials"), "<r><access_token>SEKRIT-1</access_token>", "application/xml"),
    (AuthSpecs.oauth("client_credentials"), #"{"access_token":"SEKRIT-1"}"# + "\n{", "application/x-ndjson"),
  ])
  func aTokenInABrokenResponseIsNotShown(yaml: String, body: String, type: String) async throws {
    try await AuthSpecs.serving { server in
      server.give(.answer(200, body, type: type))
      let client = try AuthSpecs.client(yaml, server)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.code == .credentials && error.message.contains("not valid JSON") || type.hasSuffix("xml"), "\(error.message)")
      #expect(!"\(error)".contains("SEKRIT") && error.body == nil)
    }
  }

  /// The caller asked for the response, but an error may be written to a log.
  @Test(arguments: [
    ("login: POST /login (user, password)", #"{"access_token":"SEKRIT-1","x"#, "‹redacted›"),
    (
      "login: POST /login (user, password) -> (access_token Int)", #"{"access_token":"SEKRIT-1","refresh_token":"SEKRIT-2"}"#,
      #"{"access_token":"‹redacted›","refresh_token":"‹redacted›"}"#
    ),
  ])
  func aTokenInAResponseOfADirectLoginIsNotInItsError(line: String, body: String, shown: String) async throws {
    try await AuthSpecs.serving { server in
      server.give(.answer(200, body))
      let yaml = AuthSpecs.session.replacing("login: POST /login (user, password)", with: line)
      let client = try AuthSpecs.client(yaml, server)
      let error = await failure { () throws(CallError) in try await client.call("login", ["user": "bob", "password": "other-word"]) }
      #expect(error.code == .decoding && !"\(error)".contains("SEKRIT"), "\(error)")
      #expect(error.body.map { String(decoding: $0, as: UTF8.self) } == shown)
    }
  }

  @Test func aStoredTokenOutlivesAServerThatFailsThreeTimes() async throws {
    try await AuthSpecs.serving { server in
      let key = TokenKey(label: "session", origin: server.base)
      let store = MemoryTokenStore([key: Token("old-access", refresh: "old-refresh")])
      server.give(.answer(500, "{}"))
      let client = try AuthSpecs.client(Self.retry + AuthSpecs.session, server, tokens: store)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(
        error.message == "the token 'session' could not be renewed: the server responded with 500 Internal Server Error (after 3 attempts)")
      #expect(error.attempts == 1 && error.earlier.map(\.status) == [401])
      #expect(server.count("/refresh") == 3 && server.count("/me") == 1)
      #expect(await store.token(for: key) == Token("old-access", refresh: "old-refresh"))
    }
  }

  @Test func aDirectCallOfTheLoginKeepsNoToken() async throws {
    try await AuthSpecs.serving { server in
      let store = MemoryTokenStore()
      let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: store)
      try await client.call("login", ["user": "bob", "password": "other-word"])
      #expect(await store.token(for: TokenKey(label: "session", origin: server.base)) == nil)
      try await client.call("me")
      #expect(server.bodies("/login").count == 2)
    }
  }

  private static let pin = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  @Test(arguments: [
    ("", "", [false, false]), ("tls: {pins: {login.test: [\(pin)]}}", "", [true, true]),
    ("", ", tls: {pins: {login.test: [\(pin)]}}", [true, true]),
  ])
  func whatTheEndpointAsksOfTLSHoldsForItsTokenToo(service: String, endpoint: String, pinned: [Bool]) async throws {
    let yaml = """
      base: https://api.test
      \(service)
      auth: {oauth2: {grant: client_credentials, token_url: "https://login.test/token", client_id: a, client_secret: "${SECRET}"}}
      endpoints: {me: {GET: /me\(endpoint)}}
      """
    let transport = Answering(#"{"access_token":"a-token","token_type":"bearer"}"#)
    try await Client(try Spec.load(yaml: yaml), variables: ["SECRET": "s3cret-word"], transport: transport).call("me")
    #expect(transport.sent.map(\.url) == ["https://login.test/token", "https://api.test/me"])
    #expect(transport.sent.map { $0.tls != nil } == pinned)
  }
}
