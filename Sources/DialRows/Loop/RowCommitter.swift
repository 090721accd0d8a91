import Dispatch
import Synchronization

/// Writes what became of rows: first into the journal, then to the reader in the order of the rows. It has a thread of its own, because
/// waiting for a disk or a slow reader must not hold up the calls.
package final class RowCommitter: Sendable {
  /// What became of a row.
  package struct Row: Sendable {
    package var index: Int
    /// The line of the journal; empty if it is from there, or if there is none.
    package var record: [UInt8]
    /// What is written to the reader.
    package var output: [UInt8]
    /// What is written to the file of failed rows.
    package var failed: [UInt8]

    fileprivate var size: Int { record.count + output.count + failed.count }

    package init(index: Int, record: [UInt8], output: [UInt8], failed: [UInt8]) {
      (self.index, self.record, self.output, self.failed) = (index, record, output, failed)
    }
  }

  private struct State {
    var rows: [Row] = []
    var begun: [([UInt8], CheckedContinuation<Void, any Error>)] = []
    var isEnding = false
    var end: CheckedContinuation<Void, any Error>?
    var error: (any Error)?
  }

  /// Where rows go.
  package struct Sinks: Sendable {
    /// Appends lines to the journal; `syncs` asks that they are on disk when it returns.
    package var journal: (@Sendable (_ bytes: [UInt8], _ syncs: Bool) throws -> Void)?
    package var output: @Sendable ([UInt8]) throws -> Void
    package var failed: (@Sendable ([UInt8]) throws -> Void)?
    /// Says that a result of so many bytes waits.
    package var hold: @Sendable (Int) -> Void
    /// Says that the results of some rows are out, and how many bytes they have.
    package var release: @Sendable (Int, Int) -> Void
    /// Says that nothing can be written any more.
    package var broken: @Sendable () -> Void
    /// Is called some fifty times a second. Throws if there is no reader any more.
    package var tick: @Sendable () throws -> Void

    package init(
      journal: (@Sendable (_ bytes: [UInt8], _ syncs: Bool) throws -> Void)?, output: @escaping @Sendable ([UInt8]) throws -> Void,
      failed: (@Sendable ([UInt8]) throws -> Void)?, hold: @escaping @Sendable (Int) -> Void,
      release: @escaping @Sendable (Int, Int) -> Void, broken: @escaping @Sendable () -> Void,
      tick: @escaping @Sendable () throws -> Void
    ) {
      (self.journal, self.output, self.failed) = (journal, output, failed)
      (self.hold, self.release, self.broken, self.tick) = (hold, release, broken, tick)
    }
  }

  /// Rows wait for others so long, or until there are so many, because each wait for a disk costs the same.
  private static let (wait, batch) = (20, 256)

  private let sinks: Sinks
  private let isOrdered: Bool
  private let syncs: Bool
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameter syncs: whether the records of rows are on disk before their results are written.
  package init(isOrdered: Bool, syncs: Bool, _ sinks: Sinks) {
    (self.isOrdered, self.syncs, self.sinks) = (isOrdered, syncs, sinks)
    DispatchQueue(label: "dial.rows").async { self.work() }
  }

  /// Writes a row, later.
  package func add(_ row: Row) {
    sinks.hold(row.size)
    let isMany = state.withLock { state in
      state.rows.append(row)
      return state.rows.count == Self.batch
    }
    if isMany { wake.signal() }
  }

  /// Waits until a line is in the journal, on disk if it syncs.
  package func begin(_ record: [UInt8]) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let error = state.withLock { state in
        if state.error == nil { state.begun.append((record, continuation)) }
        return state.error
      }
      if let error { return continuation.resume(throwing: error) }
      wake.signal()
    }
  }

  /// Waits until everything is written. Throws why it could not be.
  package func end() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      state.withLock { state in (state.isEnding, state.end) = (true, continuation) }
      wake.signal()
    }
  }

  private func work() {
    var order = RowOrder<Row>(isOrdered: isOrdered)
    // Where the reader has gone away, rows under way are still recorded.
    var (isRecording, isWriting) = (true, true)
    while true {
      _ = wake.wait(timeout: .now() + .milliseconds(Self.wait))
      let (rows, begun, isEnding) = state.withLock { state in
        defer { (state.rows, state.begun) = ([], []) }
        return (state.rows, state.begun, state.isEnding)
      }
      if isRecording { isRecording = attempt { try record(rows, begun.map(\.0)) } }
      for (_, continuation) in begun {
        if isRecording { continuation.resume() } else { continuation.resume(throwing: state.withLock { $0.error } ?? CancellationError()) }
      }
      if isRecording, isWriting {
        isWriting = attempt {
          try sinks.tick()
          var ready: [Row] = []
          for row in rows { order.add(row, at: row.index) { ready.append($0) } }
          try out(isEnding ? ready + order.waiting.map(\.value) : ready)
        }
      }
      guard isEnding else { continue }
      let (end, error) = state.withLock { ($0.end.take(), $0.error) }
      if let error { end?.resume(throwing: error) } else { end?.resume() }
      return
    }
  }

  /// Returns false if a step failed, after which no more rows are taken.
  private func attempt(_ step: () throws -> Void) -> Bool {
    do {
      try step()
      return true
    } catch {
      state.withLock { $0.error = $0.error ?? error }
      sinks.broken()
      return false
    }
  }

  private func record(_ rows: [Row], _ begun: [[UInt8]]) throws {
    guard let journal = sinks.journal else { return }
    var bytes: [UInt8] = []
    for record in begun { bytes += record }
    for row in rows { bytes += row.record }
    if !bytes.isEmpty { try journal(bytes, syncs) }
  }

  private func out(_ rows: [Row]) throws {
    if rows.isEmpty { return }
    let failed = rows.flatMap(\.failed)
    if !failed.isEmpty { try sinks.failed?(failed) }
    let output = rows.flatMap(\.output)
    if !output.isEmpty { try sinks.output(output) }
    sinks.release(rows.count, rows.reduce(0) { $0 + $1.size })
  }
}
