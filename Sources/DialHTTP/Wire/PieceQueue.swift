import NIOCore

/// Pieces in the order that they came. An empty one holds no memory, and mostly there is one piece.
struct PieceQueue: Sendable {
  private var pieces: [ByteBuffer] = []
  /// Those before it are taken.
  private var start = 0

  mutating func append(_ piece: ByteBuffer) { pieces.append(piece) }

  mutating func popFirst() -> ByteBuffer? {
    guard start < pieces.count else { return nil }
    let piece = pieces[start]
    pieces[start] = ByteBuffer()
    start += 1
    if start == pieces.count {
      pieces.removeAll(keepingCapacity: true)
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
