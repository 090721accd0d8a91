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

  /// The next line without its end; nil where more bytes are needed. Throws a limit that is passed.
  package mutating func next() throws(TransportError) -> [UInt8]? {
    guard at < piece.count else { return nil }
    let end = piece[at...].firstIndex(of: separator)
    let stop = end ?? piece.count
    guard line.count + stop - at <= limit else {
      throw TransportError(.limit, "line \(count + 1) of the stream is longer than \(limit) bytes")
    }
    line += piece[at..<stop]
    at = stop + 1
    return end == nil ? nil : take()
  }

  /// What is behind the last line end; nil where nothing is.
  package mutating func last() -> [UInt8]? { line.isEmpty ? nil : take() }

  private mutating func take() -> [UInt8] {
    var whole: [UInt8] = []
    swap(&whole, &line)
    count += 1
    if count == 1, whole.starts(with: [0xEF, 0xBB, 0xBF]) { whole.removeFirst(3) }
    if separator == Separator.lineFeed.rawValue, whole.last == 0x0D { whole.removeLast() }
    return whole
  }
}
