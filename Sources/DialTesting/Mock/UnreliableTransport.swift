public import Dial
import Synchronization

/// Delays and fails by its options, before another transport responds.
struct UnreliableTransport: Transport {
  let traits = TransportTraits(offline: .mocks)
  private let inner: any Transport
  private let options: MockOptions
  private let chance: SeededRandom

  init(_ inner: any Transport, _ options: MockOptions) {
    (self.inner, self.options) = (inner, options)
    chance = SeededRandom(seed: options.seed)
  }

  func send(_ request: PreparedRequest) async throws -> Response {
    let (wait, fails) = chance.draw(options)
    if let wait { try await MockDelay.wait(wait, request.policy) }
    if fails {
      throw TransportError(options.failure, "the mock of '\(request.endpoint)' simulates the error '\(options.failure.rawValue)'")
    }
    return try await inner.send(request)
  }
}

/// Random numbers that are the same in every run (SplitMix64). Each request draws two, so that options do not affect each other.
private final class SeededRandom: Sendable {
  private let state: Mutex<UInt64>

  init(seed: UInt64) { state = Mutex(seed) }

  func draw(_ options: MockOptions) -> (wait: Duration?, fails: Bool) {
    let (first, second) = state.withLock { (Self.next(&$0), Self.next(&$0)) }
    let wait = options.delay.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) * first }
    return (wait, second < options.failureRate)
  }

  /// Returns a number from 0 up to, but not including, 1.
  private static func next(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
  }
}

/// Delays and failures of mocks, to test how a program reacts.
///
/// ```swift
/// let shop = Client.mocked(spec, options: MockOptions(delay: .milliseconds(50)...(.milliseconds(200)), failureRate: 0.05))
/// ```
public struct MockOptions: Sendable {
  /// The delay before each response, in addition to `delay` of its mock, random within the range; nil for none.
  public var delay: ClosedRange<Duration>?
  /// The share of calls that fail, from 0 to 1.
  public var failureRate: Double
  /// The kind of the failures.
  public var failure: TransportError.Kind
  /// The seed of the random numbers. With the same seed, the same calls fail and wait in every run.
  public var seed: UInt64
  /// Whether a ``MockServer`` lets pages of any origin call it from a browser (CORS).
  public var allowsOrigins: Bool

  /// Creates options; by default, responses have no delay and no failures.
  public init(
    delay: ClosedRange<Duration>? = nil, failureRate: Double = 0, failure: TransportError.Kind = .connect, seed: UInt64 = 1,
    allowsOrigins: Bool = false
  ) {
    (self.delay, self.failureRate, self.failure, self.seed, self.allowsOrigins) = (delay, failureRate, failure, seed, allowsOrigins)
  }
}
