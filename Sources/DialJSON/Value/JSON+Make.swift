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
  public static func object(_ members: [(String, JSON)]) -> JSON { BuiltObject.json(members) }

  /// A number with these digits, such as `1.10`; nil if they are not a number of RFC 8259 §6 (`01`, `.5`, `NaN`).
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

  /// Parses a JSON text: strict RFC 8259, UTF-8, one value without other text.
  ///
  /// Duplicate members are kept; reading returns the last one.
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

  /// Parses a JSON text in a slice, which is copied.
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

  /// Parses a JSON text; see ``init(parsing:limits:)-([UInt8],_)``.
  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + RawText.padding)
    bytes.append(contentsOf: text.utf8)
    try self.init(parsing: bytes, limits: limits)
  }

  /// How deep arrays and objects built in code nest here.
  var builtDepth: Int {
    switch storage {
    case .array(let array): array.depth
    case .object(let object): object.depth
    default: 0
    }
  }

  /// Whether a value inside this one has its own layout.
  var hasInnerLayout: Bool {
    switch storage {
    case .array(let array): array.elements.contains { $0.layout != nil || $0.hasInnerLayout }
    case .object(let object): object.values.contains { $0.layout != nil || $0.hasInnerLayout }
    default: false
    }
  }

  fileprivate func flattened(_ depth: Int) -> JSON {
    guard depth > BuiltArray.maxDepth else { return self }
    let document = try? JSONDocument(JSONWriter.bytes(self), limits: JSONLimits(maxDepth: .max))
    return document.map { JSON(.node($0, 0)) } ?? self
  }
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

/// The elements of an array built in code. Deep ones are parsed instead, because only documents are handled without recursion.
final class BuiltArray: Sendable {
  static let maxDepth = 400

  let elements: [JSON]
  let depth: Int
  /// See ``JSON/weight``.
  let weight: Int

  private init(_ elements: [JSON], depth: Int) {
    self.elements = elements
    self.depth = depth
    weight = JSON.weight(of: elements)
  }

  static func json(_ elements: [JSON]) -> JSON {
    let depth = 1 + (elements.lazy.map(\.builtDepth).max() ?? 0)
    let isWhole = elements.allSatisfy { !$0.isAbsent }
    let array = BuiltArray(isWhole ? elements : elements.map { $0.isAbsent ? .null : $0 }, depth: depth)
    return JSON(.array(array)).flattened(depth)
  }
}

/// The members of an object built in code: unique names in order.
final class BuiltObject: Sendable {
  let names: [String]
  let values: [JSON]
  let depth: Int
  /// See ``JSON/weight``.
  let weight: Int
  /// The places of the names of a wide object.
  private let index: [ExactName: Int]

  private init(_ names: [String], _ values: [JSON], _ index: [ExactName: Int], depth: Int) {
    self.names = names
    self.values = values
    self.index = index
    self.depth = depth
    weight = names.reduce(JSON.weight(of: values)) { JSON.sum($0, $1.utf8.count) }
  }

  static func json(_ members: [(String, JSON)]) -> JSON {
    var names: [String] = []
    var values: [JSON] = []
    var index: [ExactName: Int] = [:]
    names.reserveCapacity(members.count)
    values.reserveCapacity(members.count)
    var depth = 0
    for (name, member) in members {
      let value = member.isAbsent ? .null : member
      depth = max(depth, value.builtDepth)
      let place: Int?
      if members.count > 16 {
        place = index[ExactName(name)]
        if place == nil { index[ExactName(name)] = names.count }
      } else {
        place = names.firstIndex { $0.utf8.elementsEqual(name.utf8) }
      }
      if let place {
        values[place] = value
      } else {
        names.append(name)
        values.append(value)
      }
    }
    return JSON(.object(BuiltObject(names, values, index, depth: depth + 1))).flattened(depth + 1)
  }

  subscript(name: String) -> JSON? {
    if !index.isEmpty { return index[ExactName(name)].map { values[$0] } }
    return names.firstIndex { $0.utf8.elementsEqual(name.utf8) }.map { values[$0] }
  }
}
