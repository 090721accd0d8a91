import Dial
import HTTPTypes
import Synchronization
import Testing

/// Concurrent equal calls: one asks the server for all, if the response can be stored.
struct CollapsedCallsTests {
  private static let spec = """
    base: https://api.test
    auth: {bearer: session}
    cache: standard
    endpoints:
      item: GET /item
      change: PUT /item
    """
  private static let key = TokenKey(label: "session", origin: "https://api.test")

  /// Responds on demand.
  private final class Slow: Transport {
    struct State {
      var cacheControl = "max-age=60"
      var isHeld = true
      var asked = 0
      var fault: TransportError?
    }
    let state = Mutex(State())

    /// Waits for this number of requests.
    func reach(_ count: Int) async throws { while state.withLock({ $0.asked }) < count { try await Task.sleep(for: .milliseconds(1)) } }
    func letGo() { state.withLock { $0.isHeld = false } }

    func send(_ request: PreparedRequest) async throws -> Response {
      let number = state.withLock { state in
        state.asked += 1
        return state.asked
      }
      while request.method == .get, state.withLock({ $0.isHeld }) { try await Task.sleep(for: .milliseconds(1)) }
      let state = state.withLock { $0 }
      if let fault = state.fault, number == 1 { throw fault }
      return Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: state.cacheControl], url: request.url,
        body: .init(Array("{\"n\":\(number)}".utf8)))
    }
  }

  private static func client(_ server: Slow, _ change: (inout Slow.State) -> Void = { _ in }) async throws -> Client {
    server.state.withLock { change(&$0) }
    let client = Client(try Spec.load(yaml: spec), transport: server)
    try await client.tokens.set(Token("ann-token"), for: key)
    return client
  }

  /// Starts the other calls when the first one has reached the server; returns their results.
  private static func calls(
    _ client: Client, _ server: Slow, _ count: Int = 20, _ options: CallOptions = .init(retries: 0), reaching: Int = 1
  ) async throws -> [String] {
    let first = client.start("item", [:], options)
    try await server.reach(1)
    let others = (1..<count).map { _ in client.start("item", [:], options) }
    try await server.reach(reaching)
    // The others have reached the cache by then, or come later.
    try await Task.sleep(for: .milliseconds(50))
    server.letGo()
    var results: [String] = []
    for task in [first] + others {
      do throws(CallError) { results.append("\(try await task.value.value.n.asInt ?? 0)") } catch { results.append(error.code.rawValue) }
    }
    return results
  }

  @Test func uncacheableResponsesAreNotShared() async throws {
    let server = Slow()
    let client = try await Self.client(server) { $0.cacheControl = "no-store" }
    let results = try await Self.calls(client, server)
    #expect(Set(results).count == 20 && server.state.withLock { $0.asked } == 20)
  }

  @Test func modesThatAskTheServerDoNotJoin() async throws {
    let server = Slow()
    let client = try await Self.client(server)
    let results = try await Self.calls(client, server, 4, .init(cache: .reload, retries: 0), reaching: 4)
    #expect(Set(results) == ["1", "2", "3", "4"])
  }

  @Test func aFailureIsNotShared() async throws {
    let server = Slow()
    let client = try await Self.client(server) { $0.fault = TransportError(.connect, "no luck") }
    let results = try await Self.calls(client, server, 5)
    #expect(results[0] == "connect" && !results.dropFirst().contains("connect"))
  }

  @Test func cancellingOneCallDoesNotEndTheOthers() async throws {
    let server = Slow()
    let client = try await Self.client(server)
    let first = client.start("item")
    try await server.reach(1)
    let second = client.start("item")
    try await Task.sleep(for: .milliseconds(50))
    first.cancel()
    server.letGo()
    #expect(try await second.value.value.n.asInt == 2)
    #expect(await failure { () throws(CallError) in _ = try await first.value }.code == .cancelled)
  }

  @Test func aWaitingCallHasItsOwnTimeout() async throws {
    let server = Slow()
    let client = try await Self.client(server)
    let first = client.start("item")
    try await server.reach(1)
    let error = await failure { () throws(CallError) in
      try await client.call("item", [:], CallOptions(timeout: .milliseconds(30), retries: 0))
    }
    server.letGo()
    _ = try await first.value
    #expect(error.code == .timeout && error.message == "timed out while waiting for the response to an identical request")
    #expect(server.state.withLock { $0.asked } == 1)
  }

  @Test func anotherUserDoesNotWaitForThisOne() async throws {
    let server = Slow()
    let client = try await Self.client(server)
    let first = client.start("item")
    try await server.reach(1)
    try await client.tokens.set(Token("bob-token"), for: Self.key)
    let second = client.start("item")
    try await server.reach(2)
    server.letGo()
    #expect(Set([try await first.value.value.n.asInt, try await second.value.value.n.asInt]) == [1, 2])
  }

  @Test func aResourceThatChangedMeanwhileIsRequestedAgain() async throws {
    let server = Slow()
    let client = try await Self.client(server)
    let first = client.start("item")
    try await server.reach(1)
    try await client.call("change")
    let second = client.start("item")
    try await server.reach(3)
    server.letGo()
    #expect(try await first.value.value.n.asInt == 1)
    #expect(try await second.value.value.n.asInt == 3)
    // The response from before the change was not stored.
    #expect(try await client.call("item").value.n.asInt == 3)
  }

  @Test func equalCallsShareOneRequest() async throws {
    let server = Slow()
    let client = try await Self.client(server)
    #expect(try await Self.calls(client, server) == Array(repeating: "1", count: 20))
    #expect(server.state.withLock { $0.asked } == 1)
  }
}
