import DialMessage
import Synchronization

/// Work that runs once and that several calls wait for. A call can stop waiting; the work continues for the others.
final class SharedTask<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, CallError>

  private struct State {
    var outcome: Outcome?
    var last = 0
    var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    /// The calls that stopped before they began to wait.
    var left: [Int: CallError] = [:]
  }

  private let state = Mutex(State())
  private let late: String

  /// - Parameter late: the message of the error if the deadline of a call is reached.
  init(late: String) { self.late = late }

  func finish(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      state.outcome = outcome
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  /// Waits for the result, until the task is cancelled or the deadline is reached.
  func value(until deadline: ContinuousClock.Instant?) async throws(CallError) -> Value {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let timer = deadline.map { deadline in
      Task { [self] in
        do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
        leave(number, CallError(.timeout, late))
      }
    }
    defer { timer?.cancel() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = wait(number, continuation) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      leave(number, CallError(.cancelled, "the call was cancelled"))
    }
    return try outcome.get()
  }

  /// Returns nil if the call must wait.
  private func wait(_ number: Int, _ continuation: CheckedContinuation<Outcome, Never>) -> Outcome? {
    state.withLock { state in
      if let outcome = state.outcome { return outcome }
      if let error = state.left.removeValue(forKey: number) { return .failure(error) }
      state.waiting[number] = continuation
      return nil
    }
  }

  private func leave(_ number: Int, _ error: CallError) {
    let continuation = state.withLock { state in
      if let continuation = state.waiting.removeValue(forKey: number) { return Optional(continuation) }
      if state.outcome == nil { state.left[number] = error }
      return nil
    }
    continuation?.resume(returning: .failure(error))
  }
}
