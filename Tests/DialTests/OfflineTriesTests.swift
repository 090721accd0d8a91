import Dial
import DialTesting
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// Mocks are called once by default, recordings as often as recorded, without pauses.
struct OfflineTriesTests {
  private static let yaml = """
    base: https://api.test
    endpoints:
      down: {GET: /down, mock: {status: 503}}
      turns: {GET: /turns, mock: [{status: 503}, {json: 2}]}
      asked: {GET: /asked, retry: {max: 2, backoff: 10s..10s}, mock: {error: connect}}
      recovers: {GET: /recovers, retry: {max: 2, backoff: 10s..10s}, mock: [{status: 429, headers: {Retry-After: 9}}, {json: 2}]}
      slow: {GET: /slow, limit: 1/h, mock: {json: 1}}
    """

  /// The number of attempts.
  private static let rows: [(String, CallOptions, String)] = [
    ("down", .init(), "1: the server responded with 503"), ("turns", .init(), "1: the server responded with 503"),
    ("down", .init(retries: 2), "3: the server responded with 503 (after 3 attempts)"), ("turns", .init(retries: 1), "2: 2"),
    ("asked", .init(), "3: the mock of 'asked' simulates the error 'connect' (after 3 attempts)"),
    ("asked", .init(retries: 0), "1: the mock of 'asked' simulates the error 'connect'"), ("recovers", .init(), "2: 2"),
  ]

  @Test(arguments: rows.indices) func mocksAreRetriedOnRequest(index: Int) async throws {
    let (endpoint, options, wanted) = Self.rows[index]
    let (fake, log) = Client.recording(try Spec.load(yaml: Self.yaml))
    let outcome: String
    do throws(CallError) {
      let reply = try await fake.call(endpoint, [:], options)
      outcome = "\(reply.metrics.attempts): \(reply.value)"
      #expect(reply.metrics.paused == .zero)
    } catch {
      outcome = "\(error.attempts): \(error.message)"
      #expect(error.earlier.allSatisfy { $0.wait == .zero })
    }
    #expect(outcome == wanted && outcome.hasPrefix("\(log.count(of: endpoint)):"))
  }

  @Test func aMockHasNoLimit() async throws {
    let fake = Client.mocked(try Spec.load(yaml: Self.yaml))
    for _ in 0..<3 { #expect(try await fake.call("slow").metrics.paused == .zero) }
  }

  private static func server(_ statuses: [Int]) -> Answering {
    let turn = Mutex(0)
    return Answering { request in
      let status = turn.withLock { turn in
        defer { turn += 1 }
        return statuses[min(turn, statuses.count - 1)]
      }
      guard status > 0 else { throw TransportError(.connect, "no way there") }
      return Response(status: .init(code: status), headers: [.contentType: "application/json"], url: request.url, body: .init([0x31]))
    }
  }

  private static let plain = """
    base: https://api.test
    retry: {backoff: 1ms..1ms}
    endpoints:
      get: GET /x
    """

  /// The responses of a server, the number of requests, and the outcome; the same in the replay.
  private static let recorded: [(statuses: [Int], outcome: String)] = [
    ([404], "1: the server responded with 404"), ([503], "3: the server responded with 503 (after 3 attempts)"),
    ([0], "3: no way there (after 3 attempts)"), ([503, 404], "2: the server responded with 404"), ([503, 0, 200], "3: 1"), ([200], "1: 1"),
  ]

  private static func outcome(_ client: Client, _ options: CallOptions = .init()) async -> String {
    do throws(CallError) {
      let reply = try await client.call("get", [:], options)
      return "\(reply.metrics.attempts): \(reply.value)"
    } catch {
      return "\(error.attempts): \(error.message)"
    }
  }

  @Test(arguments: recorded.indices) func aReplayRepeatsTheRecordedAttempts(index: Int) async throws {
    let (statuses, wanted) = Self.recorded[index]
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.har"
    let spec = try Spec.load(yaml: Self.plain)
    let recorder = try Recorder(path, over: Self.server(statuses))
    #expect(await Self.outcome(Client(spec, transport: recorder)) == wanted)
    try recorder.save()
    #expect(await Self.outcome(Client(spec, transport: try Replay(path))) == wanted)
    // Never more than recorded.
    #expect(await Self.outcome(Client(spec, transport: try Replay(path)), .init(retries: 9)) == wanted)
  }

  @Test func oneRecordedFailureIsOneAttempt() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.har"
    let spec = try Spec.load(yaml: Self.plain)
    let recorder = try Recorder(path, over: Self.server([503]))
    #expect(await Self.outcome(Client(spec, transport: recorder), .init(retries: 0)) == "1: the server responded with 503")
    try recorder.save()
    #expect(await Self.outcome(Client(spec, transport: try Replay(path))) == "1: the server responded with 503")
  }
}
