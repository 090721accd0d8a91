extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self.init(.string(value)) }

  /// A whole number.
  public init(integerLiteral value: Int) { self.init(.number(String(value))) }

  /// A number; a literal too great for a Double gives null.
  public init(floatLiteral value: Double) {
    self.init(value.isFinite ? .number(value.description) : .null)
  }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }

  /// An array; `nil` inside of a literal is null.
  public init(arrayLiteral elements: JSON?...) { self = .array(elements.map { $0 ?? .null }) }

  /// An object with its members in the order of the literal; a later duplicate replaces the earlier value.
  public init(dictionaryLiteral elements: (String, JSON?)...) { self = .object(elements.map { ($0, $1 ?? .null) }) }
}
