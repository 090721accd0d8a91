/// The results of `make` for 0, 1, 2 … until it returns nil, in pieces of one size.
struct SoakPieces: AsyncSequence, Sendable {
  let size: Int
  let make: @Sendable (Int) -> [UInt8]?

  struct AsyncIterator: AsyncIteratorProtocol {
    let pieces: SoakPieces
    private var number = 0
    private var left: [UInt8] = []

    init(pieces: SoakPieces) { self.pieces = pieces }

    mutating func next() async -> [UInt8]? {
      while left.count < pieces.size, let more = pieces.make(number) {
        left += more
        number += 1
      }
      if left.isEmpty { return nil }
      defer { left.removeFirst(Swift.min(pieces.size, left.count)) }
      return Array(left.prefix(pieces.size))
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: self) }
}
