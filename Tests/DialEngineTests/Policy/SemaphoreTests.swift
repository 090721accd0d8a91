import Dial
import DialJSON
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Concurrent calls: at most the limit, in order, cancellable, and counted until the body is read.
struct SemaphoreTests {
  /// Responds on demand, and counts concurrent requests.
  private final class Gate: Transport {
    private let state = Mutex((now: 0, maximum: 0, order: [String]()))
    private let body: ResponseBody?

    init(_ body: ResponseBody? = nil) { self.body = body }

    var maximum: Int { state.withLock { $0.maximum } }
    var order: [String] { state.withLock { $0.order } }

    func send(_ request: PreparedRequest) async throws -> Response {
      state.withLock { state in
        state.now += 1
        state.maximum = max(state.maximum, state.now)
        state.order.append(request.url)
      }
      for _ in 0..<20 { await Task.yield() }
      state.withLock { $0.now -= 1 }
      return Response(status: .ok, headers: [.contentType: "application/json"], body: body ?? ResponseBody(Array("1".utf8)))
    }
  }

  private final class Order: Sendable {
    private let state = Mutex<[Int]>([])
    var numbers: [Int] { state.withLock { $0 } }
    func add(_ number: Int) { state.withLock { $0.append(number) } }
  }

  private func client(_ transport: any Transport, concurrent: Int) throws -> Client {
    let spec = try Spec.load(
      yaml: "{base: 'https://api.test', limit: {concurrent: \(concurrent)}, endpoints: {e: 'GET /{n}', b: 'GET /b -> bytes'}}")
    return Client(spec, transport: transport)
  }

  @Test func noMoreAtOnceThanThereArePermits() async throws {
    let gate = Gate()
    let client = try client(gate, concurrent: 3)
    try await withThrowingTaskGroup { group in
      for number in 0..<200 { group.addTask { try await client.call("e", ["n": number], CallOptions(timeout: .seconds(600))) } }
      try await group.waitForAll()
    }
    #expect(gate.order.count == 200 && gate.maximum == 3)
  }

  @Test func firstComeFirstServed() async throws {
    let places = Semaphore(1)
    var permit: Semaphore.Permit? = try await places.take(before: nil) { TransportError(.timeout, "late") }
    let order = Order()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<20 {
      tasks.append(
        Task {
          let permit = try await places.take(before: nil) { TransportError(.timeout, "late") }
          order.add(number)
          withExtendedLifetime(permit) {}
        })
      while places.waiting <= number { await Task.yield() }
    }
    withExtendedLifetime(permit) {}
    permit = nil
    for task in tasks { try await task.value }
    #expect(order.numbers == Array(0..<20))
  }

  @Test func aCancelledCallLeavesTheQueue() async throws {
    let places = Semaphore(1)
    let permit = try await places.take(before: nil) { TransportError(.timeout, "late") }
    let task = Task { _ = try await places.take(before: nil) { TransportError(.timeout, "late") } }
    while places.waiting == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(places.waiting == 0)
    withExtendedLifetime(permit) {}
  }

  @Test func theTimeForTheWholeCallEndsTheWait() async throws {
    let (pieces, feed) = AsyncStream<[UInt8]>.makeStream()
    let gate = Gate(ResponseBody(pieces))
    let client = try client(gate, concurrent: 1)
    let holder = Task { try await client.call("b") }
    while gate.order.isEmpty { await Task.yield() }
    let error = await #expect(throws: CallError.self) { try await client.call("e", ["n": 1], CallOptions(timeout: .milliseconds(50))) }
    #expect(error?.code == .timeout && gate.order.count == 1)
    #expect(
      error?.message
        == "timed out: the limit of 1 at once was reached by other calls, and none of them ended before the timeout of this call")
    feed.finish()
    _ = try await holder.value
  }

  /// The alarm may fire as soon as it is set; the waiter must be registered by then.
  @Test(.timeLimit(.minutes(1))) func aDeadlineThatIsOverIsNeverMissed() async throws {
    let places = Semaphore(1)
    let permit = try await places.take(before: nil) { TransportError(.timeout, "late") }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2000 {
        group.addTask {
          let error = await #expect(throws: TransportError.self) {
            _ = try await places.take(before: .now) { TransportError(.timeout, "late") }
          }
          #expect(error?.message == "late")
        }
      }
    }
    #expect(places.waiting == 0)
    withExtendedLifetime(permit) {}
  }

  /// Rejects the first token, with a body that does not end.
  private final class Refusing: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      if request.headers[.authorization] == "Bearer old" || request.headers[.ifNoneMatch] != nil {
        let (pieces, feed) = AsyncStream<[UInt8]>.makeStream()
        feed.yield(Array("no".utf8))
        let status = request.headers[.ifNoneMatch] == nil ? 401 : 304
        return Response(status: .init(code: status), headers: [.eTag: "\"2\""], url: request.url, body: ResponseBody(pieces))
      }
      let body = request.url.hasSuffix("/login") ? #"{"access_token":"new"}"# : #"{"ok":true}"#
      return Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: "max-age=0", .eTag: "\"1\""], url: request.url,
        body: ResponseBody(Array(body.utf8)))
    }
  }

  /// An unread response must release the place that the next request needs.
  @Test func aResponseThatIsNotReadReturnsItsPermit() async throws {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test
        limit: {concurrent: 1}
        auth: {bearer: session, login: {call: login}}
        endpoints:
          login: POST /login
          me: GET /me
          kept: {GET: /kept, cache: standard, auth: none}
        """)
    let key = TokenKey(label: "session", origin: "https://api.test")
    let client = Client(spec, transport: Refusing(), tokens: MemoryTokenStore([key: Token("old")]))
    #expect(try await client.call("me", [:], CallOptions(timeout: .seconds(20))).value == ["ok": true])
    // A 304 that does not match the cached response.
    for _ in 1...2 { #expect(try await client.call("kept", [:], CallOptions(timeout: .seconds(20))).value == ["ok": true]) }
  }

  @Test func aBodyHoldsItsPermitUntilItIsRead() async throws {
    let (pieces, feed) = AsyncStream<[UInt8]>.makeStream()
    let gate = Gate(ResponseBody(pieces))
    let client = try client(gate, concurrent: 1)
    let first = Task { try await client.call("b") }
    while gate.order.isEmpty { await Task.yield() }
    let second = Task { try await client.call("b") }
    for _ in 0..<50 { await Task.yield() }
    #expect(gate.order.count == 1)
    feed.finish()
    _ = try await (first.value, second.value)
    #expect(gate.order.count == 2)
  }
}
