extension Scalar {
  /// Returns a plain scalar if YAML 1.1 and 1.2 both read it as this text, otherwise a quoted one.
  ///
  /// - Parameter inFlow: whether it may stand in `{…}` or `[…]`, where brackets and commas end a plain scalar.
  package static func written(_ text: String, inFlow: Bool = true) -> String {
    isPlain(text, inFlow ? "" : "{}[],") ? text : quoted(text)
  }

  private static func isPlain(_ text: String, _ brackets: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "/") else { return false }
    guard text.utf8.last != UInt8(ascii: " "), !words.contains(text.lowercased()) else { return false }
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#"), last == UInt8(ascii: " ") { return false }
      if last == UInt8(ascii: ":"), byte == UInt8(ascii: " ") { return false }
      guard
        isLetter(byte) || isDigit(byte) || byte >= 0x80 || " _-./:@#+=%;()$&*<>~^'\"\\?!|".utf8.contains(byte)
          || brackets.utf8.contains(byte)
      else { return false }
      last = byte
    }
    return last != UInt8(ascii: ":") && !text.unicodeScalars.contains(where: isEscaped)
  }

  /// Booleans and nulls of YAML 1.1.
  private static let words: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
