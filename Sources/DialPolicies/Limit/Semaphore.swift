import DialMessage
import Synchronization

/// Limits the number of simultaneous calls. Others wait in a queue.
package final class Semaphore: Sendable {
  private struct Waiter {
    var number: Int
    var continuation: CheckedContinuation<Void, any Error>
    /// Removes the call from the queue at its deadline.
    var alarm: Task<Void, any Error>?
  }

  private struct State {
    var free: Int
    var row: [Waiter] = []
    var count = 0
  }

  private let state: Mutex<State>

  var waiting: Int { state.withLock { $0.row.count } }

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Takes a place until the permit is released. The longest waiting call is next. Throws `late` at the deadline.
  func take(before deadline: ContinuousClock.Instant?, _ time: PolicyClock, late: @escaping @Sendable () -> TransportError) async throws
    -> Permit
  {
    if takeFree() { return Permit(self) }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = state.withLock { state in
          guard state.free == 0 else {
            state.free -= 1
            return true
          }
          // The alarm is set when the call is in the queue; before that, it could not be removed.
          let alarm = deadline.map { deadline in
            Task { [self] in
              try await time.sleep(max(.zero, time.now().duration(to: deadline)))
              leave(number, late())
            }
          }
          state.row.append(Waiter(number: number, continuation: continuation, alarm: alarm))
          return false
        }
        if isFree { continuation.resume() } else if Task.isCancelled { leave(number, CancellationError()) }
      }
    } onCancel: {
      leave(number, CancellationError())
    }
    return Permit(self)
  }

  private func takeFree() -> Bool {
    state.withLock { state in
      guard state.free > 0 else { return false }
      state.free -= 1
      return true
    }
  }

  /// Removes a call from the queue, unless it has its place.
  private func leave(_ number: Int, _ error: any Error) {
    let waiter = state.withLock { state in
      state.row.firstIndex { $0.number == number }.map { state.row.remove(at: $0) }
    }
    waiter?.alarm?.cancel()
    waiter?.continuation.resume(throwing: error)
  }

  fileprivate func giveBack() {
    let next: Waiter? = state.withLock { state in
      if state.row.isEmpty {
        state.free += 1
        return nil
      }
      return state.row.removeFirst()
    }
    next?.alarm?.cancel()
    next?.continuation.resume()
  }

  /// An occupied place, which is free again when the permit is released.
  package final class Permit: Sendable {
    private let places: Semaphore

    init(_ places: Semaphore) { self.places = places }

    deinit { places.giveBack() }
  }
}
