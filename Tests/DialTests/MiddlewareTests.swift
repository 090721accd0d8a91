import Dial
import HTTPTypes
import Synchronization
import Testing

@Suite struct MiddlewareTests {
  private struct Own: Error {}

  @Test func `middlewares nest like an onion, the first registered outermost`() async throws {
    let users = try client(Answering(#"{"id": 7, "name": "Ann"}"#))
    let order = Mutex<[String]>([])
    for name in ["a", "b"] {
      users.use(name) { request, next in
        order.withLock { $0.append("\(name)>") }
        defer { order.withLock { $0.append("<\(name)") } }
        return try await next(request)
      }
    }
    try await users.getUser(id: 7)
    #expect(order.withLock { $0 } == ["a>", "b>", "<b", "<a"])
  }

  @Test func `a middleware may change the request, call again, or answer by itself`() async throws {
    let transport = Answering(#"{"id": 7, "name": "Ann"}"#)
    let users = try client(transport)
    users.use("trace") { request, next in
      var request = request
      request.headers[.init("X-Trace")!] = "1"
      _ = try await next(request)
      return try await next(request)
    }
    try await users.getUser(id: 7)
    #expect(transport.sent.map { $0.headers["x-trace"] } == ["1", "1"])

    let answered = try client(transport)
    answered.use("canned") { request, _ in
      Response(
        status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(#"{"id": 1, "name": "B"}"#.utf8)))
    }
    #expect(try await answered.getUser(id: 7).name.asString == "B")
    #expect(transport.sent.count == 2)
  }

  @Test func `use: of the spec says where a named middleware acts`() async throws {
    let spec = """
      base: https://api.test
      endpoints:
        a: {GET: /a, use: [log]}
        b: GET /b
        c: {GET: /c, use: [absent]}
      """
    let users = try client(Answering(), yaml: spec)
    let seen = Mutex<[String]>([])
    users.use("log") { request, next in
      seen.withLock { $0.append("log \(request.endpoint)") }
      return try await next(request)
    }
    users.use("all") { request, next in
      seen.withLock { $0.append("all \(request.endpoint)") }
      return try await next(request)
    }
    try await users.a()
    try await users.b()
    #expect(seen.withLock { $0 } == ["all a", "log a", "all b"])
    let error = await failure { () throws(CallError) in try await users.c() }
    #expect(error.code == .middleware && error.message == "unknown middleware 'absent'")
  }

  @Test func `what a middleware throws is wrapped once, and cancellation keeps its name`() async throws {
    let users = try client(Answering())
    users.use("own") { _, _ in throw Own() }
    #expect(await failure { () throws(CallError) in try await users.getUser(id: 7) }.code == .middleware)
    let slow = try client(Answering { _ in throw CancellationError() })
    #expect(await failure { () throws(CallError) in try await slow.getUser(id: 7) }.code == .cancelled)
    let typed = try client(Answering { _ in throw TransportError(.truncated, "5 of 9 bytes") })
    let error = await failure { () throws(CallError) in try await typed.call("getUser", ["id": 7], CallOptions(timeout: .seconds(3600))) }
    #expect(error.code == .truncated && error.message == "5 of 9 bytes (after 3 attempts)" && error.attempts == 3)
  }
}
