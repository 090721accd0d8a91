import NIOCore

/// Pieces in the order that they came. An empty one holds no memory, and mostly there is one piece.
struct PieceQueue: Sendable {
  private var pieces: [ByteBuffer] = []
  /// Those before it are taken.
  private var start = 0
  /// So many of the taken may stay in memory, or as many as are left.
  private static let mostTaken = 32

  /// How many pieces there is memory for, taken ones included.
  var held: Int { pieces.count }

  mutating func append(_ piece: ByteBuffer) { pieces.append(piece) }

  mutating func popFirst() -> ByteBuffer? {
    guard start < pieces.count else { return nil }
    let piece = pieces[start]
    pieces[start] = ByteBuffer()
    start += 1
    // A reader that is slower than the network never empties it.
    if start == pieces.count || (start > Self.mostTaken && start > pieces.count / 2) {
      pieces.removeFirst(start)
      start = 0
    }
    return piece
  }

  /// All that are left.
  mutating func takeAll() -> ArraySlice<ByteBuffer> {
    var taken: [ByteBuffer] = []
    swap(&taken, &pieces)
    defer { start = 0 }
    return taken[start...]
  }
}
