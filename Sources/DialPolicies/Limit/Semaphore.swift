import DialMessage
import Synchronization

/// So many calls at once; others wait in a row.
package final class Semaphore: Sendable {
  private struct Waiter {
    var number: Int
    var continuation: CheckedContinuation<Void, any Error>
    /// Takes it out of the row at its deadline.
    var alarm: Task<Void, any Error>?
  }

  private struct State {
    var free: Int
    var row: [Waiter] = []
    var count = 0
  }

  private let state: Mutex<State>

  /// How many stand in the row.
  var waiting: Int { state.withLock { $0.row.count } }

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// One of the places, for as long as the permit lives. Whoever waited longest is next. Throws `late` at the deadline.
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
          // Who is not in the row yet could not be called out of it: the alarm is set together with it.
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

  /// Out of the row, unless the place has come.
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

  /// A place that is taken; it is free again when nobody has the permit any more.
  package final class Permit: Sendable {
    private let places: Semaphore

    init(_ places: Semaphore) { self.places = places }

    deinit { places.giveBack() }
  }
}
