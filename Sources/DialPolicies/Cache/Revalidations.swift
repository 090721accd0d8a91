import Synchronization

/// Answers that are fetched behind stale ones: one at a time for each, ended with the client.
package final class Revalidations: Sendable {
  private struct State {
    var running: [String: Task<Void, Never>] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  /// Begins the work unless it is under way for this name.
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

  /// Waits for all that is under way.
  package func settle() async {
    for task in state.withLock({ Array($0.running.values) }) { await task.value }
  }

  /// Ends all that is under way; nothing more begins where it is for good.
  package func cancel(forGood: Bool = false) {
    let tasks = state.withLock { state in
      state.isOver = state.isOver || forGood
      return Array(state.running.values)
    }
    for task in tasks { task.cancel() }
  }
}
