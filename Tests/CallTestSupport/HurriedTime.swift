import DialModel
package import DialPolicies
import Synchronization

/// A time for policies that passes only while somebody sleeps, and then at once. It remembers the waits.
package final class HurriedTime: Sendable {
  private struct State {
    var passed: Duration = .zero
    var waits: [Duration] = []
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private let share: @Sendable () -> Double

  /// `share` is the chance that waits are drawn with.
  package init(share: @escaping @Sendable () -> Double = { 1 }) { self.share = share }

  package var waits: [Duration] { state.withLock { $0.waits } }

  /// `100ms 2s`
  package var text: String { waits.map { DurationText.text($0) }.joined(separator: " ") }

  /// Lets time pass.
  package func pass(_ time: Duration) { state.withLock { $0.passed += time } }

  package var time: PolicyClock {
    PolicyClock(
      now: { [self] in start + state.withLock { $0.passed } },
      sleep: { [self] wait in
        try Task.checkCancellation()
        state.withLock { state in
          state.passed += wait
          state.waits.append(wait)
        }
      }, share: share)
  }
}
