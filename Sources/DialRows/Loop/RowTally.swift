import Synchronization

/// How many rows may fail.
package enum FailureBound: Sendable {
  case count(Int)
  case percent(Double)

  /// Of fewer rows, a part says nothing.
  private static let few = 20

  func isExceeded(by failed: Int, of ended: Int) -> Bool {
    switch self {
    case .count(let count): failed > count
    case .percent(let percent): ended >= Self.few && Double(failed) * 100 > percent * Double(ended)
    }
  }
}

/// The counts of a run.
package struct RowCounts: Sendable {
  package var succeeded = 0
  /// Those whose end is in the journal of an earlier run.
  package var earlier = 0
  package var failures: [String: Int] = [:]
  package var retries = 0

  package init(succeeded: Int = 0, earlier: Int = 0, failures: [String: Int] = [:]) {
    (self.succeeded, self.earlier, self.failures) = (succeeded, earlier, failures)
  }

  package var failed: Int { failures.values.reduce(0, +) }
  package var ended: Int { succeeded + failed }
}

/// What has become of the rows so far.
package final class RowTally: Sendable {
  private let state = Mutex(RowCounts())
  private let over = Atomic(false)
  private let hasResult = Atomic(false)
  private let isSharingTold = Atomic(false)
  /// The idempotency key of the last row.
  private let lastKey = Mutex<String?>(nil)
  private let bound: FailureBound?

  package init(bound: FailureBound?) { self.bound = bound }

  package var counts: RowCounts { state.withLock { $0 } }

  /// Whether too many rows failed.
  package var isOver: Bool { over.load(ordering: .relaxed) }

  /// Whether a row before had the same idempotency key. It is true once.
  package func isShared(_ key: String) -> Bool {
    lastKey.withLock { exchange(&$0, with: key) } == key && !isSharingTold.exchange(true, ordering: .relaxed)
  }

  /// Whether no row had a result before; once.
  package var isFirstResult: Bool {
    if hasResult.load(ordering: .relaxed) { return false }
    return !hasResult.exchange(true, ordering: .relaxed)
  }

  package func add(retries: Int) { if retries > 0 { state.withLock { $0.retries += retries } } }

  /// - Parameter code: of the failure; empty if the row succeeded.
  package func add(_ code: String, isEarlier: Bool) {
    let isExceeded = state.withLock { counts in
      if code.isEmpty { counts.succeeded += 1 } else { counts.failures[code, default: 0] += 1 }
      if isEarlier { counts.earlier += 1 }
      return bound?.isExceeded(by: counts.failed, of: counts.ended) ?? false
    }
    if isExceeded { over.store(true, ordering: .relaxed) }
  }
}

/// Notes in the journal that a row is being sent, once, right before the first of its requests that could act twice. Until then, a row may
/// wait for a limit or a sign-in; a redirect to another origin has no key any more.
package final class BeginNote: Sendable {
  private let committer: RowCommitter
  private let record: JournalRecord
  private let isWritten = Atomic(false)
  private let failure = Mutex<(any Error)?>(nil)

  package init(_ committer: RowCommitter, _ record: JournalRecord) { (self.committer, self.record) = (committer, record) }

  /// Why it could not be written; nil if it was, or was not needed.
  package var fault: (any Error)? { failure.withLock { $0 } }

  package func write() async throws {
    if isWritten.exchange(true, ordering: .relaxed) { return }
    var bytes: [UInt8] = []
    record.write(into: &bytes)
    do {
      try await committer.begin(bytes)
    } catch {
      failure.withLock { $0 = error }
      throw error
    }
  }
}
