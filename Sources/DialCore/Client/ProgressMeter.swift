import Synchronization

/// Counts the bytes of one call, and tells those who listen.
final class ProgressMeter: Sendable {
  private struct State {
    var progress = CallTask.Progress()
    var listeners: [AsyncStream<CallTask.Progress>.Continuation] = []
    var isOver = false
  }
  private let state = Mutex(State())

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
      for listener in state.listeners { listener.yield(state.progress) }
    }
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
