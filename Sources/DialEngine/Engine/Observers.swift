import DialMessage
import Synchronization

/// The observers of a client.
final class Observers: Sendable {
  private struct State {
    var all: [@Sendable (Event) -> Void] = []
    var calls = 0
  }
  private let state = Mutex(State())

  func add(_ observe: @escaping @Sendable (Event) -> Void) { state.withLock { $0.all.append(observe) } }

  /// Returns the monitor of a call; nil, without any cost, if nobody observes it.
  func watch(_ endpoint: String, _ meter: ProgressMeter?) -> CallMonitor? {
    state.withLock { state in
      guard meter != nil || !state.all.isEmpty else { return nil }
      state.calls += 1
      return CallMonitor(call: state.calls, endpoint: endpoint, observers: state.all, meter: meter)
    }
  }
}
