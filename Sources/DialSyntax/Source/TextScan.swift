/// What one walk over a text tells: where its lines begin, and whether anything but plain ASCII stands in it.
struct TextScan {
  /// The byte offset at which each line begins; never empty.
  private(set) var lineStarts = [0]
  /// True if all bytes are printable ASCII, tabs and line ends: then every byte is a character, and none is refused.
  private(set) var isPlain = true

  init(_ bytes: [UInt8]) {
    let text = bytes.span
    var offset = 0
    while offset < text.count {
      if offset + 8 <= text.count, Self.isPrintable(text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
        offset += 8
        continue
      }
      for place in offset..<min(offset + 8, text.count) where text[place] &- 0x20 >= 0x5F { note(place, text) }
      offset += 8
    }
  }

  /// Whether all of eight bytes are printable ASCII: no highest bit is set in them, by one more, or by 32 less.
  private static func isPrintable(_ word: UInt64) -> Bool {
    (word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080 == 0
  }

  private mutating func note(_ offset: Int, _ text: Span<UInt8>) {
    switch text[offset] {
    case 0x0A: lineStarts.append(offset + 1)
    case 0x0D: if offset + 1 == text.count || text[offset + 1] != 0x0A { lineStarts.append(offset + 1) }
    case 0x09: break
    default: isPlain = false
    }
  }
}
