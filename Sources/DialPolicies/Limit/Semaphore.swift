package import DialMessage
import Synchronization

/// Limits the number of simultaneous calls. Others wait in a queue.
package final class Semaphore: Sendable {
  private struct State {
    var free: Int
    /// The waiting calls, the longest waiting one first.
    var queue: [Turn] = []
  }

  private let state: Mutex<State>

  var waiting: Int { state.withLock { $0.queue.count } }

  package init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a permit, which counts until it is released. The longest waiting call is next. Throws `late` at the deadline.
  package func take(before deadline: ContinuousClock.Instant?, late: () -> TransportError) async throws -> Permit {
    let turn: Turn? = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      let turn = Turn()
      state.queue.append(turn)
      return turn
    }
    guard let turn else { return Permit(self) }
    let end = await turn.wait(until: deadline)
    if end == .comes { return Permit(self) }
    // A call that is no longer in the queue got its permit at the same moment.
    if !leave(turn) { release() }
    throw end == .isLate ? late() : CancellationError()
  }

  /// Removes a call from the queue. Returns false if it is not there.
  private func leave(_ turn: Turn) -> Bool {
    state.withLock { state in
      guard let index = state.queue.firstIndex(where: { $0 === turn }) else { return false }
      state.queue.remove(at: index)
      return true
    }
  }

  fileprivate func release() {
    let next: Turn? = state.withLock { state in
      if !state.queue.isEmpty { return state.queue.removeFirst() }
      state.free += 1
      return nil
    }
    next?.end(.comes)
  }

  /// A permit for one call. Releasing it lets the next one continue.
  package final class Permit: Sendable {
    private let semaphore: Semaphore

    init(_ semaphore: Semaphore) { self.semaphore = semaphore }

    deinit { semaphore.release() }
  }
}

/// The turn of one waiting call. How it ends first counts.
private final class Turn: Sendable {
  enum End { case comes, isLate, isCancelled }

  private let state = Mutex<(end: End?, waiting: CheckedContinuation<End, Never>?)>((nil, nil))

  /// Waits for the turn, until the task is cancelled or the deadline is reached.
  func wait(until deadline: ContinuousClock.Instant?) async -> End {
    let timer = deadline.map { deadline in
      Task { [self] in
        do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
        end(.isLate)
      }
    }
    defer { timer?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.waiting = continuation }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    } onCancel: {
      end(.isCancelled)
    }
  }

  func end(_ end: End) {
    let waiting = state.withLock { state in
      if state.end != nil { return Optional<CheckedContinuation<End, Never>>.none }
      state.end = end
      return state.waiting.take()
    }
    waiting?.resume(returning: end)
  }
}
