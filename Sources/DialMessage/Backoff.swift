/// Waits that double up to a bound: the one rule for all that is tried again.
package struct Backoff: Sendable, Hashable {
  /// The longest of the first waits.
  package var first: Duration
  /// The longest of all.
  package var maximum: Duration

  package init(first: Duration, maximum: Duration) {
    self.first = first
    self.maximum = maximum
  }

  /// The longest wait before the retry of this number, which counts from 0.
  package func longest(_ number: Int) -> Duration {
    // Doubling further than this says nothing: a century is longer than any bound.
    var wait = min(first, maximum)
    for _ in 0..<min(max(number, 0), 40) where wait < maximum { wait = min(maximum, wait * 2) }
    return wait
  }

  /// What is waited before it, for a share drawn between 0 and 1: full jitter, so that clients that failed together do not come back together.
  package func wait(_ number: Int, _ share: Double) -> Duration { longest(number) * min(max(share, 0), 1) }
}
