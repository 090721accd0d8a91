/// The result of one pass over a text: where its lines begin, and what it contains besides plain ASCII.
struct TextScan: Sendable {
  /// The byte offset at which each line begins; never empty.
  private(set) var lineStarts = [0]
  /// True if all bytes are printable ASCII, tabs and line ends. Then the text needs no further checks.
  private(set) var isPlain = true
  /// The offset of the first byte that is not ASCII; the length of the text if there is none.
  private(set) var firstLetter: Int
  /// True if all bytes are ASCII.
  var isASCII: Bool { firstLetter == count }
  private let count: Int
  /// True if there may be a character that YAML does not allow.
  private(set) var mayHoldControls = false
  /// True if there is a NEL, LS or PS, at which libyaml ends a line and editors do not.
  private(set) var holdsOddLineEnds = false

  init(_ bytes: [UInt8]) {
    let text = bytes.span
    (count, firstLetter) = (text.count, text.count)
    var offset = 0
    while offset + 8 <= text.count {
      var others = Self.others(Self.word(text, offset))
      while others != 0 {
        note(offset + others.trailingZeroBitCount / 8, text)
        others &= others &- 1
      }
      offset += 8
    }
    for place in offset..<text.count where text[place] &- 0x20 >= 0x5F { note(place, text) }
  }

  /// The offset of the first byte, from `start` on, that is not ASCII; the length of the text if there is none.
  static func endOfASCII(_ text: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset + 8 <= text.count, word(text, offset) & 0x8080_8080_8080_8080 == 0 { offset += 8 }
    while offset < text.count, text[offset] < 0x80 { offset += 1 }
    return offset
  }

  /// The number of characters that begin in a range. Continuation bytes have the two highest bits 10.
  static func characters(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
    var (offset, count) = (range.lowerBound, range.count)
    while offset + 8 <= range.upperBound {
      let word = word(text, offset)
      // The multiplication sums the bytes into the highest byte.
      count -= Int((((word & ~(word << 1)) >> 7 & 0x0101_0101_0101_0101) &* 0x0101_0101_0101_0101) >> 56)
      offset += 8
    }
    while offset < range.upperBound {
      if text[offset] & 0xC0 == 0x80 { count -= 1 }
      offset += 1
    }
    return count
  }

  /// Sets the highest bit of each of eight bytes that is not printable ASCII: below 32, or at least 127.
  private static func others(_ word: UInt64) -> UInt64 {
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    return (~(low &+ 0x6060_6060_6060_6060) | (low &+ 0x0101_0101_0101_0101) | word) & 0x8080_8080_8080_8080
  }

  /// Eight bytes of the text, which must have them.
  private static func word(_ text: Span<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private mutating func note(_ offset: Int, _ text: Span<UInt8>) {
    switch text[offset] {
    case 0x0A: lineStarts.append(offset + 1)
    case 0x0D:
      if offset + 1 < text.count, text[offset + 1] == 0x0A { return }
      lineStarts.append(offset + 1)
    case 0x09: break
    case 0..<0x80: (isPlain, mayHoldControls) = (false, true)
    default:
      isPlain = false
      firstLetter = min(firstLetter, offset)
      noteLetter(offset, text)
    }
  }

  /// Notes a byte that is not ASCII.
  private mutating func noteLetter(_ offset: Int, _ text: Span<UInt8>) {
    func byte(_ distance: Int) -> UInt8 { offset + distance < text.count ? text[offset + distance] : 0 }
    switch text[offset] {
    case 0xC2 where byte(1) == 0x85: holdsOddLineEnds = true
    case 0xC2 where byte(1) < 0xA0: mayHoldControls = true
    case 0xE2 where byte(1) == 0x80: if byte(2) == 0xA8 || byte(2) == 0xA9 { holdsOddLineEnds = true }
    case 0xEF where byte(1) == 0xBB || byte(1) == 0xBF: mayHoldControls = true
    default: break
    }
  }
}
