import DialMessage

/// Pieces with a delay between them.
package struct MockPieces: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  private let pieces: [[UInt8]]
  private let delay: Duration?
  private let policy: PreparedRequest.Policy

  init(_ pieces: [[UInt8]], delay: Duration?, policy: PreparedRequest.Policy) {
    self.pieces = pieces
    self.delay = delay
    self.policy = policy
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    private let all: MockPieces
    private var next = 0

    init(_ all: MockPieces) { self.all = all }

    package mutating func next() async throws -> [UInt8]? {
      guard next < all.pieces.count else { return nil }
      if next > 0, let delay = all.delay { try await MockPause.wait(delay, all.policy) }
      try Task.checkCancellation()
      defer { next += 1 }
      return all.pieces[next]
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
