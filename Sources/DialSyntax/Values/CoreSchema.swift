/// The YAML 1.2 core schema (https://yaml.org/spec/1.2.2/#103-core-schema).
public enum CoreSchema {
  /// The value of a scalar by its look, or by its tag if it has one.
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
