import DialRows
import Synchronization
import Testing

/// Rows that are waited for, and results that nobody takes.
@Suite struct RowLoopTests {
  /// One row, then none for any time.
  private final class Source: Sendable {
    private let waiting = Mutex<CheckedContinuation<Int?, Never>?>(nil)
    private let first = Atomic(true)

    var isWaiting: Bool { waiting.withLock { $0 != nil } }

    @Sendable func next() async -> Int? {
      if first.exchange(false, ordering: .relaxed) { return 1 }
      return await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
    }

    func give(_ row: Int?) { waiting.withLock { $0.take() }?.resume(returning: row) }
  }

  private final class Rows: Sendable {
    private let all = Mutex<[Int]>([])

    var performed: [Int] { all.withLock { $0 } }

    func add(_ row: Int) { all.withLock { $0.append(row) } }
    /// The next row, without end.
    func next() -> Int { performed.count + 1 }
  }

  @Test(arguments: [2, nil]) func aStoppedLoopPerformsNoRowThatItWaitedFor(last: Int?) async throws {
    let (source, rows) = (Source(), Rows())
    let loop = RowLoop<Int>(
      parallel: 2, next: source.next, stopped: { source.give(last) },
      perform: { _, row in
        rows.add(row)
        return true
      })
    async let end: Void = loop.run()
    while !source.isWaiting { try await Task.sleep(for: .milliseconds(2)) }
    loop.stop()
    try await end
    #expect(rows.performed == [1])
  }

  @Test func aRowCanBeTheLast() async throws {
    let rows = Rows()
    let loop = RowLoop<Int>(parallel: 1) {
      rows.next()
    } perform: { _, row in
      rows.add(row)
      return row < 3
    }
    try await loop.run()
    #expect(rows.performed == [1, 2, 3])
  }

  /// Results wait for a slow reader, but not without end.
  @Test func largeResultsStopTheRows() async throws {
    let rows = Rows()
    let loop = RowLoop<Int>(parallel: 1) {
      rows.next()
    } perform: { _, row in
      rows.add(row)
      return row < 4
    }
    loop.hold(100 << 20)
    async let end: Void = loop.run()
    while rows.performed.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    try await Task.sleep(for: .milliseconds(20))
    #expect(rows.performed == [1])
    loop.release(1, 100 << 20)
    try await end
    #expect(rows.performed == [1, 2, 3, 4])
  }
}
