import Dial
import Synchronization

/// Tells listeners that a file of a spec has changed. Files are looked at only while somebody listens.
final class SpecWatch: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var task: Task<Void, Never>?
    var hasEnded = false
  }

  private let specs: [ServedSpec]
  private let state = Mutex(State())

  init(_ specs: [ServedSpec]) { self.specs = specs }

  deinit { end() }

  /// Returns the changes from now on, until the server ends.
  func changes() -> AsyncStream<Void> {
    let (changes, feed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      if state.hasEnded { return nil }
      state.next += 1
      state.listeners[state.next] = feed
      if state.task == nil { state.task = watching() }
      return state.next
    }
    guard let number else {
      feed.finish()
      return changes
    }
    feed.onTermination = { [weak self] _ in self?.remove(number) }
    return changes
  }

  /// Ends all listening.
  func end() {
    let listeners = state.withLock { state in
      state.hasEnded = true
      state.task?.cancel()
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return }
      state.task?.cancel()
      state.task = nil
    }
  }

  private func tell() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  private func watching() -> Task<Void, Never> {
    let tell: @Sendable () -> Void = { [weak self] in self?.tell() }
    // As they are when the listening begins.
    let versions = specs.map { $0.update() }
    return Task { [specs] in await Self.watch(specs, versions, tell) }
  }

  private static func watch(_ specs: [ServedSpec], _ versions: [Int], _ tell: @Sendable () -> Void) async {
    var versions = versions
    while (try? await Task.sleep(for: ServedSpec.interval)) != nil {
      let now = specs.map { $0.update() }
      if now != versions { tell() }
      versions = now
    }
  }
}
