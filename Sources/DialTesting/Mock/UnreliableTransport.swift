import DialEngine
public import DialMessage
import DialModel
import DialPolicies
import DialSpec
import DialStreams
import Synchronization

/// Waits and fails as its options say, before the answer of another transport.
struct UnreliableTransport: OfflineTransport {
  let mayKnowTokens = false
  private let inner: any Transport
  private let options: MockOptions
  private let chance: SeededRandom

  init(_ inner: any Transport, _ options: MockOptions) {
    self.inner = inner
    self.options = options
    chance = SeededRandom(seed: options.seed)
  }

  func send(_ request: PreparedRequest) async throws -> Response {
    let (wait, fails) = chance.draw(options)
    if let wait { try await MockPause.wait(wait, request.policy) }
    if fails {
      throw TransportError(options.failure, "the mock of '\(request.endpoint)' fails by its options: \(options.failure.rawValue)")
    }
    return try await inner.send(request)
  }
}

/// Random numbers that are the same in every run (SplitMix64), drawn twice for each request, so that a change of one option leaves the
/// others' draws as they were.
private final class SeededRandom: Sendable {
  private let state: Mutex<UInt64>

  init(seed: UInt64) { state = Mutex(seed) }

  func draw(_ options: MockOptions) -> (wait: Duration?, fails: Bool) {
    let (first, second) = state.withLock { (Self.next(&$0), Self.next(&$0)) }
    let wait = options.delay.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) * first }
    return (wait, second < options.failureRate)
  }

  /// From 0 up to, not including, 1.
  private static func next(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
  }
}

/// How slow and how unreliable the answers of mocks are, to see what a program makes of it.
///
/// ```swift
/// let shop = Client.mocked(spec, options: MockOptions(delay: .milliseconds(50)...(.milliseconds(200)), failureRate: 0.05))
/// ```
public struct MockOptions: Sendable {
  /// Before each answer, beside the `delay` of its mock; drawn evenly from the range. nil for none.
  public var delay: ClosedRange<Duration>?
  /// How many calls fail, from 0 (none) to 1 (all).
  public var failureRate: Double
  /// How they fail.
  public var failure: TransportError.Kind
  /// Begins the random numbers: with the same seed the same calls fail, and wait as long, in every run.
  public var seed: UInt64

  /// Answers at once and without failures where nothing else is said.
  public init(delay: ClosedRange<Duration>? = nil, failureRate: Double = 0, failure: TransportError.Kind = .connect, seed: UInt64 = 1) {
    self.delay = delay
    self.failureRate = failureRate
    self.failure = failure
    self.seed = seed
  }
}
