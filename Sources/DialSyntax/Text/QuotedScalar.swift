extension Scalar {
  /// Returns a quoted YAML scalar on one line: `"a: b"`, or `'say "x"'` if the text contains `"` or `\`.
  public static func quoted(_ text: String) -> String {
    let hasControl = text.unicodeScalars.contains(where: isEscaped)
    let hasEscape = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    if hasEscape, !hasControl {
      return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }
    return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// Whether a character is written as an escape: it is not printable in YAML, breaks lines, or looks like another one.
  package static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || TerminalText.isUnsafe(scalar) || (0xFFFE...0xFFFF).contains(scalar.value & 0xFFFF) || scalar.value == 0xA0
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case _ where !isEscaped(scalar): String(scalar)
    case _ where scalar.value <= 0xFF: "\\x" + hex(scalar.value, 2)
    case _ where scalar.value <= 0xFFFF: "\\u" + hex(scalar.value, 4)
    default: "\\U" + hex(scalar.value, 8)
    }
  }
}
