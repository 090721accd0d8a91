public import DialCore

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
