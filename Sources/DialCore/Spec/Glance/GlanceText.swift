/// The bytes of the texts that are glanced at, the present one last, and how far. Those of an endpoint stay side by side, so that a name in
/// one of them is a range, whatever is opened next; then the room is used again.
struct GlanceText {
  /// Each text ends in a 0, so that what comes next can be looked at without a look at the end.
  private(set) var bytes: [UInt8] = [0]
  var at = 0

  mutating func open(_ text: String) {
    at = bytes.count
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  /// Forgets the texts behind an offset.
  mutating func close(_ end: Int) { bytes.removeLast(bytes.count - end) }

  var isAtEnd: Bool { at == bytes.count - 1 }

  /// The byte that comes next; 0 at the end.
  var current: UInt8 { bytes[at] }

  var isAtBlank: Bool { Cursor.isBlank(bytes[at]) }

  /// Whether a text, or a word of it, ends here.
  var isAtEdge: Bool { isAtEnd || isAtBlank }

  /// What comes behind the next byte; 0 at the end.
  var following: UInt8 { isAtEnd ? 0 : bytes[at + 1] }

  mutating func skipBlanks() {
    while Cursor.isBlank(bytes[at]) { at += 1 }
  }

  /// Goes on by one byte, which is there.
  mutating func skip() { if !isAtEnd { at += 1 } }

  mutating func take(_ byte: UInt8) -> Bool {
    guard bytes[at] == byte, !isAtEnd else { return false }
    at += 1
    return true
  }

  /// Takes letters, digits, `_` and `-`, all of them ASCII, that make a name.
  mutating func takeName() -> Range<Int>? {
    let start = at
    while Name.isASCIIPart(bytes[at]) { at += 1 }
    guard at > start, bytes[start] != UInt8(ascii: "-"), bytes[start] &- 0x30 > 9 else { return nil }
    return start..<at
  }

  /// Goes over letters, digits, `_`, `-`, `.`, `~` and `/`.
  mutating func skipPath() {
    while Self.isPath(bytes[at]) { at += 1 }
  }

  private static func isPath(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte < 64 ? 0x03FF_E000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
    return byte < 128 && bits >> (byte & 63) & 1 == 1
  }

  /// Takes letters, digits, `_`, `-` and `.`.
  mutating func takeWord() -> Range<Int>? {
    let start = at
    while Name.isASCIIPart(bytes[at]) || bytes[at] == UInt8(ascii: ".") { at += 1 }
    return at > start ? start..<at : nil
  }

  mutating func takeDigits() -> Range<Int>? {
    let start = at
    while bytes[at] &- 0x30 < 10 { at += 1 }
    return at > start ? start..<at : nil
  }

  /// Takes a text in double quotes that holds printable ASCII and no escape; its bytes without the quotes.
  mutating func takeQuoted() -> Range<Int>? {
    guard bytes[at] == UInt8(ascii: "\"") else { return nil }
    var end = at + 1
    while bytes[end] != UInt8(ascii: "\"") {
      guard bytes[end] &- 0x20 < 0x5F, bytes[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    defer { at = end + 1 }
    return (at + 1)..<end
  }

  /// Whether a range holds a word.
  func holds(_ word: String, _ range: Range<Int>) -> Bool { bytes[range].elementsEqual(word.utf8) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool { bytes.isSame(one, as: other, of: bytes) }
}

extension [UInt8] {
  /// Whether some of these bytes are the same as some of others.
  func isSame(_ one: Range<Int>, as other: Range<Int>, of others: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var distance = 0
    while distance < one.count {
      if self[one.lowerBound + distance] != others[other.lowerBound + distance] { return false }
      distance += 1
    }
    return true
  }
}
