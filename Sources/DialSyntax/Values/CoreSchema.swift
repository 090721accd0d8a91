/// The YAML 1.2 core schema (https://yaml.org/spec/1.2.2/#103-core-schema).
public enum CoreSchema {
  /// Returns the value of a scalar, by its tag or its text; a quoted text or a block is a string. Nil for a list, a mapping, and a text
  /// that does not fit its tag (`!!int abc`).
  public static func value(of node: Node) -> CoreValue? {
    guard let scalar = node.scalar else { return nil }
    switch node.storedTag {
    case .string, .nonSpecific: return .string(scalar.text)
    case nil: return scalar.isPlain ? value(ofPlain: scalar.text) : .string(scalar.text)
    case let tag?: return value(ofPlain: scalar.text, as: tag)
    }
  }

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
  /// The digits of a JSON number: `1.10` and `1e3` are unchanged, `+1` is `1`, `010` is `10`, `.5` is `0.5`, `0x1F` is `31`.
  case number(String)
  /// Every other text, and every text in quotes or in a block.
  case string(String)
  /// `.inf`, `-.inf` or `.nan`, which JSON does not have.
  case notFinite(String)
}

/// A number of the core schema, converted to the digits of JSON.
struct CoreNumber {
  /// A text with more hexadecimal or octal digits is not a number: the conversion takes quadratic time.
  private static let maxBasedDigits = 4096

  /// The digits for JSON.
  let digits: String
  /// True without a fraction and an exponent.
  let isInteger: Bool
  /// True for `0x` and `0o`.
  let isBased: Bool

  /// Nil if the text is not a number: `[-+]?[0-9]+`, `0o[0-7]+`, `0x[0-9a-fA-F]+` or
  /// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, "+-.0123456789".utf8.contains(first) else { return nil }
    if bytes.starts(with: "0x".utf8) || bytes.starts(with: "0o".utf8) {
      guard let digits = Self.decimal(bytes.dropFirst(2), base: bytes[1] == UInt8(ascii: "x") ? 16 : 8) else { return nil }
      (self.digits, isInteger, isBased) = (digits, true, true)
      return
    }
    var rest = bytes[...]
    let sign = first == UInt8(ascii: "-") ? "-" : ""
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest.removeFirst() }
    let whole = Self.takeDigits(&rest)
    var fraction: String?
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = Self.takeDigits(&rest)
    }
    guard !whole.isEmpty || fraction?.isEmpty == false, let exponent = Self.takeExponent(&rest), rest.isEmpty else { return nil }
    let head = whole.drop { $0 == "0" }
    let tail = fraction.map { "." + ($0.isEmpty ? "0" : $0) } ?? ""
    digits = sign + (head.isEmpty ? "0" : String(head)) + tail + exponent
    isInteger = fraction == nil && exponent.isEmpty
    isBased = false
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> String {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the exponent with its letter; empty if there is none, nil if it has no digits.
  private static func takeExponent(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else { return "" }
    rest.removeFirst()
    var sign = ""
    if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
      sign = String(UnicodeScalar(first))
      rest.removeFirst()
    }
    let digits = takeDigits(&rest)
    return digits.isEmpty ? nil : String(UnicodeScalar(letter)) + sign + digits
  }

  /// The decimal digits of a number in base 8 or 16, of any size.
  private static func decimal(_ digits: ArraySlice<UInt8>, base: Int) -> String? {
    guard !digits.isEmpty, digits.count <= maxBasedDigits else { return nil }
    let limbBase = 1_000_000_000
    var limbs = [0]
    for digit in digits {
      guard var carry = Character(UnicodeScalar(digit)).hexDigitValue, carry < base else { return nil }
      for index in limbs.indices {
        let value = limbs[index] * base + carry
        limbs[index] = value % limbBase
        carry = value / limbBase
      }
      if carry > 0 { limbs.append(carry) }
    }
    let tail = limbs.dropLast().reversed().map { limb in
      let text = String(limb)
      return String(repeating: "0", count: 9 - text.utf8.count) + text
    }
    return String(limbs[limbs.count - 1]) + tail.joined()
  }
}
