import DialJSON
import DialSyntax

/// A text as a YAML scalar on one line.
enum YAMLScalar {
  /// Plain where no reader of YAML 1.1 or 1.2 could take it for anything else, else in double quotes.
  static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "/") else { return false }
    guard text.utf8.last != UInt8(ascii: " "), !words.contains(text.lowercased()) else { return false }
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#"), last == UInt8(ascii: " ") { return false }
      if last == UInt8(ascii: ":"), byte == UInt8(ascii: " ") { return false }
      guard isLetter(byte) || isDigit(byte) || byte >= 0x80 || " _-./:@#+=%;()$&*<>~^'\"\\?!|".utf8.contains(byte) else { return false }
      last = byte
    }
    return last != UInt8(ascii: ":") && !text.unicodeScalars.contains(where: isOdd)
  }

  /// What YAML 1.1 reads as a Boolean or null.
  private static let words: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Characters that YAML does not print, or breaks lines at.
  private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
    TerminalText.isUnsafe(scalar) || (0xFFFE...0xFFFF).contains(scalar.value & 0xFFFF) || scalar.value == 0xA0
  }

  private static func quoted(_ text: String) -> String {
    let json = JSONWriter.quote(text)
    guard json.unicodeScalars.contains(where: isOdd) else { return json }
    return json.unicodeScalars.map { scalar in
      guard isOdd(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      let (mark, count) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
      return mark + String(repeating: "0", count: count - digits.count) + digits
    }.joined()
  }
}
