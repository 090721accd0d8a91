import DialMessage
import Synchronization

/// Limits the number of simultaneous calls. Others wait in a queue.
package final class Semaphore: Sendable {
  private struct Waiter {
    var number: Int
    var continuation: CheckedContinuation<Void, any Error>
    /// Removes the call from the queue at its deadline.
    var timeout: Task<Void, any Error>?
  }

  private struct State {
    var free: Int
    var queue: [Waiter] = []
    var count = 0

    mutating func takeFree() -> Bool {
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  private let state: Mutex<State>

  var waiting: Int { state.withLock { $0.queue.count } }

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a permit, which counts until it is released. The longest waiting call is next. Throws `late` at the deadline.
  func take(before deadline: ContinuousClock.Instant?, _ time: PolicyClock, late: @escaping @Sendable () -> TransportError) async throws
    -> Permit
  {
    if state.withLock({ $0.takeFree() }) { return Permit(self) }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = state.withLock { state in
          if state.takeFree() { return true }
          // The timeout is set when the call is in the queue; before that, it could not be removed.
          let timeout = deadline.map { deadline in
            Task { [self] in
              try await time.sleep(max(.zero, time.now().duration(to: deadline)))
              leave(number, late())
            }
          }
          state.queue.append(Waiter(number: number, continuation: continuation, timeout: timeout))
          return false
        }
        if isFree { continuation.resume() } else if Task.isCancelled { leave(number, CancellationError()) }
      }
    } onCancel: {
      leave(number, CancellationError())
    }
    return Permit(self)
  }

  /// Removes a call from the queue, unless it has its permit.
  private func leave(_ number: Int, _ error: any Error) {
    let waiter = state.withLock { state in
      state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0) }
    }
    waiter?.timeout?.cancel()
    waiter?.continuation.resume(throwing: error)
  }

  fileprivate func release() {
    let next: Waiter? = state.withLock { state in
      if state.queue.isEmpty {
        state.free += 1
        return nil
      }
      return state.queue.removeFirst()
    }
    next?.timeout?.cancel()
    next?.continuation.resume()
  }

  /// A permit for one call. Releasing it lets the next one continue.
  package final class Permit: Sendable {
    private let semaphore: Semaphore

    init(_ semaphore: Semaphore) { self.semaphore = semaphore }

    deinit { semaphore.release() }
  }
}
