/// Decodes text by the charset of its media type. The default is UTF-8; a byte order mark wins (WHATWG Encoding section 6).
package enum Charset {
  package struct Fault: Error { package var message: String }

  package static func decode(_ bytes: [UInt8], label: String?) throws(Fault) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try utf8(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isBigEndian: true) }
    switch (label ?? "utf-8").lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii", "unicode-1-1-utf-8": return try utf8(bytes[...])
    case "iso-8859-1", "latin1", "latin-1", "iso8859-1", "windows-1252", "cp1252", "l1": return latin1(bytes)
    case "utf-16", "utf-16le": return try utf16(bytes[...], isBigEndian: false)
    case "utf-16be": return try utf16(bytes[...], isBigEndian: true)
    case let other:
      // Under a name that means nothing, such as `utf8mb4` or `binary`, the text is UTF-8 if it can be.
      let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != 0 && $0 != 0x1B } && !shifted.contains(where: other.hasPrefix)
      if isPlain || !others.contains(where: other.hasPrefix), let text = String(validating: bytes, as: UTF8.self) { return text }
      throw Fault(message: "unknown charset '\(other.prefix(40))'; to read the bytes unchanged, use '-> bytes'")
    }
  }

  /// How the names of other encodings begin (WHATWG Encoding section 4.2). Most of them have the letters of ASCII where it has them.
  private static let others = [
    "iso", "windows-", "cp", "ibm", "koi", "mac", "x-mac", "x-", "ms", "shift", "sjis", "big5", "cn-big5", "gb", "chinese", "euc", "ks_c",
    "korean", "cs", "utf-7", "utf-16", "utf-32", "ucs", "unicode", "hz", "tis", "dos", "logical", "visual", "arabic", "hebrew", "greek",
    "cyrillic", "latin", "l2", "l3", "l4", "l5", "l6", "l9",
  ]
  /// Those that write other letters with the bytes of ASCII.
  private static let shifted = ["iso-2022", "csiso2022", "hz", "utf-7", "utf-16", "utf-32", "ucs", "unicode"]

  /// Whether texts of an encoding can look like UTF-8 and mean something else.
  package static func isShifted(_ label: String) -> Bool { shifted.contains(where: label.lowercased().hasPrefix) }

  /// Returns the encoding that an XML document declares itself (RFC 7303 section 3).
  package static func declared(inXML bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"), let word = head[..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let rest = head[word.upperBound..<end.lowerBound].drop { " \t\r\n=".contains($0) }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let label = rest.dropFirst().prefix { $0 != quote }
    // Text that could be read as ASCII so far is not UTF-16.
    return label.lowercased().hasPrefix("utf-16") ? nil : String(label)
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) throws(Fault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(message: "the text is not valid UTF-8; to read the bytes unchanged, use '-> bytes'")
    }
    return text
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(Fault) -> String {
    guard bytes.count % 2 == 0 else { throw Fault(message: "the UTF-16 text ends in the middle of a character") }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw Fault(message: "the text is not valid UTF-16") }
    return text
  }

  /// Decodes Windows-1252, which the WHATWG uses for the label ISO-8859-1.
  private static func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { (0x80...0x9F).contains($0) ? high[Int($0 - 0x80)] : Unicode.Scalar($0) }))
  }

  private static let high: [Unicode.Scalar] = Array(
    "\u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{8D}\u{17D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}"
      .unicodeScalars)
}
