/// Makes untrusted text safe to print on a terminal.
public enum TerminalText {
  /// The text with control and direction characters written as escapes, such as `\u{1B}`. Tabs stay, and line feeds if `keepingLines`.
  public static func safe(_ text: String, keepingLines: Bool = false) -> String {
    func isBad(_ scalar: Unicode.Scalar) -> Bool { isUnsafe(scalar) && !(keepingLines && scalar == "\n") }
    guard text.unicodeScalars.contains(where: isBad) else { return text }
    return text.unicodeScalars.map { isBad($0) ? "\\u{\(hex($0.value, 2))}" : String($0) }.joined()
  }

  /// The same for bytes. Invalid UTF-8 becomes U+FFFD.
  static func safe(_ bytes: ArraySlice<UInt8>) -> String { safe(String(decoding: bytes, as: UTF8.self)) }

  /// The text in an SGR style of the terminal, such as `1` for bold, if `hasColor`.
  package static func styled(_ text: String, _ style: String = "1", if hasColor: Bool) -> String {
    hasColor ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  /// The width of a text in terminal cells. A tab counts as one.
  public static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  /// The width of a character in cells: two for an emoji, whatever it is composed of, else the sum of its scalars.
  public static func width(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    let isPicture = scalars.first?.properties.isEmojiPresentation == true || scalars.dropFirst().contains { $0.value == 0xFE0F }
    return isPicture ? 2 : scalars.reduce(0) { $0 + width($1) }
  }

  /// The width of a scalar in cells: two for wide East Asian characters and emoji, none for combining marks.
  public static func width(_ scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x300 else { return 1 }
    // Hangul vowels and final consonants join the consonant before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// True for characters that control a terminal or change the direction of text.
  public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }

  /// The blocks of wide characters (https://www.unicode.org/reports/tr11/), roughly.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}

extension String {
  /// The text for use in a message: cut after 60 Unicode scalars.
  package var excerpt: String { excerpt(60) }

  /// The text, cut after `length` Unicode scalars.
  package func excerpt(_ length: Int) -> String {
    let end = unicodeScalars.index(unicodeScalars.startIndex, offsetBy: length, limitedBy: unicodeScalars.endIndex)
    guard let end, end != unicodeScalars.endIndex else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }
}

/// A number in upper-case hexadecimal, padded with zeros to at least `width` digits.
package func hex(_ number: some BinaryInteger, _ width: Int) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
