/// Pauses that double up to a maximum. All retries use it.
package struct Backoff: Sendable, Hashable {
  /// The upper bound of the first pause.
  package var first: Duration
  /// The maximum of all pauses.
  package var maximum: Duration

  package init(first: Duration, maximum: Duration) {
    self.first = first
    self.maximum = maximum
  }

  /// Returns the upper bound of the pause before the retry of this number, counted from 0.
  package func longest(_ number: Int) -> Duration {
    // More doubling has no effect: a century is longer than any maximum.
    var wait = min(first, maximum)
    for _ in 0..<min(max(number, 0), 40) where wait < maximum { wait = min(maximum, wait * 2) }
    return wait
  }

  /// Returns the pause for a random share between 0 and 1 (full jitter), so that clients that failed together do not return together.
  package func wait(_ number: Int, _ share: Double) -> Duration { longest(number) * min(max(share, 0), 1) }
}
