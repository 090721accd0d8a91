import NIOCore

/// Pieces in the order that they came. An empty one holds no memory, and mostly there is one piece, which needs none of its own.
struct PieceQueue: Sendable {
  private var first: ByteBuffer?
  /// Those behind the first.
  private var more: [ByteBuffer] = []
  /// Those of them before it are taken.
  private var start = 0
  /// So many of the taken may stay in memory, or as many as are left.
  private static let maxTaken = 32

  /// How many pieces there is memory for, taken ones included.
  var held: Int { more.count + (first == nil ? 0 : 1) }

  mutating func append(_ piece: ByteBuffer) {
    if first == nil { first = piece } else { more.append(piece) }
  }

  mutating func popFirst() -> ByteBuffer? {
    defer { advance() }
    return first.take()
  }

  /// Makes the next piece the first.
  private mutating func advance() {
    guard start < more.count else { return }
    first = more[start]
    more[start] = ByteBuffer()
    start += 1
    // A reader that is slower than the network never empties it.
    if start == more.count || (start > Self.maxTaken && start > more.count / 2) {
      more.removeFirst(start)
      start = 0
    }
  }

  /// All that are left: the first, and those behind it.
  mutating func takeAll() -> (first: ByteBuffer, more: ArraySlice<ByteBuffer>)? {
    guard let first = first.take() else { return nil }
    var taken: [ByteBuffer] = []
    swap(&taken, &more)
    defer { start = 0 }
    return (first, taken[start...])
  }
}
