import Dial
import DialHTTP
import Synchronization
import Testing

/// Tokens stay with the origin of the base, and are never shown (T9 and T18 in SeedChecklist.md; rows 52, 53, 64, 100 of
/// Tests/Faults).
struct OriginOfTokensTests {
  @Test func aRedirectTakesNoTokenAlong() async throws {
    try await AuthSpecs.serving { server in
      try await AuthSpecs.serving { other in
        let client = try AuthSpecs.client(AuthSpecs.session, server)
        try await client.call("away", ["to": "\(other.base)/elsewhere"])
        #expect(other.requests("/elsewhere").map { $0.header("authorization") } == [nil])
        #expect(server.requests("/away").map { $0.header("authorization") } == ["Bearer access-1"])
      }
    }
  }

  @Test func aTokenInTheQueryIsNotSentAfterARedirect() async throws {
    try await AuthSpecs.serving { server in
      try await AuthSpecs.serving { other in
        let client = try AuthSpecs.client("auth: {query: token session}\n" + AuthSpecs.endpoints, server)
        client.renew("session") { _ in Token("sekret-token") }
        let url = "\(other.base)/elsewhere?token=sekret-token"
        let error = await failure { () throws(CallError) in try await client.call("away", ["to": .string(url)]) }
        #expect(!"\(error)".contains("sekret-token"))
        #expect(other.state.withLock { $0.requests.isEmpty })
      }
    }
  }

  @Test func anAbsoluteTargetOfAnotherOriginGetsNone() async throws {
    try await AuthSpecs.serving { server in
      try await AuthSpecs.serving { other in
        let client = try AuthSpecs.client(AuthSpecs.session + "\n  far: GET \(other.base)/far", server)
        try await client.call("far")
        #expect(other.requests("/far").map { $0.header("authorization") } == [nil])
        #expect(server.count("/login") == 0)
      }
    }
  }

  @Test func aPageOfAnotherOriginGetsNoToken() async throws {
    try await AuthSpecs.serving { server in
      try await AuthSpecs.serving { other in
        let transport = Answering { request in
          let next = request.url.hasPrefix("https://api.test") ? "https://other.test/items" : ""
          let body = request.url.hasSuffix("/login") ? #"{"access_token":"sekret-token"}"# : #"{"items":[1],"next":"\#(next)"}"#
          return Response(status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(body.utf8)))
        }
        let yaml = """
          base: https://api.test
          auth: {bearer: session, login: {call: login}}
          endpoints:
            login: POST /login
            items: {GET: /items @ items, paginate: {next: next}}
          """
        let client = Client(try Spec.load(yaml: yaml), transport: transport)
        let error = await failure { () throws(CallError) in for try await _ in client.pages("items") {} }
        #expect(error.code == .limit)
        #expect(transport.sent.allSatisfy { $0.url.hasPrefix("https://api.test") })
        _ = (server, other)
      }
    }
  }

  @Test func twoServicesNeverShareAToken() async throws {
    try await AuthSpecs.serving { server in
      try await AuthSpecs.serving { other in
        let store = MemoryTokenStore()
        try await AuthSpecs.client(AuthSpecs.session, server, tokens: store).call("me")
        try await AuthSpecs.client(AuthSpecs.session, other, tokens: store).call("me")
        #expect(server.count("/login") == 1 && other.count("/login") == 1)
        // The base of a call is its own origin.
        try await AuthSpecs.client(AuthSpecs.session, server, tokens: store).call("me", [:], .init(base: other.base))
        #expect(server.count("/me") == 1 && other.count("/me") == 2 && other.count("/login") == 1)
      }
    }
  }

  @Test func aHeaderOfTheCallStays() async throws {
    try await AuthSpecs.serving { server in
      let client = try AuthSpecs.client(AuthSpecs.session, server)
      try await client.call("me", [:], .init(headers: ["Authorization": "Bearer own"], accept: .any))
      #expect(server.requests("/me").map { $0.header("authorization") } == ["Bearer own"])
      #expect(server.count("/login") == 0)
    }
  }

  @Test func noSecretIsInAnErrorOrAToken() async throws {
    try await AuthSpecs.serving { server in
      let store = MemoryTokenStore()
      let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: store)
      let errors = [
        await failure { () throws(CallError) in try await client.call("always") },
        await failure { () throws(CallError) in try await client.call("forbidden") },
      ]
      let token = try #require(await store.token(for: TokenKey(label: "session", origin: server.base)))
      var shown = errors.map { "\($0) \(String(decoding: $0.body ?? [], as: UTF8.self)) \($0.request as Any) \($0.headers as Any)" }
      shown += ["\(token)", String(reflecting: token)]
      dump(token, to: &shown[0])
      for text in shown {
        for secret in ["access-1", "access-2", "refresh-1", "refresh-2", "pass-word-1"] { #expect(!text.contains(secret), "\(text)") }
      }
    }
  }
}
