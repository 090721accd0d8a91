import DialRows
import Synchronization
import Testing

/// Rows that are waited for, and results that nobody takes.
@Suite struct RowLoopTests {
  private final class Source: Sendable {
    private let waiting = Mutex<CheckedContinuation<Int?, Never>?>(nil)
    private let first = Atomic(true)
    let isWaiting = Atomic(false)

    /// One row, then none for any time.
    func next() async -> Int? {
      if first.exchange(false, ordering: .relaxed) { return 1 }
      return await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        isWaiting.store(true, ordering: .relaxed)
      }
    }

    func give(_ row: Int?) { waiting.withLock { $0.take() }?.resume(returning: row) }
  }

  @Test(arguments: [2, nil]) func aStoppedLoopPerformsNoRowThatItWaitedFor(last: Int?) async throws {
    let (source, performed) = (Source(), Mutex<[Int]>([]))
    let loop = RowLoop<Int>(parallel: 2, next: source.next, stopped: { source.give(last) }) { _, row in
      performed.withLock { $0.append(row) }
      return true
    }
    async let end: Void = loop.run()
    while !source.isWaiting.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(2)) }
    loop.stop()
    try await end
    #expect(performed.withLock { $0 } == [1])
  }

  @Test func aRowCanBeTheLast() async throws {
    let (number, performed) = (Atomic(0), Atomic(0))
    let loop = RowLoop<Int> (parallel: 1) {
      number.add(1, ordering: .relaxed).newValue
    } perform: { _, row in
      performed.add(1, ordering: .relaxed)
      return row < 3
    }
    try await loop.run()
    let count = performed.load(ordering: .relaxed)
    #expect(count == 3)
  }

  /// Results wait for a slow reader, but not without end.
  @Test func largeResultsStopTheRows() async throws {
    let (number, performed) = (Atomic(0), Atomic(0))
    let made = Mutex<RowLoop<Int>?>(nil)
    let loop = RowLoop<Int>(parallel: 1) {
      number.add(1, ordering: .relaxed).newValue
    } perform: { _, row in
      made.withLock { $0 }?.hold(40 << 20)
      performed.add(1, ordering: .relaxed)
      return row < 4
    }
    made.withLock { $0 = loop }
    async let end: Void = loop.run()
    while performed.load(ordering: .relaxed) < 2 { try await Task.sleep(for: .milliseconds(2)) }
    try await Task.sleep(for: .milliseconds(20))
    let before = performed.load(ordering: .relaxed)
    #expect(before == 2)
    loop.release(2, 80 << 20)
    while performed.load(ordering: .relaxed) < 4 {
      try await Task.sleep(for: .milliseconds(2))
      if performed.load(ordering: .relaxed) == 4 { break }
      loop.release(0, 0)
    }
    try await end
    made.withLock { $0 = nil }
  }
}
