import DialMessage
import Synchronization

/// Who is told of the calls of a client.
final class Observers: Sendable {
  private struct State {
    var all: [@Sendable (Event) -> Void] = []
    var calls = 0
  }
  private let state = Mutex(State())

  func add(_ observe: @escaping @Sendable (Event) -> Void) { state.withLock { $0.all.append(observe) } }

  /// What follows a call; nil, and no cost, where nobody wants to know of it.
  func watch(_ endpoint: String, _ meter: ProgressMeter?) -> CallMonitor? {
    state.withLock { state in
      guard meter != nil || !state.all.isEmpty else { return nil }
      state.calls += 1
      return CallMonitor(call: state.calls, endpoint: endpoint, observers: state.all, meter: meter)
    }
  }
}
