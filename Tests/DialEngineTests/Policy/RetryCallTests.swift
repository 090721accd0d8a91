import CallTestSupport
import Dial
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The request, the events, the error and the budget of a retried call.
struct RetryCallTests {
  private func failure(_ client: Client, _ name: String = "e", _ options: CallOptions = .init()) async -> CallError? {
    do throws(CallError) { try await client.call(name, [:], options) } catch { return error }
    return nil
  }

  @Test func aBodyThatIsReadOnceIsNotSentTwice() async throws {
    let (client, transport) = try Client.scripted("PUT /x", ["503 {}"])
    var draft = try client.prepare("e")
    draft.request.body = .stream(length: 1, replay: nil, ResponseBody([65]))
    let error = await #expect(throws: CallError.self) { try await draft.send() }
    #expect(transport.requests.count == 1)
    #expect(error?.hint == "not retried: the request body can be read only once")
    let body: @Sendable () -> ResponseBody = { ResponseBody([65]) }
    draft.request.body = .stream(length: 1, replay: body, body())
    await #expect(throws: CallError.self) { try await draft.send() }
    #expect(transport.requests.count == 4)
  }

  @Test func whatIsMadeOnceACallStaysTheSame() async throws {
    let (client, transport) = try Client.scripted("POST /x (header.Idempotency-Key = $uuid, a = $now)", ["503 {}", "[1]"])
    try await client.call("e")
    let keys = transport.requests.map { $0.headers[HTTPField.Name("Idempotency-Key")!] }
    #expect(keys.count == 2 && keys[0] == keys[1] && keys[0]?.utf8.count == 36)
    #expect(transport.asked[0] == transport.asked[1])
  }

  @Test func everyAttemptIsReported() async throws {
    let (client, _) = try Client.scripted(
      "{GET: /x, headers: {Authorization: \"${KEY}\"}}", ["!connect", "503 {}"], variables: ["KEY": "s3cret"])
    let log = Mutex<[String]>([])
    client.on { event in
      switch event.kind {
      case .retried(let attempt, let wait, let reason):
        log.withLock { $0.append("\(attempt) \(DurationText.text(wait)) \(reason)") }
      case .failed(let error): log.withLock { $0.append("failed \(error.attempts)") }
      case .finished(let metrics): log.withLock { $0.append("finished \(metrics.attempts) \(DurationText.text(metrics.paused))") }
      default: break
      }
    }
    let error = try #require(await failure(client))
    #expect(log.withLock { $0 } == ["2 100ms no luck", "3 200ms the server responded with 503", "failed 3", "finished 3 300ms"])
    #expect(
      error.earlier == [
        .init(code: .connect, message: "no luck", wait: .milliseconds(100)),
        .init(code: .status, status: 503, message: "the server responded with 503", wait: .milliseconds(200)),
      ])
    #expect(error.mayPass && error.message == "the server responded with 503 (after 3 attempts)")
  }

  @Test func noSecretIsInTheReportOfAnAttempt() async throws {
    struct Telling: Transport {
      func send(_ request: PreparedRequest) async throws -> Response { throw TransportError(.connect, "no way for s3cret-token") }
    }
    let spec = try Spec.load(yaml: "{base: 'https://api.test', auth: 'bearer ${KEY}', endpoints: {e: GET /x}}")
    let client = Client(spec, variables: ["KEY": "s3cret-token"], transport: Telling(), time: HurriedTime().time)
    let told = Mutex<[String]>([])
    client.on { event in if case .retried(_, _, let reason) = event.kind { told.withLock { $0.append(reason) } } }
    let error = try #require(await failure(client))
    let texts = told.withLock { $0 } + error.earlier.map(\.message) + [error.message]
    #expect(texts.count == 5 && texts.allSatisfy { $0.contains("no way for") && !$0.contains("s3cret") })
  }

  /// A request that the server did not process can be repeated, whatever its method.
  @Test(arguments: [(true, 3), (false, 1)]) func anUnprocessedRequestIsSentAgain(_ isUntouched: Bool, _ count: Int) async throws {
    struct Refusing: Transport {
      let isUntouched: Bool

      func send(_ request: PreparedRequest) async throws -> Response {
        var error = TransportError(.connect, "refused")
        error.isUntouched = isUntouched
        throw error
      }
    }
    let spec = try Spec.load(yaml: "{base: 'https://api.test', endpoints: {e: POST /x}}")
    let client = Client(spec, transport: Refusing(isUntouched: isUntouched), time: HurriedTime().time)
    let error = try #require(await failure(client))
    #expect(error.attempts == count)
    #expect(
      error.hint
        == (isUntouched
          ? "call again; the server did not process the request"
          : "not retried: a POST can take effect twice; to allow it, set 'retry: {unsafe: true}' or an Idempotency-Key header"))
  }

  @Test func cancellingEndsAWait() async throws {
    let (client, transport) = try Client.scripted(
      "{GET: /x, retry: {backoff: 2h..2h}}", ["503 {}"],
      time: .init(
        now: { .now }, sleep: { try await Task.sleep(for: $0) }, share: { 1 }))
    let start = ContinuousClock.now
    var options = CallOptions()
    options.timeout = .seconds(90_000)
    let call = client.start("e", [:], options)
    while transport.requests.isEmpty { await Task.yield() }
    call.cancel()
    let error = await #expect(throws: CallError.self) { try await call.value }
    #expect(error?.code == .cancelled && transport.requests.count == 1)
    #expect(start.duration(to: .now) < .seconds(3600))
  }

  @Test func aServiceThatIsDownGetsFewRetries() async throws {
    let (client, transport) = try Client.scripted("GET /x", ["503 {}"])
    var last: CallError?
    for _ in 0..<200 { last = await failure(client) }
    // 35 retries of 14 tokens fit in 500.
    #expect(transport.requests.count == 200 + RetryBudget.size / RetryBudget.cost)
    #expect(last?.attempts == 1)
    #expect(
      last?.hint
        == "not retried: too many recent calls of this service failed (the retry budget is used up)")
  }

  @Test(arguments: [
    (["503 {}"], 500 - 28), (["429 {}"], 500 - 10), (["503 {}", "404 {}"], 486), (["429 {}", "[1]"], 500),
    (["503 {}", "503 {}", "[1]"], 486),
    (["503 {}", "!tls"], 486), (["[1]"], 500),
  ])
  func budget(answers: [String], tokens: Int) async throws {
    let (client, _) = try Client.scripted("GET /x", answers)
    _ = await failure(client)
    #expect(client.engine.policies.budget.tokens == tokens)
  }

  @Test func successGivesBack() async throws {
    let (client, _) = try Client.scripted("GET /x", ["503 {}", "503 {}", "503 {}", "[1]"])
    _ = await failure(client)
    for _ in 0..<5 { try await client.call("e") }
    #expect(client.engine.policies.budget.tokens == 500 - 28 + 5)
  }

  @Test func thePolicyIsReplaceable() async throws {
    let (client, transport) = try Client.scripted("GET /x", ["503 {}"])
    client.use("retry") { request, next in try await next(request) }
    #expect(await failure(client)?.attempts == 1 && transport.requests.count == 1)
  }
}
