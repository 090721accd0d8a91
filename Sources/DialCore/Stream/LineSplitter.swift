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
  private var line: [UInt8] = []

  package init(_ separator: Separator = .lineFeed, limit: Int) {
    self.separator = separator.rawValue
    self.limit = limit
  }

  /// The bytes that come next. Lines of those before must have been taken.
  package mutating func push(_ bytes: [UInt8]) {
    piece = bytes
    at = 0
  }

  /// The next line without its end, a part of the bytes that came where all of it came together; nil where more bytes are needed. Throws a
  /// limit that is passed.
  package mutating func next() throws(TransportError) -> ArraySlice<UInt8>? {
    guard at < piece.count else { return nil }
    let start = at
    let end = piece.place(of: separator, from: start)
    let stop = end ?? piece.count
    guard line.count + stop - start <= limit else {
      throw TransportError(.limit, "line \(count + 1) of the stream is longer than \(limit) bytes")
    }
    at = stop + 1
    if end != nil, line.isEmpty { return whole(piece[start..<stop]) }
    line += piece[start..<stop]
    return end == nil ? nil : take()
  }

  /// What is behind the last line end; nil where nothing is.
  package mutating func last() -> ArraySlice<UInt8>? { line.isEmpty ? nil : take() }

  private mutating func take() -> ArraySlice<UInt8> {
    defer { line = [] }
    return whole(line[...])
  }

  private mutating func whole(_ line: consuming ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    count += 1
    if count == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if separator == Separator.lineFeed.rawValue, line.last == 0x0D { line.removeLast() }
    return line
  }
}
