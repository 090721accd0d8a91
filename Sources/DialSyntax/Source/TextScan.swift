/// What one walk over a text tells: where its lines begin, and whether anything but plain ASCII stands in it.
struct TextScan {
  /// The byte offset at which each line begins; never empty.
  private(set) var lineStarts = [0]
  /// True if all bytes are printable ASCII, tabs and line ends: then every byte is a character, and none is refused.
  private(set) var isPlain = true

  init(_ bytes: [UInt8]) {
    let text = bytes.span
    for offset in text.indices {
      let byte = text[offset]
      if byte &- 0x20 < 0x5F { continue }
      switch byte {
      case 0x0A: lineStarts.append(offset + 1)
      case 0x0D: if offset + 1 == text.count || text[offset + 1] != 0x0A { lineStarts.append(offset + 1) }
      case 0x09: break
      default: isPlain = false
      }
    }
  }
}
