import Dial
import DialHTTP
import HTTPTypes
import Synchronization
import Testing

/// Tokens of OAuth 2 servers (RFC 6749).
struct OAuthTests {
  /// The response of a token server, the reported cause, and the number of requests.
  static let refusals: [(AuthServer.Giving, String, Int)] = [
    (
      .answer(400, #"{"error":"invalid_client","error_description":"no\u001b[31m such\nclient"}"#),
      "the token server responded with 400: invalid_client (no\\u{1B}[31m such\\u{0A}client)", 1
    ),
    (.answer(401, #"{"detail":"Locked until Monday: call 555"}"#), "the token server responded with 401: Locked until Monday: call 555", 1),
    // A request with only client credentials can be repeated.
    (.answer(500, "<html>", type: "text/html"), "the token server responded with 500", 3),
    (.answer(302, ""), "the token server responded with 302", 1),
    (.answer(200, "<html>", type: "text/html"), "expected JSON, found 'text/html'", 1),
    (.answer(200, "[1]", type: "text/plain"), "expected JSON, found 'text/plain'", 1),
    (
      .answer(200, #"{"error":"bad_refresh_token","error_description":"It has expired."}"#),
      "the token server responded with 200: bad_refresh_token (It has expired.)", 1
    ),
    (.answer(200, #"{"error":"x","access_token":"y"}"#), "the token server responded with 200: x", 1),
    (.answer(200, #"{"access_token":""}"#), "the response has no token at 'access_token'", 1),
    (
      .answer(200, #"{"access_token":"x","token_type":"mac"}"#),
      "unsupported token type 'mac'; only bearer tokens are supported", 1
    ),
  ]

  @Test(arguments: refusals.indices) func aRefusalIsNamed(index: Int) async throws {
    let (giving, cause, tries) = Self.refusals[index]
    try await AuthSpecs.serving { server in
      server.give(giving)
      let client = try AuthSpecs.client(AuthSpecs.oauth("client_credentials"), server)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.code == .credentials)
      #expect(error.message.hasSuffix("could not be fetched: \(cause)"), "\(error.message)")
      #expect(server.count("/token") == tries && server.count("/me") == 0)
    }
  }

  /// A token that is not read is lost with the refresh token that was used for it, so the body counts, and not its media type.
  @Test(arguments: ["text/plain", "text/html", "application/octet-stream", "application/json; charset=binary", "application/xml"])
  func aTokenOfAnyMediaType(type: String) async throws {
    try await AuthSpecs.serving { server in
      server.give(.answer(200, #"{"access_token":"T1","token_type":"bearer"}"#, type: type))
      let client = try AuthSpecs.client(AuthSpecs.oauth("client_credentials"), server)
      // The server knows other tokens only, but this one was sent.
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(server.count("/me") > 0 && error.status == .unauthorized, "\(error)")
    }
  }

  /// A server that rotates refresh tokens takes a repeated one for a stolen one.
  @Test func aRefreshTokenIsUsedOnce() async throws {
    try await AuthSpecs.serving { server in
      server.give(.answer(503, ""))
      let client = try AuthSpecs.client(AuthSpecs.oauth("refresh_token", ", refresh_token: \"${PASS}\""), server)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.message.hasSuffix("could not be fetched: the token server responded with 503"), "\(error.message)")
      #expect(server.count("/token") == 1)
    }
  }

  @Test func aTokenServerThatIsHTTPIsRefused() async throws {
    let yaml =
      "base: https://api.test\nendpoints: {me: GET /me}\n" + """
        auth: {oauth2: {grant: client_credentials, token_url: "${URL}", client_id: a, client_secret: "${SECRET}"}}
        """
    for (url, message) in [
      ("http://login.test/token", "'token_url' must use https, because it receives secrets; http is allowed only for localhost"),
      ("ftp://login.test/token", "'token_url' is not a valid URL: '‹redacted›'"),
      ("https://u@login.test/token", "'token_url' is not a valid URL: '‹redacted›'"),
    ] {
      let transport = Answering()
      let client = Client(try Spec.load(yaml: yaml), variables: ["URL": url, "SECRET": "s"], transport: transport)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.message == message)
      #expect(error.code == .credentials && transport.sent.isEmpty)
    }
  }

  /// Middlewares of the program are for the service, not for a token server.
  @Test func middlewaresOfTheProgramStayWithTheService() async throws {
    let yaml = """
      base: https://api.test
      auth: {oauth2: {grant: client_credentials, token_url: "https://login.test/token", client_id: a, client_secret: "${SECRET}"}}
      endpoints: {me: GET /me}
      """
    let transport = Answering(#"{"access_token":"x"}"#)
    let client = Client(try Spec.load(yaml: yaml), variables: ["SECRET": "s"], transport: transport)
    for name in ["key", "cookies"] {
      client.use(name) { request, next in
        var request = request
        request.headers[.init("X-\(name)")!] = "sekret"
        return try await next(request)
      }
    }
    try await client.call("me")
    #expect(
      transport.sent.map { "\($0.url) \($0.headers[.init("X-key")!] ?? "-") \($0.headers[.init("X-cookies")!] ?? "-")" } == [
        "https://login.test/token - -", "https://api.test/me sekret sekret",
      ])
  }

  /// A client certificate is for the service, not for a token server elsewhere.
  @Test(arguments: [
    ("https://login.test/token", "", false), ("https://login.test/token", "redirects: {trust: [login.test]}", true), ("/token", "", true),
  ])
  func theClientCertificateStaysWithTheService(url: String, more: String, isShown: Bool) async throws {
    let yaml = """
      base: https://api.test
      tls: {client: {cert: client.pem}, min: "1.3"}
      auth: {oauth2: {grant: client_credentials, token_url: "\(url)", client_id: a, client_secret: "${SECRET}"}}
      \(more)
      endpoints: {me: GET /me}
      """
    let transport = Answering(#"{"access_token":"x"}"#)
    try await Client(try Spec.load(yaml: yaml), variables: ["SECRET": "s"], transport: transport).call("me")
    #expect(transport.sent.map { $0.tls?.client(for: $0.url) != nil } == [isShown, true])
    // Other TLS settings apply to every server.
    #expect(transport.sent.map { $0.tls?.model.needsTLS13 } == [true, true])
  }

  @Test func aUserWhoMustAgreeIsReferredToTheCommandLine() async throws {
    try await AuthSpecs.serving { server in
      let yaml = AuthSpecs.oauth("authorization_code", ", auth_url: \"https://login.test/authorize\"")
      let client = try AuthSpecs.client(yaml, server)
      let error = await failure { () throws(CallError) in try await client.call("me") }
      #expect(error.message == "not signed in to '\(server.base)'")
      #expect(error.hint == "store a token with 'client.tokens.set(_:for:)'")
      #expect(error.code == .credentials)
    }
  }

  @Test func theClientSaysWhoItIsInTheHeaderOrInTheBody() async throws {
    try await AuthSpecs.serving { server in
      try await AuthSpecs.client(AuthSpecs.oauth("client_credentials", ", scope: [read, write], audience: api"), server).call("me")
      let sent = try #require(server.requests("/token").first)
      #expect(String(decoding: sent.body, as: UTF8.self) == "grant_type=client_credentials&scope=read+write&audience=api")
      #expect(sent.header("content-type") == "application/x-www-form-urlencoded")
      #expect(sent.header("accept") == "application/json")
      let pair = sent.header("authorization").map { String($0.dropFirst("Basic ".count)) }.flatMap { Base64.decode($0) }
      #expect(pair.map { String(decoding: $0, as: UTF8.self) } == "client%201:s3cret%2F%2Bvalue")
      try await AuthSpecs.client(AuthSpecs.oauth("client_credentials", ", client_auth: body"), server).call("me")
      #expect(
        server.bodies("/token").last == "grant_type=client_credentials&client_id=client+1&client_secret=s3cret%2F%2Bvalue")
      #expect(server.requests("/token").last?.header("authorization") == nil)
    }
  }

  @Test func refreshTokensRotate() async throws {
    try await AuthSpecs.serving { server in
      let store = MemoryTokenStore()
      let client = try AuthSpecs.client(AuthSpecs.oauth("refresh_token", ", refresh_token: \"${PASS}\""), server, tokens: store)
      try await client.call("me")
      server.expireAll()
      try await client.call("me")
      server.expireAll()
      try await client.call("me")
      #expect(
        server.bodies("/token") == [
          "grant_type=refresh_token&refresh_token=pass-word-1", "grant_type=refresh_token&refresh_token=refresh-1",
          "grant_type=refresh_token&refresh_token=refresh-2",
        ])
      let key = TokenKey(label: "\(server.base)/token client 1", origin: server.base)
      #expect(await store.token(for: key)?.refresh == "refresh-3")
    }
  }

  @Test func aPasswordIsAGrantToo() async throws {
    try await AuthSpecs.serving { server in
      let yaml = AuthSpecs.oauth("password", ", username: \"${USER}\", password: \"${PASS}\"")
      try await AuthSpecs.client(yaml, server).call("me")
      #expect(server.bodies("/token") == ["grant_type=password&username=ann&password=pass-word-1"])
    }
  }

  @Test func fiftyCallsCauseOneRequestForAToken() async throws {
    try await AuthSpecs.serving { server in
      server.state.withLock { $0.delay = .milliseconds(20) }
      let client = try AuthSpecs.client(AuthSpecs.oauth("client_credentials"), server)
      try await client.call("me")
      server.expireAll()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 { group.addTask { try await client.call("me") } }
        try await group.waitForAll()
      }
      #expect(server.count("/token") == 2)
    }
  }
}
