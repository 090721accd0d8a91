/// Takes a stream of Server-Sent Events apart (WHATWG HTML section 9.2.6), however its bytes are cut.
///
/// Pieces are pushed, events are asked for; nothing is read ahead. An event that the end of the stream cuts is never given.
package struct EventParser: Sendable {
  /// An event as it was dispatched.
  package struct Event: Sendable, Hashable {
    /// nil where the stream does not name it: then it is a `message`.
    package var name: String?
    /// The lines of data, line feeds between them.
    package var data: [UInt8]
    /// The id that holds when it comes, its own or that of one before; nil where there is none.
    package var id: String?

    package init(name: String? = nil, data: [UInt8], id: String? = nil) {
      self.name = name
      self.data = data
      self.id = id
    }
  }

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
  /// The beginning of a line that goes on in the next piece.
  private var line: [UInt8] = []
  private var skipsLineFeed = false
  private var isFirstLine = true
  private var name: [UInt8] = []
  /// Each line with a line feed behind it.
  private var data: [UInt8] = []
  private var id = ""

  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// The same stream, taken up again: ids and the pause stay, what was not whole is forgotten.
  package mutating func restart() {
    var fresh = EventParser(limits)
    (fresh.lastEventID, fresh.id, fresh.retry, fresh.count) = (lastEventID, lastEventID, retry, count)
    self = fresh
  }

  /// The data of the event that the end of the stream cuts, as if a blank line came behind it; nil where there is none.
  package func cutData() -> [UInt8]? {
    var copy = self
    copy.push([0x0A, 0x0A])
    return (try? copy.next())?.data
  }

  /// The bytes that come next. Events of those before must have been taken.
  package mutating func push(_ bytes: [UInt8]) {
    piece = bytes
    at = 0
  }

  /// The next event; nil where more bytes are needed. Throws a limit that is passed.
  package mutating func next() throws(TransportError) -> Event? {
    while at < piece.count {
      if skipsLineFeed {
        skipsLineFeed = false
        if piece[at] == 0x0A {
          at += 1
          continue
        }
      }
      guard let end = endOfLine() else {
        try check(piece.count - at)
        line += piece[at...]
        piece = []
        at = 0
        return nil
      }
      try check(end - at)
      let range = at..<end
      skipsLineFeed = piece[end] == 0x0D
      at = end + 1
      if let event = try take(range) { return event }
    }
    return nil
  }

  private func endOfLine() -> Int? {
    var index = at
    while index < piece.count {
      let byte = piece[index]
      if byte == 0x0A || byte == 0x0D { return index }
      index += 1
    }
    return nil
  }

  private func check(_ more: Int) throws(TransportError) {
    guard line.count + more <= limits.line else { throw TransportError(.limit, "a line of the stream is longer than \(limits.line) bytes") }
  }

  private mutating func take(_ range: Range<Int>) throws(TransportError) -> Event? {
    if line.isEmpty { return try field(piece, range) }
    line += piece[range]
    let whole = line
    line.removeAll()
    return try field(whole, 0..<whole.count)
  }

  // MARK: fields

  private mutating func field(_ bytes: [UInt8], _ range: Range<Int>) throws(TransportError) -> Event? {
    var start = range.lowerBound
    if isFirstLine {
      isFirstLine = false
      if bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    }
    guard start < range.upperBound else { return dispatch() }
    let colon = bytes[start..<range.upperBound].firstIndex(of: 0x3A) ?? range.upperBound
    var value = min(colon + 1, range.upperBound)
    if value < range.upperBound, bytes[value] == 0x20 { value += 1 }
    try set(bytes[start..<colon], bytes[value..<range.upperBound])
    return nil
  }

  private mutating func set(_ field: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws(TransportError) {
    if field.elementsEqual("data".utf8) {
      guard data.count + value.count <= limits.event else {
        throw TransportError(.limit, "an event of the stream is longer than \(limits.event) bytes")
      }
      // With room for the few bytes that a parser of JSON puts behind a text.
      if data.isEmpty { data.reserveCapacity(value.count + 9) }
      data += value
      data.append(0x0A)
    } else if field.elementsEqual("event".utf8) {
      name = Array(value)
    } else if field.elementsEqual("id".utf8) {
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    } else if field.elementsEqual("retry".utf8) {
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
        retry = UInt128(String(decoding: value, as: UTF8.self)) ?? .max
      }
    }
  }

  private mutating func dispatch() -> Event? {
    lastEventID = id
    guard !data.isEmpty else {
      name = []
      return nil
    }
    count += 1
    data.removeLast()
    var event = Event(name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self), data: [], id: id.isEmpty ? nil : id)
    swap(&event.data, &data)
    if !name.isEmpty { name = [] }
    return event
  }
}
