/// The escapes of a JSON string (RFC 8259 §7).
enum Escape {
  static func isHex(_ byte: UInt8) -> Bool {
    hex(byte) != nil
  }

  static func hex(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// The text of the content of a string that the scanner let pass. Half of a surrogate pair alone is U+FFFD.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var i = bytes.startIndex
    while i < bytes.endIndex {
      let byte = bytes[i]
      guard byte == UInt8(ascii: "\\"), i + 1 < bytes.endIndex else {
        out.append(byte)
        i += 1
        continue
      }
      i += 2
      switch bytes[i - 1] {
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "u"): i = scalar(bytes, at: i, into: &out)
      case let other: out.append(other)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Appends the scalar whose four digits stand at `start` (with the low half of its pair, if that follows).
  private static func scalar(_ bytes: ArraySlice<UInt8>, at start: Int, into out: inout [UInt8]) -> Int {
    let first = unit(bytes, at: start)
    var value = first
    var next = start + 4
    if first & 0xFC00 == 0xD800, next + 5 < bytes.endIndex, bytes[next] == UInt8(ascii: "\\"),
      bytes[next + 1] == UInt8(ascii: "u")
    {
      let second = unit(bytes, at: next + 2)
      if second & 0xFC00 == 0xDC00 {
        value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
        next += 6
      }
    }
    out.append(contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    return next
  }

  private static func unit(_ bytes: ArraySlice<UInt8>, at start: Int) -> UInt32 {
    var value: UInt32 = 0
    for i in start..<min(start + 4, bytes.endIndex) { value = value << 4 | (hex(bytes[i]) ?? 0) }
    return value
  }
}
