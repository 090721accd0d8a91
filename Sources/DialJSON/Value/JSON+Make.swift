extension JSON {
  /// The value `null`.
  public static let null = JSON(.null)

  /// A string.
  public static func string(_ value: String) -> JSON { JSON(.string(value)) }

  /// `true` or `false`.
  public static func bool(_ value: Bool) -> JSON { JSON(.bool(value)) }

  /// An array. An absent element becomes `null`.
  public static func array(_ elements: [JSON]) -> JSON { BuiltArray.json(elements) }

  /// An object with its members in the given order. A later duplicate replaces the value of the earlier one.
  ///
  /// ```swift
  /// JSON.object([("a", 1), ("b", 2), ("a", 3)])   // {"a":3,"b":2}
  /// ```
  public static func object(_ members: [(String, JSON)]) -> JSON { BuiltObject.json(members) }

  /// A number with just these digits; nil if they are not a number of RFC 8259 §6 (`01`, `.5`, `NaN`).
  ///
  /// ```swift
  /// JSON.number("1.10")   // prints as 1.10
  /// ```
  public static func number(_ digits: String) -> JSON? {
    // Not `? :`, because `nil` would be the JSON literal there.
    guard NumberValue.isNumber(digits.utf8) else { return nil }
    return JSON(.number(digits))
  }

  /// A string.
  public init(_ value: String) { self.init(.string(value)) }

  /// `true` or `false`.
  public init(_ value: Bool) { self.init(.bool(value)) }

  /// A whole number.
  public init(_ value: Int) { self.init(.number(String(value))) }

  /// A whole number.
  public init(_ value: Int64) { self.init(.number(String(value))) }

  /// A whole number.
  public init(_ value: UInt64) { self.init(.number(String(value))) }

  /// A number with the fewest digits that read back as `value` (`0.1`, `1.0`, `1e+16`); nil if it is not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(.number(value.description))
  }

  /// The value of a JSON text: strict RFC 8259, UTF-8, one value, nothing behind it.
  ///
  /// Duplicate members are kept; reading gives the last. A byte order mark before the text is passed over (RFC 8259
  /// §8.1). Throws a ``JSONError`` with offset, line and column. The array becomes the document's own: it is copied only
  /// if it is shared, or has no room for eight bytes more.
  ///
  /// ```swift
  /// let json = try JSON(parsing: Array(#"{"id": 7}"#.utf8))
  /// ```
  public init(parsing bytes: consuming [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    self.init(.node(try JSONDocument(bytes, limits: limits), 0))
  }

  /// Parses a JSON text and takes its bytes. If they are not valid JSON, they are unchanged.
  package init(taking bytes: inout [UInt8]) throws(JSONError) {
    self.init(.node(try JSONDocument(taking: &bytes, limits: JSONLimits()), 0))
  }

  /// The value of a JSON text in the midst of other bytes, which is copied.
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + RawText.padding)
    text.append(contentsOf: bytes)
    try self.init(taking: &text)
  }

  /// The text of the document that this value is in; nil for one that was built in code.
  package var documentText: ArraySlice<UInt8>? {
    guard case .node(let document, _) = storage else { return nil }
    return document.bytes.dropLast(RawText.padding)
  }

  /// The value of a JSON text; see ``init(parsing:limits:)-([UInt8],_)``.
  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + RawText.padding)
    bytes.append(contentsOf: text.utf8)
    try self.init(parsing: bytes, limits: limits)
  }

  /// An absent value without a path.
  static let nowhere = JSON(.absent(Absence(origin: nil, steps: [], reason: nil)))
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self.init(.string(value)) }

  /// A whole number.
  public init(integerLiteral value: Int) { self.init(.number(String(value))) }

  /// A number; a literal that is too large for a Double gives null.
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
