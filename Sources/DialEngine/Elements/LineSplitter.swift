package import DialMessage
import DialModel

/// Takes a stream of lines apart, however its bytes are cut: at line feeds, a carriage return before one being part of it; or at the
/// record separators of a JSON text sequence (RFC 7464).
///
/// Pieces are pushed, lines are asked for; nothing is read ahead. What is behind the last line end is a line too, where it is not empty.
package struct LineSplitter: Sendable {
  /// What stands between two elements.
  package enum Separator: UInt8, Sendable {
    case lineFeed = 0x0A
    case record = 0x1E
  }

  /// The lines given until now; a sequence begins with one before its first separator.
  package private(set) var count = 0

  private let separator: UInt8
  private let limit: Int
  private var piece: [UInt8] = []
  private var at = 0
  /// The beginning of a line that goes on in the next piece.
  private var begun: [UInt8] = []
  /// The place of the current line in the piece; where it was put together it is elsewhere.
  private var place = 0..<0
  private var joined: ArraySlice<UInt8> = []
  private var isJoined = false

  package init(_ separator: Separator = .lineFeed, limit: Int) {
    self.separator = separator.rawValue
    self.limit = limit
  }

  /// The bytes that come next. Lines of those before must have been taken.
  package mutating func push(_ bytes: [UInt8]) {
    piece = bytes
    at = 0
  }

  /// Goes to the next line, which is the current one then; false where more bytes are needed. Throws a limit that is passed.
  package mutating func advance() throws(TransportError) -> Bool {
    guard let end = endInPiece() else { return try join() }
    pass(end)
    return true
  }

  /// Goes to the next line and gives it as text, where all of it is here and it is UTF-8. nil says only that ``advance()`` has to tell.
  @inline(__always) mutating func takeText() -> String? {
    guard let end = endInPiece() else { return nil }
    let before = (at, place)
    pass(end)
    if let text { return text }
    (at, place) = before
    count &-= 1
    return nil
  }

  /// The end of a line that begins and ends in this piece.
  @inline(__always) private func endInPiece() -> Int? {
    guard begun.isEmpty, count > 0, at < piece.count, let end = piece.place(of: separator, from: at), end &- at <= limit else { return nil }
    return end
  }

  @inline(__always) private mutating func pass(_ end: Int) {
    let hasReturn = separator == 0x0A && end > at && piece[end &- 1] == 0x0D
    place = at..<(hasReturn ? end &- 1 : end)
    isJoined = false
    at = end &+ 1
    count &+= 1
  }

  /// Goes to what is behind the last line end; false where nothing is.
  package mutating func advanceToLast() -> Bool {
    if begun.isEmpty { return false }
    take()
    return true
  }

  // MARK: the current line

  /// It without its end; a part of the bytes that came, where all of it came together.
  package var line: ArraySlice<UInt8> { isJoined ? joined : piece[place] }

  /// The same as text; nil where it is no UTF-8.
  package var text: String? {
    if isJoined { return String(utf8: joined) }
    return piece.withUnsafeBufferPointer { String(utf8: UnsafeBufferPointer(rebasing: $0[place])) }
  }

  // MARK: lines that are cut

  /// Takes the line that comes next, or as much as there is of it; tells whether it ends there.
  @inline(never) private mutating func join() throws(TransportError) -> Bool {
    guard at < piece.count else { return false }
    let start = at
    let end = piece.place(of: separator, from: start)
    let stop = end ?? piece.count
    guard begun.count + stop - start <= limit else {
      throw TransportError(.limit, "line \(count + 1) of the stream is longer than \(ByteCount.text(limit))")
    }
    at = stop + 1
    begun += piece[start..<stop]
    if end == nil { return false }
    take()
    return true
  }

  /// Makes what was put together the current line.
  private mutating func take() {
    var line = begun[...]
    begun = []
    count += 1
    if count == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if separator == Separator.lineFeed.rawValue, line.last == 0x0D { line.removeLast() }
    (joined, isJoined) = (line, true)
  }
}
