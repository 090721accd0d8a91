import DialMessage
import Synchronization

/// The started calls of a client that have not ended.
final class StartedCalls: Sendable {
  typealias Outcome = Result<Reply, CallError>

  private struct State {
    var last = 0
    var tasks: [Int: Task<Outcome, Never>] = [:]
  }
  private let state = Mutex(State())

  func start(_ work: @escaping @Sendable () async -> Outcome) -> Task<Outcome, Never> {
    state.withLock { state in
      state.last += 1
      let number = state.last
      let task = Task {
        let outcome = await work()
        self.state.withLock { _ = $0.tasks.removeValue(forKey: number) }
        return outcome
      }
      state.tasks[number] = task
      return task
    }
  }

  func cancel() {
    let tasks = state.withLock { Array($0.tasks.values) }
    for task in tasks { task.cancel() }
  }
}
