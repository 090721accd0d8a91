import NIOCore
import Synchronization

/// The connections of a ``LoopbackServer`` and its responses in progress, which it ends before its threads.
final class LoopbackConnections: Sendable {
  private struct State {
    var isClosed = false
    var channels: [ObjectIdentifier: any Channel] = [:]
    var work: [Int: Task<Void, Never>] = [:]
    var begun = 0
  }

  private let state = Mutex(State())

  func add(_ channel: any Channel) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.channels[ObjectIdentifier(channel)] = channel }
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  func remove(_ channel: any Channel) { state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) } }

  /// Starts the work of a response.
  func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { state in
      state.begun += 1
      let number = state.begun
      let task = Task {
        await work()
        self.end(number)
      }
      state.work[number] = task
      if state.isClosed { task.cancel() }
      return task
    }
  }

  private func end(_ number: Int) { state.withLock { _ = $0.work.removeValue(forKey: number) } }

  /// Ends all of them, and waits until the last response has noticed.
  func close() async {
    let (channels, work) = state.withLock { state in
      state.isClosed = true
      return (Array(state.channels.values), Array(state.work.values))
    }
    for task in work { task.cancel() }
    for channel in channels { try? await channel.close() }
    for task in work { await task.value }
  }
}
