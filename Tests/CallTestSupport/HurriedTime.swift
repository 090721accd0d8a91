import DialModel
package import DialPolicies
import Synchronization

/// A time for policies that passes only while a task sleeps, without a delay. It records the pauses.
package final class HurriedTime: Sendable {
  private struct State {
    var passed: Duration = .zero
    var waits: [Duration] = []
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private let share: @Sendable () -> Double

  /// `share` is the random number for pauses.
  package init(share: @escaping @Sendable () -> Double = { 1 }) { self.share = share }

  package var waits: [Duration] { state.withLock { $0.waits } }

  package var text: String { waits.map { DurationText.text($0) }.joined(separator: " ") }

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
