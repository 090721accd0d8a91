/// The YAML 1.2 core schema (https://yaml.org/spec/1.2.2/#103-core-schema).
public enum CoreSchema {
  /// The value of a scalar, by its tag if it has one, else by its text.
  ///
  /// A text in quotes or in a block is a string. Nil for a list, a mapping, and a text that does not fit its tag
  /// (`!!int abc`).
  public static func value(of node: Node) -> CoreValue? {
    guard let scalar = node.scalar else { return nil }
    switch node.storedTag {
    case .string, .nonSpecific: return .string(scalar.text)
    case nil: return scalar.isPlain ? value(ofPlain: scalar.text) : .string(scalar.text)
    case let tag?: return value(ofPlain: scalar.text, as: tag)
    }
  }

  /// The value of a text without quotes.
  static func value(ofPlain text: String) -> CoreValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .notFinite(".inf")
    case "-.inf", "-.Inf", "-.INF": return .notFinite("-.inf")
    case ".nan", ".NaN", ".NAN": return .notFinite(".nan")
    default: return CoreNumber(text).map { .number($0.digits) } ?? .string(text)
    }
  }

  private static func value(ofPlain text: String, as tag: Tag) -> CoreValue? {
    let value = value(ofPlain: text)
    switch (tag, value) {
    case (.null, .null), (.bool, .bool), (.float, .notFinite): return value
    case (.int, .number): return CoreNumber(text)?.isInteger == true ? value : nil
    case (.float, .number): return CoreNumber(text)?.isBased == false ? value : nil
    default: return nil
    }
  }
}

/// A scalar as the YAML 1.2 core schema reads it, for places that take JSON.
public enum CoreValue: Sendable, Hashable {
  /// Empty text, `~`, `null`, `Null` or `NULL`.
  case null
  /// `true`, `True`, `TRUE`, `false`, `False` or `FALSE`.
  case bool(Bool)
  /// The digits of a JSON number (RFC 8259), as close to the source as JSON allows: `1.10` and `1e3` stay,
  /// `+1` is `1`, `010` is `10`, `.5` is `0.5`, `1.` is `1.0`, `0x1F` is `31`.
  case number(String)
  /// Every other text, and every text in quotes or in a block.
  case string(String)
  /// `.inf`, `-.inf` or `.nan`, which JSON does not have.
  case notFinite(String)
}
