package import DialMessage
import Synchronization

/// Limits the number of simultaneous calls. Others wait in a queue.
package final class Semaphore: Sendable {
  private struct State {
    var free: Int
    /// The waiting calls, the longest waiting one first.
    var queue: [SharedTask<Void>] = []
  }

  private let state: Mutex<State>

  var waiting: Int { state.withLock { $0.queue.count } }

  package init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a permit, which counts until it is released. The longest waiting call is next. Throws `late` at the deadline.
  package func take(before deadline: ContinuousClock.Instant?, late: () -> TransportError) async throws -> Permit {
    let turn: SharedTask<Void>? = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      let turn = SharedTask<Void>(late: "")
      state.queue.append(turn)
      return turn
    }
    guard let turn else { return Permit(self) }
    do throws(CallError) {
      try await turn.value(until: deadline)
      return Permit(self)
    } catch {
      // A call that is no longer in the queue got its permit at the same moment.
      if !leave(turn) { release() }
      throw error.code == .timeout ? late() : CancellationError()
    }
  }

  /// Removes a call from the queue. Returns false if it is not there.
  private func leave(_ turn: SharedTask<Void>) -> Bool {
    state.withLock { state in
      guard let index = state.queue.firstIndex(where: { $0 === turn }) else { return false }
      state.queue.remove(at: index)
      return true
    }
  }

  fileprivate func release() {
    let next: SharedTask<Void>? = state.withLock { state in
      if !state.queue.isEmpty { return state.queue.removeFirst() }
      state.free += 1
      return nil
    }
    next?.finish(.success(()))
  }

  /// A permit for one call. Releasing it lets the next one continue.
  package final class Permit: Sendable {
    private let semaphore: Semaphore

    init(_ semaphore: Semaphore) { self.semaphore = semaphore }

    deinit { semaphore.release() }
  }
}
