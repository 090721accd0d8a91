import DialJSON
package import DialMessage
import DialModel

/// Splits a stream of lines, whatever the size of its pieces: at LF or CR LF, or at the record separators of a JSON text sequence (RFC
/// 7464).
///
/// Push pieces and take lines; nothing is read in advance. Text after the last line end is a line, too, unless it is empty.
package struct LineSplitter: Sendable {
  package enum Separator: UInt8, Sendable {
    case lineFeed = 0x0A
    case record = 0x1E
  }

  /// The number of lines so far; a sequence starts with an empty one before its first separator.
  package private(set) var count = 0

  private let separator: UInt8
  private let limit: Int
  private var piece: [UInt8] = []
  private var at = 0
  /// The beginning of a line that continues in the next piece.
  private var begun: [UInt8] = []
  /// The range of the current line in the piece, unless it was joined.
  private var place = 0..<0
  private var joined: ArraySlice<UInt8> = []
  private var isJoined = false
  /// Whether the joined line ends after a JSON value, and not at a separator.
  private var isCut = false
  private var scan = JSONValueScan()

  package init(_ separator: Separator = .lineFeed, limit: Int) {
    self.separator = separator.rawValue
    self.limit = limit
  }

  package mutating func push(_ bytes: [UInt8]) {
    piece = bytes
    at = 0
  }

  /// Advances to the next line; false if more bytes are needed. Throws if a limit is exceeded.
  package mutating func advance() throws(TransportError) -> Bool {
    guard let end = endInPiece() else { return try join() }
    pass(end)
    return true
  }

  /// Advances to the next line and returns it as text, if it is complete and valid UTF-8. If it returns nil, call ``advance()``.
  @inline(__always) mutating func takeText() -> String? {
    guard let end = endInPiece() else { return nil }
    let before = (at, place)
    pass(end)
    if let text { return text }
    (at, place) = before
    count &-= 1
    return nil
  }

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

  package mutating func advanceToLast() -> Bool {
    if begun.isEmpty { return false }
    take()
    return true
  }

  /// Ends the line after the JSON object or array at its start, if that is complete. The next line has the same number.
  mutating func cutValue() -> Bool {
    guard let end = scan.end(in: begun[...]) else { return false }
    (joined, isJoined, isCut) = (begun[..<end], true, true)
    begun = Array(begun[end...])
    scan = JSONValueScan()
    return true
  }

  /// The number of the current line.
  var number: Int { isJoined && isCut ? count + 1 : count }

  /// The line without its end; a slice of the piece if it is complete there.
  package var line: ArraySlice<UInt8> { isJoined ? joined : piece[place] }

  package var text: String? {
    if isJoined { return String(utf8: joined) }
    return piece.withUnsafeBufferPointer { String(utf8: UnsafeBufferPointer(rebasing: $0[place])) }
  }

  /// Takes the next line, or its beginning. Returns whether it is complete.
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

  private mutating func take() {
    var line = begun[...]
    begun = []
    scan = JSONValueScan()
    isCut = false
    count += 1
    if count == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if separator == Separator.lineFeed.rawValue, line.last == 0x0D { line.removeLast() }
    (joined, isJoined) = (line, true)
  }
}
