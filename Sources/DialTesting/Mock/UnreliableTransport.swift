import DialCore
import Synchronization

/// Waits and fails as its options say, before the answer of another transport.
struct UnreliableTransport: OfflineTransport {
  let mayKnowTokens = false
  private let inner: any Transport
  private let options: MockOptions
  private let chance: Chance

  init(_ inner: any Transport, _ options: MockOptions) {
    self.inner = inner
    self.options = options
    chance = Chance(seed: options.seed)
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
private final class Chance: Sendable {
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
