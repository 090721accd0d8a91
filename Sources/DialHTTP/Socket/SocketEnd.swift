import Synchronization

/// Reports the end of a web socket to those who wait for it.
final class SocketEnd: Sendable {
  private struct State {
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  func tell() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  func wait() async {
    await withCheckedContinuation { one in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiting.append(one) }
        return state.isOver
      }
      if isOver { one.resume() }
    }
  }
}
