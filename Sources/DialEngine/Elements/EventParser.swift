import DialLibc
package import DialMessage

/// Parses a stream of Server-Sent Events (WHATWG HTML section 9.2.6), whatever the size of its pieces.
///
/// Push pieces and take events; nothing is read in advance. An incomplete event at the end is never returned.
///
/// Neither the parser nor its events are copied: counting a reference costs as much as parsing a short event.
package struct EventParser: ~Copyable, Sendable {
  package struct Limits: Sendable {
    package var line = 8 << 20
    package var event = 64 << 20

    package init(body: Int = .max) { (line, event) = (min(line, body), min(event, body)) }
  }

  /// The id for Last-Event-ID; empty for none.
  package private(set) var lastEventID = ""
  /// The `retry` value of the server in milliseconds; nil for none.
  package private(set) var retry: UInt128?
  package private(set) var count = 0

  private let limits: Limits
  private var piece: [UInt8] = []
  private var at = 0
  private var lineFeed = ByteSearch(of: 0x0A)
  private var carriageReturn = ByteSearch(of: 0x0D)
  private var line: [UInt8] = []
  private var skipsLineFeed = false
  private var isFirstLine = true
  /// The name of this event, or of an earlier one.
  private var name = ""
  private var isNamed = false
  /// The range of the data in the piece, if it is one line; otherwise it is joined.
  private var plain = 0..<0
  private var isPlain = false
  private var lines: [UInt8] = []
  private var hasData = false
  private var id = ""
  private var hasNewID = false
  /// Whether a line was a field or a comment.
  private var hasFields = false
  /// The beginning of the first line that was neither.
  private var stranger: [UInt8] = []
  /// Whether the current event was returned, and is discarded next.
  private var isGiven = false

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Prepares for a reconnection: keeps the id and the retry value, discards incomplete data.
  package mutating func restart() {
    var fresh = EventParser(limits)
    (fresh.lastEventID, fresh.id, fresh.retry, fresh.count) = (lastEventID, lastEventID, retry, count)
    self = fresh
  }

  /// Returns the data of an incomplete event at the end; nil if there is none.
  package mutating func cutData() -> ArraySlice<UInt8>? {
    push([0x0A, 0x0A])
    return (try? advance()) == true ? data : nil
  }

  /// The beginning of the first line of a stream in which no line is a field or a comment; nil if there is one, or no line.
  var strangeLine: [UInt8]? { hasFields || count > 0 || stranger.isEmpty ? nil : stranger }

  /// Adds bytes. All events of earlier bytes must have been taken.
  package mutating func push(_ bytes: [UInt8]) {
    piece = bytes
    at = 0
    lineFeed.reset()
    carriageReturn.reset()
  }

  /// Advances to the next event; false if more bytes are needed. Throws if a limit is exceeded.
  package mutating func advance() throws(TransportError) -> Bool { advancePlain() ? true : try advanceLines() }

  /// Advances to an event that consists of one data line and a blank line, as most do. If it returns false, call ``advanceLines()``.
  @inline(__always) mutating func advancePlain() -> Bool {
    if isGiven { forget() }
    isPlain = takePlain()
    if isPlain { give() }
    return isPlain
  }

  @inline(never) mutating func advanceLines() throws(TransportError) -> Bool {
    while at < piece.count {
      isPlain = takePlain()
      if !isPlain, try !takeLine() { continue }
      give()
      return true
    }
    return false
  }

  @inline(__always) private mutating func give() {
    count &+= 1
    keepID()
    isGiven = true
  }

  /// The name; nil for the default `message`.
  package var eventName: String? { isNamed ? name : nil }

  /// The current id, from this or an earlier event; nil if there is none.
  package var eventID: String? { id.isEmpty ? nil : id }

  /// The data lines, joined by line feeds; a slice of the piece if it is one line.
  package var data: ArraySlice<UInt8> { isPlain ? piece[plain] : lines[...] }

  func carries(_ bytes: [UInt8]) -> Bool { (isPlain ? plain.count : lines.count) == bytes.count && data.elementsEqual(bytes) }

  package var text: String {
    isPlain
      ? piece.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[plain]), as: UTF8.self) }
      : String(decoding: lines, as: UTF8.self)
  }

  package var event: ServerSentEvent { ServerSentEvent(event: eventName, data: text, id: eventID) }

  @inline(__always) private mutating func forget() {
    (isGiven, isNamed) = (false, false)
    if hasData { (lines, hasData) = ([], false) }
  }

  /// Finds and skips the data of an event with one data line and a blank line, if it is complete.
  @inline(__always) private mutating func takePlain() -> Bool {
    let start = at &+ 5
    guard !hasData, line.isEmpty, !skipsLineFeed, !isFirstLine, piece.count &- at >= 8,
      piece.span.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian & 0xFF_FFFF_FFFF == Self.dataField
    else { return false }
    let feed = lineFeed.from(start, in: piece)
    var (end, next) = (feed, feed &+ 1)
    if carriageReturn.from(start, in: piece) < feed {
      // Both line ends are of the same kind, and the line contains no other.
      end = feed &- 1
      guard carriageReturn.from(start, in: piece) == end, next < piece.count, piece[next] == 0x0D else { return false }
      next &+= 1
    }
    guard next < piece.count, piece[next] == 0x0A, end &- at <= min(limits.line, limits.event) else { return false }
    at = next &+ 1
    plain = (piece[start] == 0x20 ? start &+ 1 : start)..<end
    return true
  }

  /// The bytes of `data:`, the first one lowest.
  private static let dataField: UInt64 = 0x3A_6174_6164

  @inline(__always) private mutating func keepID() {
    if hasNewID { (lastEventID, hasNewID) = (id, false) }
  }

  /// Takes the next line, or its beginning. Returns whether an event ends there.
  private mutating func takeLine() throws(TransportError) -> Bool {
    if skipsLineFeed {
      skipsLineFeed = false
      if piece[at] == 0x0A {
        at += 1
        return false
      }
    }
    let end = min(lineFeed.from(at, in: piece), carriageReturn.from(at, in: piece))
    guard end < piece.count else {
      try check(piece.count - at)
      line += piece[at...]
      piece = []
      at = 0
      return false
    }
    try check(end - at)
    let (piece, start) = (piece, at)
    skipsLineFeed = piece[end] == 0x0D
    at = end + 1
    if line.isEmpty { return try take(piece, start, end) }
    line += piece[start..<end]
    let whole = line
    line.removeAll()
    return try take(whole, 0, whole.count)
  }

  private func check(_ more: Int) throws(TransportError) {
    guard line.count + more <= limits.line else {
      throw TransportError(.limit, "a line of the stream is longer than \(ByteCount.text(limits.line))")
    }
  }

  /// Takes a whole line. Returns whether an event ends there: at a blank line after data.
  private mutating func take(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(TransportError) -> Bool {
    var start = start
    if isFirstLine {
      isFirstLine = false
      if bytes[start..<end].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    }
    guard start < end else {
      keepID()
      isNamed = isNamed && hasData
      return hasData
    }
    var name: UInt64 = 1
    var at = start
    while at < end, bytes[at] != 0x3A {
      guard at - start < Field.longest else {
        meet(bytes[start..<end])
        return false
      }
      name = name << 8 | UInt64(bytes[at])
      at += 1
    }
    var value = min(at + 1, end)
    if value < end, bytes[value] == 0x20 { value += 1 }
    if let field = Field(rawValue: name) {
      hasFields = true
      try set(field, bytes[value..<end])
    } else if at == start {
      hasFields = true
    } else {
      meet(bytes[start..<end])
    }
    return false
  }

  /// Keeps the beginning of the first line that means nothing.
  private mutating func meet(_ line: ArraySlice<UInt8>) { if !hasFields, stranger.isEmpty { stranger = Array(line.prefix(200)) } }

  /// The known fields, by the bytes of their names after a leading 1.
  private enum Field: UInt64 {
    case data = 0x01_6461_7461
    case event = 0x0165_7665_6E74
    case id = 0x01_6964
    case retry = 0x0172_6574_7279

    static let longest = 5
  }

  private mutating func set(_ field: Field, _ value: ArraySlice<UInt8>) throws(TransportError) {
    switch field {
    case .data: try add(value)
    case .event:
      // Reuse the string if the name is the same.
      if !name.utf8.elementsEqual(value) { name = String(decoding: value, as: UTF8.self) }
      isNamed = !value.isEmpty
    case .id: if !value.contains(0) { (id, hasNewID) = (String(decoding: value, as: UTF8.self), true) }
    case .retry:
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
        retry = UInt128(String(decoding: value, as: UTF8.self)) ?? .max
      }
    }
  }

  private mutating func add(_ value: ArraySlice<UInt8>) throws(TransportError) {
    guard (hasData ? lines.count + 1 : 0) + value.count <= limits.event else {
      throw TransportError(.limit, "an event of the stream is longer than \(ByteCount.text(limits.event))")
    }
    if hasData { lines.append(0x0A) }
    lines += value
    hasData = true
  }
}

extension [UInt8] {
  @inline(__always) func place(of byte: UInt8, from start: Int) -> Int? {
    precondition(start >= 0)
    return withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), bytes.count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}

/// Caches the next position of a byte in a piece, so that the piece is scanned once.
struct ByteSearch: Sendable {
  private let byte: UInt8
  private var place = -1

  init(of byte: UInt8) { self.byte = byte }

  @inline(__always) mutating func from(_ start: Int, in piece: [UInt8]) -> Int {
    if place < start { place = piece.place(of: byte, from: start) ?? piece.count }
    return place
  }

  mutating func reset() { place = -1 }
}
