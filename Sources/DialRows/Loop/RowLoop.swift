import DialMessage
import DialPolicies
import Synchronization

/// Performs an action for each row, several at once. It takes a row only when one of its workers is free and the results that nobody has
/// taken yet are few, so that memory does not grow with the number of rows.
package final class RowLoop<Row: Sendable>: Sendable {
  private struct State {
    /// The number of rows that were taken, and of those whose results are out.
    var (taken, done) = (0, 0)
    /// The size of the results that are not out.
    var held = 0
    var isStopped = false
    /// The worker that waits until more results are out.
    var full: CheckedContinuation<Void, Never>?
    var error: (any Error)?
  }

  private let parallel: Int
  private let window: Int
  private let next: @Sendable () async throws -> Row?
  private let perform: @Sendable (_ index: Int, Row) async throws -> Bool
  private let stopped: @Sendable () -> Void
  /// A reader who is slower than the server must not fill the memory.
  private static var maxHeld: Int { 64 << 20 }
  private let state = Mutex(State())
  /// A worker takes a row while the others wait, in their order.
  private let turn = Semaphore(1)

  /// - Parameters:
  ///   - window: the maximum number of rows whose results are not out.
  ///   - next: returns the next row; is never called twice at once.
  ///   - stopped: is called when no more rows are taken, so that ``next`` does not wait for one.
  ///   - perform: is called with the position of a row, from 0, and says whether to go on. Its result is out when ``release(_:_:)`` is
  ///     called.
  package init(
    parallel: Int, window: Int = 4096, next: @escaping @Sendable () async throws -> Row?, stopped: @escaping @Sendable () -> Void = {},
    perform: @escaping @Sendable (_ index: Int, Row) async throws -> Bool
  ) {
    (self.parallel, self.window, self.next, self.perform) = (parallel, max(window, parallel), next, perform)
    self.stopped = stopped
  }

  /// Returns after the last row, or after ``stop()`` or an error, when the rows under way have ended. Throws the first error.
  ///
  /// - Parameter executors: of the workers, in turn.
  package func run(on executors: [any TaskExecutor] = []) async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<parallel {
        group.addTask(executorPreference: executors.isEmpty ? nil : executors[number % executors.count]) {
          do {
            while let (index, row) = try await self.take() { if !(try await self.perform(index, row)) { self.stop() } }
          } catch {
            self.stop(for: error)
          }
        }
      }
    }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Takes no more rows.
  package func stop(for error: (any Error)? = nil) {
    let full = state.withLock { state in
      state.isStopped = true
      state.error = state.error ?? error
      return state.full.take()
    }
    full?.resume()
    stopped()
  }

  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Says that a result of this size waits until it is out.
  package func hold(_ bytes: Int) { state.withLock { $0.held += bytes } }

  /// Says that the results of some rows are out.
  package func release(_ count: Int, _ bytes: Int = 0) {
    let full = state.withLock { state in
      state.done += count
      state.held -= bytes
      return state.full.take()
    }
    full?.resume()
  }

  private func isFull(_ state: State) -> Bool {
    state.taken - state.done >= window || state.held >= Self.maxHeld && state.taken > state.done
  }

  private func take() async throws -> (Int, Row)? {
    // Without a deadline, no worker is late.
    let permit = try await turn.take(before: nil) { TransportError(.timeout, "") }
    defer { withExtendedLifetime(permit) {} }
    while true {
      try Task.checkCancellation()
      let (isStopped, isOver) = state.withLock { ($0.isStopped, isFull($0)) }
      if isStopped { return nil }
      if isOver {
        await withCheckedContinuation { continuation in
          let isFree = state.withLock { state in
            if state.isStopped || !isFull(state) { return true }
            state.full = continuation
            return false
          }
          if isFree { continuation.resume() }
        }
        continue
      }
      guard let row = try await next() else {
        stop()
        return nil
      }
      // What comes after it is not sent, also if this one was waited for.
      if self.isStopped { return nil }
      let index = state.withLock { state in
        defer { state.taken += 1 }
        return state.taken
      }
      return (index, row)
    }
  }
}

/// Results in the order of their rows, or as they come.
package struct RowOrder<Value> {
  private let isOrdered: Bool
  private var next = 0
  private var early: [Int: Value] = [:]

  package init(isOrdered: Bool) { self.isOrdered = isOrdered }

  /// Adds a result. Calls `out` with each one whose turn it is.
  package mutating func add(_ value: Value, at index: Int, _ out: (Value) -> Void) {
    guard isOrdered else { return out(value) }
    guard index == next else {
      early[index] = value
      return
    }
    out(value)
    next += 1
    while let value = early.removeValue(forKey: next) {
      out(value)
      next += 1
    }
  }

  /// The results that wait for an earlier one, by position.
  package var waiting: [(index: Int, value: Value)] { early.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}
