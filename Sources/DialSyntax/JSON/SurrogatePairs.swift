/// JSON writes a character above U+FFFF as two escapes, `\ud83d\ude00` (RFC 8259 section 7), and YAML as one, `\U0001F600`. Texts that are
/// JSON except for a comment or a comma too many have them, too.
enum SurrogatePairs {
  /// Returns a JSON text in which each pair is one escape of YAML, and any other text as it is. Columns behind a pair are two less.
  static func joined(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.first(where: { !LineShape.isSpace($0) }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      bytes.contains(UInt8(ascii: "\\"))
    else { return bytes }
    var (out, at, copied): ([UInt8], Int, Int) = ([], 0, 0)
    while let slash = bytes[at...].firstIndex(of: UInt8(ascii: "\\")) {
      guard let high = unit(bytes, slash), 0xD800...0xDBFF ~= high, let low = unit(bytes, slash + 6), 0xDC00...0xDFFF ~= low else {
        // What an escaped backslash begins is text.
        at = min(slash + 2, bytes.count)
        continue
      }
      let digits = String(scalar(high, low), radix: 16)
      out += bytes[copied..<slash]
      out += "\\U\(String(repeating: "0", count: 8 - digits.utf8.count))\(digits)".utf8
      (at, copied) = (slash + 12, slash + 12)
    }
    return copied == 0 ? bytes : out + bytes[copied...]
  }

  static func scalar(_ high: Int, _ low: Int) -> Int { 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00) }

  /// Returns the code unit of an escape such as `\ud83d` at an offset; nil if there is none.
  static func unit(_ bytes: [UInt8], _ at: Int) -> Int? {
    guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return nil }
    var value = 0
    for byte in bytes[at + 2..<at + 6] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | Int(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | Int((byte | 0x20) - 0x57)
      default: return nil
      }
    }
    return value
  }
}
