import Synchronization

/// Requests that replace stale responses in the background: one at a time for each, cancelled with the client.
package final class Revalidations: Sendable {
  private struct State {
    var running: [String: Task<Void, Never>] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  /// Starts the work, unless work of this name is in progress.
  func begin(_ name: String, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isOver, state.running[name] == nil else { return }
      state.running[name] = Task { [weak self] in
        await work()
        self?.end(name)
      }
    }
  }

  private func end(_ name: String) { state.withLock { _ = $0.running.removeValue(forKey: name) } }

  /// Waits for all work in progress.
  package func settle() async {
    for task in state.withLock({ Array($0.running.values) }) { await task.value }
  }

  /// Cancels all work in progress. With `forGood`, no new work starts.
  package func cancel(forGood: Bool = false) {
    let tasks = state.withLock { state in
      state.isOver = state.isOver || forGood
      return Array(state.running.values)
    }
    for task in tasks { task.cancel() }
  }
}
