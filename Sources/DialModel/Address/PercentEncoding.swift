/// Percent-encoding (RFC 3986 section 2.1) and the WHATWG form serializer, over UTF-8 bytes.
package enum PercentEncoding {
  /// Whether a byte is a letter, a digit, `-`, `.`, `_` or `~`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    // One bit for each: digits, `-` and `.` in the first 64, letters, `_` and `~` in the next.
    let bits: UInt64 = byte < 64 ? 0x03FF_6000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
    return byte < 128 && bits &>> UInt64(byte & 63) & 1 == 1
  }

  /// Whether a byte is one of `:/?#[]@` and `!$&'()*+,;=`.
  package static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x3A, 0x2F, 0x3F, 0x23, 0x5B, 0x5D, 0x40, 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D: true
    default: false
    }
  }

  package static func isHex(_ byte: UInt8) -> Bool { value(ofHex: byte) != nil }

  package static func value(ofHex byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Returns two lowercase digits for each byte.
  package static func hex(_ bytes: some Sequence<UInt8>) -> String { hex(Array(bytes)) }

  /// Returns two lowercase digits for each byte. Generic code that other modules call is slow.
  package static func hex(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() { (text[2 * index], text[2 * index + 1]) = (digit(byte >> 4), digit(byte & 15)) }
      return 2 * bytes.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }

  /// Encodes everything except unreserved characters.
  package static func encode(_ text: String) -> String {
    text.utf8.allSatisfy(isUnreserved) ? text : encode(Array(text.utf8))
  }

  /// Encodes everything except unreserved characters and `/`.
  package static func encodePath(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) || byte == UInt8(ascii: "/") { out.append(byte) } else { append(escaped: byte, to: &out) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    append(bytes, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether a text consists only of letters, digits, `-`, `_` and `~`, and is not empty, so that it is valid anywhere.
  package static func isWord(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in !bytes.isEmpty && bytes.allSatisfy { isUnreserved($0) && $0 != UInt8(ascii: ".") } }
  }

  /// Appends a text with everything encoded except unreserved characters.
  package static func append(_ text: String, to out: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &out) }
  }

  private static func append(_ bytes: some Sequence<UInt8>, to out: inout [UInt8]) {
    for byte in bytes { if isUnreserved(byte) { out.append(byte) } else { append(escaped: byte, to: &out) } }
  }

  /// Encodes everything except unreserved and reserved characters and `%XX` (RFC 6570 section 3.2.3).
  package static func encodeKeepingReserved(_ text: String) -> String { encodeKeepingReserved(Array(text.utf8)[...]) }

  static func encodeKeepingReserved(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.allSatisfy({ isUnreserved($0) || isReserved($0) }) { return String(decoding: bytes, as: UTF8.self) }
    var out: [UInt8] = []
    for (index, byte) in zip(bytes.indices, bytes) {
      let isEscape = byte == 0x25 && index + 2 < bytes.endIndex && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
      if isEscape || isUnreserved(byte) || isReserved(byte) { out.append(byte) } else { append(escaped: byte, to: &out) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  package static func append(escaped byte: UInt8, to out: inout [UInt8]) {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }
    out.append(0x25)
    out.append(digit(byte >> 4))
    out.append(digit(byte & 15))
  }

  /// Decodes `%XX`; anything else is unchanged. Invalid UTF-8 becomes U+FFFD.
  package static func decode(_ text: String) -> String {
    String(decoding: decode(text.utf8), as: UTF8.self)
  }

  /// Decodes unnecessary `%XX`, and writes the others in capitals (RFC 3986 section 6.2.2).
  package static func normalized(_ text: String) -> [UInt8] {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return Array(text.utf8) }
    var (result, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2, let high = value(ofHex: rest[rest.startIndex]),
        let low = value(ofHex: rest[rest.startIndex + 1])
      else {
        result.append(byte)
        continue
      }
      rest = rest.dropFirst(2)
      let value = high << 4 | low
      if isUnreserved(value) { result.append(value) } else { append(escaped: value, to: &result) }
    }
    return result
  }

  /// Finds a '%' without two hexadecimal digits (RFC 3986 section 2.1).
  static func brokenEscape(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var rest = bytes
    while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
      let digits = bytes[(mark + 1)...].prefix(2)
      guard digits.count == 2, digits.allSatisfy(isHex) else { return mark..<digits.endIndex }
      rest = bytes[digits.endIndex...]
    }
    return nil
  }

  /// Whether a segment is `.` or `..` after splitting at `/`, `\`, `%2f` and `%5c`, and decoding `%2e`.
  package static func holdsDotSegment(_ text: some Collection<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/"), dot = UInt8(ascii: ".")
    guard text.contains(where: { $0 == dot || $0 == 0x25 }) else { return false }
    return decode(text).split(omittingEmptySubsequences: true) { $0 == slash || $0 == 0x5C }
      .contains { $0.count <= 2 && $0.allSatisfy { $0 == dot } }
  }

  /// Returns the bytes of a text after decoding `%XX`.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(text)
    var out: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x25, at + 2 < bytes.count, let high = value(ofHex: bytes[at + 1]), let low = value(ofHex: bytes[at + 2]) {
        out.append(high << 4 | low)
        at += 3
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return out
  }
}

/// `application/x-www-form-urlencoded` (WHATWG URL section 5), for names and values.
public enum FormCoding {
  /// Encodes ordered pairs: `a=x+y&b=1`.
  public static func encode(_ pairs: [(String, String)]) -> String {
    var out: [UInt8] = []
    for (name, value) in pairs {
      if !out.isEmpty { out.append(UInt8(ascii: "&")) }
      append(name, to: &out)
      out.append(UInt8(ascii: "="))
      append(value, to: &out)
    }
    return String(decoding: out, as: UTF8.self)
  }

  package static func component(_ text: String) -> String {
    if text.utf8.allSatisfy({ PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }) { return text }
    var out: [UInt8] = []
    append(text, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  package static func append(_ text: String, to out: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case 0x20: out.append(0x2B)
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: out.append(byte)
      default: PercentEncoding.append(escaped: byte, to: &out)
      }
    }
  }

  /// Decodes the pairs of a form: `+` is a space, a pair without `=` has an empty value, and invalid escapes are unchanged.
  public static func decode(_ text: String) -> [(String, String)] {
    text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true).map { piece in
      let bytes = Array(piece)
      let split = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      return (decoded(bytes[..<split]), decoded(bytes[min(split + 1, bytes.count)...]))
    }
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    PercentEncoding.decode(String(decoding: bytes.map { $0 == 0x2B ? 0x20 : $0 }, as: UTF8.self))
  }
}
