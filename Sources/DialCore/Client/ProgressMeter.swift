import Synchronization

/// Counts the bytes of one call, and tells those who listen.
final class ProgressMeter: Sendable {
  private struct State {
    var progress = CallTask.Progress()
    var listeners: [AsyncStream<CallTask.Progress>.Continuation] = []
    var isOver = false
    /// The bytes that a part of the reply goes on from.
    var start: Int64 = 0
  }
  private let state = Mutex(State())
  /// Is told each step, one after the other.
  private let tell: (@Sendable (CallTask.Progress) -> Void)?

  init(_ tell: (@Sendable (CallTask.Progress) -> Void)? = nil) { self.tell = tell }

  func steps() -> AsyncStream<CallTask.Progress> {
    let (steps, listener) = AsyncStream.makeStream(of: CallTask.Progress.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      listener.yield(state.progress)
      if state.isOver { listener.finish() } else { state.listeners.append(listener) }
    }
    return steps
  }

  func update(_ change: (inout CallTask.Progress) -> Void) {
    state.withLock { state in
      change(&state.progress)
      publish(state)
    }
  }

  /// The next request asks for the bytes from this one on.
  func begin(at start: Int64) { state.withLock { $0.start = start } }

  /// A hop begins, with a body of this length.
  func begin(sending length: Int64?) {
    state.withLock { state in
      state.progress = CallTask.Progress(received: state.start, toSend: length)
      publish(state)
    }
  }

  /// The head of a reply is there, with the length of its body; a part goes on where it was asked for.
  func begin(receiving length: Int64?, isPart: Bool, isAllSent: Bool) {
    state.withLock { state in
      if isAllSent, let all = state.progress.toSend { state.progress.sent = all }
      state.progress.received = isPart ? state.start : 0
      let all = length?.addingReportingOverflow(state.progress.received)
      state.progress.toReceive = all.flatMap { $0.overflow ? nil : $0.partialValue }
      state.progress.isReceiving = true
      publish(state)
    }
  }

  private func publish(_ state: State) {
    for listener in state.listeners { listener.yield(state.progress) }
    tell?(state.progress)
  }

  func end() {
    let listeners = state.withLock { state in
      defer { state.listeners = [] }
      state.isOver = true
      return state.listeners
    }
    for listener in listeners { listener.finish() }
  }
}
