/// The escapes of a JSON string (RFC 8259 §7).
enum Escape {
  static func hex(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// Returns the text of a string that the scanner accepted. Half of a surrogate pair alone becomes U+FFFD.
  static func decode(_ bytes: [UInt8], _ word: TapeWord) -> String {
    var out = ByteSink(capacity: word.length)
    write(bytes, word, into: &out, isQuoted: false)
    return out.text
  }

  /// Appends the text, with only the escapes that it needs within quotes.
  static func write(_ bytes: [UInt8], _ word: TapeWord, into out: inout ByteSink, isQuoted: Bool) {
    let end = word.offset + word.length
    var p = word.offset
    while true {
      let start = p
      p = backslash(bytes, from: p, to: end)
      out.append(bytes, from: start, count: p - start)
      guard p + 1 < end else { return }
      switch bytes[p + 1] {
      case UInt8(ascii: "u"):
        p = scalar(bytes, at: p + 2, to: end, into: &out, isQuoted: isQuoted)
        continue
      case UInt8(ascii: "/"): out.append(UInt8(ascii: "/"))
      case _ where isQuoted: out.append(bytes, from: p, count: 2)
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case let other: out.append(other)
      }
      p += 2
    }
  }

  /// Returns the position of the first backslash, or `end`; the padding after the text is excluded.
  private static func backslash(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var p = start
    while p < end {
      let special = bytes.eight(p).escapes
      if special != 0 { return min(p + special.trailingZeroBitCount >> 3, end) }
      p += 8
    }
    return end
  }

  /// Appends the scalar with four digits at `start`, and the low half of its pair if it follows.
  private static func scalar(_ bytes: [UInt8], at start: Int, to end: Int, into out: inout ByteSink, isQuoted: Bool) -> Int {
    let first = unit(bytes, at: start, to: end)
    var value = first
    var next = start + 4
    if first & 0xFC00 == 0xD800, next + 5 < end, bytes[next] == UInt8(ascii: "\\"), bytes[next + 1] == UInt8(ascii: "u") {
      let second = unit(bytes, at: next + 2, to: end)
      if second & 0xFC00 == 0xDC00 {
        value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
        next += 6
      }
    }
    if isQuoted, value < 0x20 || value == 0x22 || value == 0x5C {
      out.append(escape: UInt8(truncatingIfNeeded: value))
    } else {
      for byte in UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter { out.append(byte) }
    }
    return next
  }

  private static func unit(_ bytes: [UInt8], at start: Int, to end: Int) -> UInt32 {
    var value: UInt32 = 0
    for i in start..<min(start + 4, end) { value = value << 4 | (hex(bytes[i]) ?? 0) }
    return value
  }
}
