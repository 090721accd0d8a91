extension Scalar {
  /// A text as a quoted YAML scalar on one line.
  ///
  /// `quoted("a: b")` is `"a: b"`; a text with `"` or `\` in it gets single quotes, `quoted("say \"x\"")` is `'say "x"'`.
  public static func quoted(_ text: String) -> String {
    let hasControl = text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0xFEFF }
    let hasEscape = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    if hasEscape, !hasControl {
      return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }
    return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\u{FEFF}": "\\uFEFF"
    case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): "\\x" + hex(scalar.value, 2)
    default: String(scalar)
    }
  }
}
