import Dial
import DialHTTP
import Synchronization
import Testing

/// Many calls with one token, which is renewed once (T16 in SeedChecklist.md; row 60 of Tests/Faults).
struct SingleFlightTests {
  private static func expired(_ server: AuthServer) async -> MemoryTokenStore {
    let store = MemoryTokenStore()
    await store.set(Token("expired", refresh: "refresh-0"), for: TokenKey(label: "session", origin: server.base))
    return store
  }

  @Test func aRefreshThatFailsReachesEveryCallOnceAndIsNotRepeated() async throws {
    try await AuthSpecs.serving { server in
      server.give(.answer(503, "{}"))
      server.state.withLock { $0.delay = .milliseconds(50) }
      let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: await Self.expired(server))
      let messages = await withTaskGroup(of: String.self) { group in
        for _ in 0..<50 { group.addTask { await failure { () throws(CallError) in try await client.call("me") }.message } }
        return await group.reduce(into: [String]()) { $0.append($1) }
      }
      #expect(Set(messages) == ["the token 'session' could not be renewed: the server responded with 503 Service Unavailable"])
      #expect(messages.count == 50 && server.count("/refresh") == 1 && server.count("/me") == 50)
    }
  }

  @Test func aThousandCallsWithOneExpiredTokenCauseOneRenewal() async throws {
    try await AuthSpecs.serving { server in
      server.state.withLock { $0.delay = .milliseconds(20) }
      // A thousand connections take time on a busy machine.
      let yaml = "timeout: {connect: 2m, read: 2m, total: 5m}\n" + AuthSpecs.session
      let client = try AuthSpecs.client(yaml, server, tokens: await Self.expired(server))
      let done = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<1000 {
          group.addTask {
            try await client.call("me", [:], .init(headers: ["X-Call": "\(number)"])).value.ok.asBool ?? false
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(done == 1000)
      #expect(server.bodies("/refresh") == [#"{"token":"refresh-0"}"#])
      // Each call uses the old token at most once, and then the new one once.
      var tokens: [String: [String]] = [:]
      for request in server.requests("/me") {
        tokens[request.header("x-call") ?? "", default: []].append(request.header("authorization") ?? "")
      }
      #expect(tokens.count == 1000)
      for (call, sent) in tokens {
        #expect(sent == ["Bearer expired", "Bearer access-1"] || sent == ["Bearer access-1"], "\(call): \(sent)")
      }
    }
  }

  @Test func cancellingOneCallDoesNotEndTheRenewal() async throws {
    try await AuthSpecs.serving { server in
      server.state.withLock { $0.isHeld = true }
      let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: await Self.expired(server))
      let leaving = Task { await failure { () throws(CallError) in try await client.call("me") }.code }
      try await Task.sleep(for: .milliseconds(100))
      let staying = Task { try await client.call("me").status }
      try await Task.sleep(for: .milliseconds(50))
      leaving.cancel()
      #expect(await leaving.value == .cancelled)
      server.state.withLock { $0.isHeld = false }
      #expect(try await staying.value == .ok)
      #expect(server.count("/refresh") == 1)
    }
  }

  @Test func theTimeoutOfACallEndsItsWait() async throws {
    try await AuthSpecs.serving { server in
      server.state.withLock { $0.delay = .milliseconds(400) }
      let client = try AuthSpecs.client(AuthSpecs.session, server)
      let error = await failure { () throws(CallError) in try await client.call("me", [:], .init(timeout: .milliseconds(100))) }
      #expect(error.code == .timeout)
      #expect(error.message == "timed out while fetching a token")
      try await client.call("me")
      #expect(server.count("/login") == 1)
    }
  }

  @Test func aTokenThatAnotherProcessRenewedIsTaken() async throws {
    try await AuthSpecs.serving { server in
      let store = await Self.expired(server)
      let client = try AuthSpecs.client(AuthSpecs.session, server, tokens: store)
      server.state.withLock { $0.delay = .milliseconds(200) }
      server.give(.answer(400, #"{"error":"invalid_grant"}"#))
      let call = Task { try await client.call("me").status }
      try await Task.sleep(for: .milliseconds(100))
      // The refresh token was used by another process.
      await store.set(Token("newer", refresh: "refresh-9"), for: TokenKey(label: "session", origin: server.base))
      server.state.withLock { $0.valid = ["newer"] }
      #expect(try await call.value == .ok)
      #expect(server.count("/login") == 0)
    }
  }

  @Test func aTokenIsNotFetchedWithItself() async throws {
    let yaml = """
      base: https://api.test
      timeout: 5m
      endpoints:
        login: {POST: /login, auth: {bearer: "${A}", login: {call: second}}}
        second: {POST: /second, auth: {bearer: "${B}", login: {call: third}}}
        third: POST /third
        me: {GET: /me, auth: {bearer: "${C}", login: {call: login}}}
      """
    let client = Client(try Spec.load(yaml: yaml), variables: ["A": "y", "B": "x", "C": "x"], transport: Answering())
    let error = await failure { () throws(CallError) in try await client.call("me") }
    #expect(error.code == .credentials)
    #expect(
      error.message
        == "the token '‹redacted›' could not be fetched: the token '‹redacted›' could not be fetched: fetching the token '‹redacted›' requires the same token"
    )
  }
}
