import DialMessage
import DialModel

/// Splits a multipart body into its parts as they arrive (RFC 2046 section 5.1.1), whatever the size of its pieces.
///
/// Push pieces and take parts; nothing is read in advance. Lines may end with LF alone. What is before the first boundary and after the last
/// one is skipped.
struct PartSplitter: Sendable {
  /// The number of parts so far.
  private(set) var count = 0
  /// The header fields of the current part, in lines.
  private(set) var head: ArraySlice<UInt8> = []
  /// The body of the current part.
  private(set) var body: ArraySlice<UInt8> = []
  /// Whether the last boundary has come.
  private(set) var isClosed = false

  private let boundary: [UInt8]
  private let limit: Int
  private var bytes: [UInt8] = []
  /// Whether the first boundary has come.
  private var isOpen = false
  /// Where the part begins that has not ended.
  private var start = 0
  /// Where the line begins whose end is searched, and from where on.
  private var (line, searched) = (0, 0)

  private let mayEndOpen: Bool

  /// - Parameters:
  ///   - limit: the maximum size of a part with its head.
  ///   - mayEndOpen: whether it may end after a boundary that is not the last one, as a series of pictures does.
  init(boundary: String, limit: Int, mayEndOpen: Bool = false) {
    (self.boundary, self.limit, self.mayEndOpen) = (Array("--\(boundary)".utf8), limit, mayEndOpen)
  }

  mutating func push(_ piece: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      (line, searched, start) = (line - start, searched - start, 0)
    }
    bytes += piece
  }

  /// Advances to the next part; false if more bytes are needed. Throws if a part is too long.
  mutating func advance() throws(TransportError) -> Bool {
    while !isClosed, let end = bytes[searched...].firstIndex(of: 0x0A) {
      let (begin, isPart) = (line, isOpen)
      (line, searched) = (end + 1, end + 1)
      guard let isLast = isLast(bytes[begin..<end]) else {
        // Nothing before the first boundary is kept.
        if !isOpen { start = line }
        continue
      }
      let part = start..<begin
      (start, isOpen, isClosed) = (line, true, isLast)
      if isPart {
        take(bytes[part])
        return true
      }
    }
    searched = bytes.count
    if bytes.count - start > limit {
      throw TransportError(.limit, "part \(count + 1) of the response is longer than \(ByteCount.text(limit))")
    }
    return false
  }

  /// Advances to a last part whose boundary has no line end; false if there is none. Throws if the body has no end.
  mutating func advanceToLast() throws(TransportError) -> Bool {
    if isClosed { return false }
    if isLast(bytes[line...]) == true {
      isClosed = true
      guard isOpen else { return false }
      take(bytes[start..<line])
      return true
    }
    if isOpen, mayEndOpen, bytes[start...].allSatisfy({ $0 == 0x0D || $0 == 0x0A || $0 == 0x20 }) { return false }
    throw TransportError(
      .truncated, isOpen ? "the response ended in part \(count + 1), before the last boundary" : "the response has no boundary of its parts"
    )
  }

  /// Returns whether a line is the last boundary; nil if it is none. Blanks may follow it.
  private func isLast(_ line: ArraySlice<UInt8>) -> Bool? {
    guard line.starts(with: boundary) else { return nil }
    let rest = line.dropFirst(boundary.count)
    let isLast = rest.starts(with: "--".utf8)
    return rest.dropFirst(isLast ? 2 : 0).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? isLast : nil
  }

  /// Takes what is between two boundaries; the line end before the second one belongs to it.
  private mutating func take(_ part: ArraySlice<UInt8>) {
    var part = part
    if part.last == 0x0A { part.removeLast() }
    if part.last == 0x0D { part.removeLast() }
    count += 1
    (head, body) = (part[part.startIndex..<part.startIndex], part)
    var begin = part.startIndex
    while begin < part.endIndex {
      let end = part[begin...].firstIndex(of: 0x0A) ?? part.endIndex
      let next = min(end + 1, part.endIndex)
      if part[begin..<end].allSatisfy({ $0 == 0x0D }) {
        (head, body) = (part[part.startIndex..<begin], part[next...])
        return
      }
      begin = next
    }
    // Fields alone, without the empty line: a part without a body.
    if part.contains(UInt8(ascii: ":")) { (head, body) = (part, []) }
  }
}
