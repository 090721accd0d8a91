/// A text of a YAML file and the way it was written.
public struct Scalar: Sendable, Hashable {
  /// How a text was written; only a plain one may become a number, a Boolean or null in a JSON place.
  public enum Style: Sendable, Hashable {
    /// Without quotes, in `'`, in `"`, as a block after `|`, as a block after `>` (YAML 1.2.2 sections 7.3 and 8.1).
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// The text, quotes and escapes undone and lines folded.
  public var text: String
  /// How it was written.
  public var style: Style

  /// True for a text without quotes that is not a block (`|`, `>`).
  public var isPlain: Bool { style == .plain }

  /// A text in a style.
  public init(text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

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
