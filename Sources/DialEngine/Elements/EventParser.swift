package import DialMessage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Takes a stream of Server-Sent Events apart (WHATWG HTML section 9.2.6), however its bytes are cut.
///
/// Pieces are pushed, events are asked for; nothing is read ahead. An event that the end of the stream cuts is never given.
///
/// It is not copied, nor is an event on its way: what counts a reference costs as much as reading a short event does.
package struct EventParser: ~Copyable, Sendable {
  /// What a stream may hold in memory at once.
  package struct Limits: Sendable {
    package var line = 8 << 20
    package var event = 64 << 20

    /// `body`: what the body of a reply may hold in memory.
    package init(body: Int = .max) { (line, event) = (min(line, body), min(event, body)) }
  }

  /// The id that a server is told when the stream is taken up again; empty for none.
  package private(set) var lastEventID = ""
  /// The pause before that, in milliseconds, where the server said one.
  package private(set) var retry: UInt128?
  /// The events given until now.
  package private(set) var count = 0

  private let limits: Limits
  private var piece: [UInt8] = []
  private var at = 0
  private var lineFeed = ByteSearch(of: 0x0A)
  private var carriageReturn = ByteSearch(of: 0x0D)
  /// The beginning of a line that goes on in the next piece.
  private var line: [UInt8] = []
  private var skipsLineFeed = false
  private var isFirstLine = true
  /// The name of an event, this one's if it is named, else that of one before it.
  private var name = ""
  private var isNamed = false
  /// The place of the data in the piece, where all of it is one line there; else it is put together.
  private var plain = 0..<0
  private var isPlain = false
  private var lines: [UInt8] = []
  private var hasData = false
  private var id = ""
  private var hasNewID = false
  /// An event was given, and is forgotten when the next one is asked for.
  private var isGiven = false

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// The same stream, taken up again: ids and the pause stay, what was not whole is forgotten.
  package mutating func restart() {
    var fresh = EventParser(limits)
    (fresh.lastEventID, fresh.id, fresh.retry, fresh.count) = (lastEventID, lastEventID, retry, count)
    self = fresh
  }

  /// The data of the event that the end of the stream cuts, as if a blank line came behind it; nil where there is none.
  package mutating func cutData() -> ArraySlice<UInt8>? {
    push([0x0A, 0x0A])
    return (try? advance()) == true ? data : nil
  }

  /// The bytes that come next. Events of those before must have been taken.
  package mutating func push(_ bytes: [UInt8]) {
    piece = bytes
    at = 0
    lineFeed.reset()
    carriageReturn.reset()
  }

  /// Goes to the next event, which is the current one then; false where more bytes are needed. Throws a limit that is passed.
  package mutating func advance() throws(TransportError) -> Bool { advancePlain() ? true : try advanceLines() }

  /// The same for an event whose rest is one line of data and an empty one, as nearly all are, where all of it is here; false says only
  /// that ``advanceLines()`` has to tell.
  @inline(__always) mutating func advancePlain() -> Bool {
    if isGiven { forget() }
    isPlain = takePlain()
    if isPlain { give() }
    return isPlain
  }

  /// Goes to the next event line by line.
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

  // MARK: the current event

  /// nil where the stream does not name it: then it is a `message`.
  package var eventName: String? { isNamed ? name : nil }

  /// The id that holds when it comes, its own or that of one before; nil where there is none.
  package var eventID: String? { id.isEmpty ? nil : id }

  /// The lines of its data, line feeds between them; a part of the bytes that came, where it is one line.
  package var data: ArraySlice<UInt8> { isPlain ? piece[plain] : lines[...] }

  /// Whether the data is that.
  func carries(_ bytes: [UInt8]) -> Bool { (isPlain ? plain.count : lines.count) == bytes.count && data.elementsEqual(bytes) }

  /// The same as text; what is no UTF-8 is replaced.
  package var text: String {
    isPlain
      ? piece.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[plain]), as: UTF8.self) }
      : String(decoding: lines, as: UTF8.self)
  }

  /// All of it.
  package var event: ServerSentEvent { ServerSentEvent(event: eventName, data: text, id: eventID) }

  @inline(__always) private mutating func forget() {
    (isGiven, isNamed) = (false, false)
    if hasData { (lines, hasData) = ([], false) }
  }

  /// Finds the data of an event whose rest is one line of data and an empty one, where all of it is here, and passes it.
  @inline(__always) private mutating func takePlain() -> Bool {
    let start = at &+ 5
    guard !hasData, line.isEmpty, !skipsLineFeed, !isFirstLine, piece.count &- at >= 8,
      piece.span.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian & 0xFF_FFFF_FFFF == Self.dataField
    else { return false }
    let feed = lineFeed.from(start, in: piece)
    var (end, next) = (feed, feed &+ 1)
    if carriageReturn.from(start, in: piece) < feed {
      // Both line ends are of the same kind, and the line has no other.
      end = feed &- 1
      guard carriageReturn.from(start, in: piece) == end, next < piece.count, piece[next] == 0x0D else { return false }
      next &+= 1
    }
    guard next < piece.count, piece[next] == 0x0A, end &- at <= min(limits.line, limits.event) else { return false }
    at = next &+ 1
    plain = (piece[start] == 0x20 ? start &+ 1 : start)..<end
    return true
  }

  /// `data:`, the first byte lowest.
  private static let dataField: UInt64 = 0x3A_6174_6164

  @inline(__always) private mutating func keepID() {
    if hasNewID { (lastEventID, hasNewID) = (id, false) }
  }

  // MARK: lines

  /// Takes the line that comes next, or as much as there is of it; tells whether an event ends there.
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

  /// Takes a whole line; tells whether an event ends there: at a blank one, where there is data.
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
      guard at - start < Field.longest else { return false }
      name = name << 8 | UInt64(bytes[at])
      at += 1
    }
    var value = min(at + 1, end)
    if value < end, bytes[value] == 0x20 { value += 1 }
    if let field = Field(rawValue: name) { try set(field, bytes[value..<end]) }
    return false
  }

  // MARK: fields

  /// The fields that mean something, by the bytes of their names behind a one.
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
      // The same name again and again is one text.
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
  /// The first place of a byte from `start` on; nil where there is none.
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

/// Where a byte comes next in a piece. It is looked for once, however often it is asked for: where there is none, the whole piece was read.
struct ByteSearch: Sendable {
  private let byte: UInt8
  private var place = -1

  init(of byte: UInt8) { self.byte = byte }

  /// The first place from `start` on, which only grows; that behind all bytes where there is none.
  @inline(__always) mutating func from(_ start: Int, in piece: [UInt8]) -> Int {
    if place < start { place = piece.place(of: byte, from: start) ?? piece.count }
    return place
  }

  /// Another piece comes.
  mutating func reset() { place = -1 }
}
