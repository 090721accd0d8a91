/// What every stub throws: the surface compiles, nothing runs.
struct Stub: Error {}

/// Why a JSON value could not be read as what was asked for.
struct JSONError: Error, Sendable, CustomStringConvertible {
  var path: String
  var description: String { "nothing at '\(path)'" }
}

/// A generic value: ordered, number-exact, with dynamic members. The stub keeps only what the tuples need.
@dynamicMemberLookup
struct JSON: Sendable, Hashable, Codable {
  indirect enum Kind: Sendable, Hashable { case null, bool(Bool), number(String), string(String), array([JSON]), object([String]) }
  var kind: Kind

  init(_ kind: Kind) { self.kind = kind }
  init(from decoder: any Decoder) throws { kind = .null }
  func encode(to encoder: any Encoder) throws {}

  static let null = JSON(.null)

  subscript(dynamicMember name: String) -> JSON { self[member: name] }
  /// A JMESPath.
  subscript(path: String) -> JSON { .null }
  subscript(index: Int) -> JSON {
    if case .array(let items) = kind, items.indices.contains(index) { items[index] } else { .null }
  }
  subscript(member name: String) -> JSON { .null }

  var asInt: Int? { if case .number(let digits) = kind { Int(digits) } else { nil } }
  var asString: String? { if case .string(let text) = kind { text } else { nil } }
  var asDouble: Double? { nil }
  var asDecimal: DecimalNumber? { nil }
  var asBool: Bool? { if case .bool(let flag) = kind { flag } else { nil } }
  var asArray: [JSON]? { if case .array(let items) = kind { items } else { nil } }
  var asObject: [(key: String, value: JSON)]? { nil }
  var isNull: Bool { kind == .null }

  func decode<Value: Decodable>(_: Value.Type) throws(JSONError) -> Value {
    if let value = asInt as? Value { return value }
    if let value = asString as? Value { return value }
    throw JSONError(path: "\(Value.self)")
  }

  func tuple<First: Decodable, Second: Decodable, each Rest: Decodable>(
    _: First.Type, _: Second.Type, _ rest: repeat (each Rest).Type
  ) throws(JSONError) -> (First, Second, repeat each Rest) {
    var items = Positions(of: self)
    return (try items.next(First.self), try items.next(Second.self), repeat try items.next(each rest))
  }

  func tuples<First: Decodable, Second: Decodable, each Rest: Decodable>(
    _ first: First.Type, _ second: Second.Type, _ rest: repeat (each Rest).Type
  ) throws(JSONError) -> [(First, Second, repeat each Rest)] {
    var rows: [(First, Second, repeat each Rest)] = []
    for item in asArray ?? [] { rows.append(try item.tuple(first, second, repeat each rest)) }
    return rows
  }

  /// Reads an array's items one after the other.
  struct Positions {
    let value: JSON
    var index = 0
    init(of value: JSON) { self.value = value }
    mutating func next<Value: Decodable>(_: Value.Type) throws(JSONError) -> Value {
      defer { index += 1 }
      return try value[index].decode(Value.self)
    }
  }
}

/// Stands in for Foundation's Decimal.
struct DecimalNumber: Sendable, Codable {}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { kind = .string(value) }
  init(integerLiteral value: Int) { kind = .number("\(value)") }
  init(floatLiteral value: Double) { kind = .number("\(value)") }
  init(booleanLiteral value: Bool) { kind = .bool(value) }
}

extension JSON: ExpressibleByStringInterpolation {}

// `nil` inside a literal is JSON's null; outside it stays Swift's absence, because JSON itself is not ExpressibleByNilLiteral.
extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(arrayLiteral elements: JSON?...) { kind = .array(elements.map { $0 ?? .null }) }
  init(dictionaryLiteral elements: (String, JSON?)...) { kind = .object(elements.map(\.0)) }
}

extension JSON: TextOutputStreamable {
  func write(to target: inout some TextOutputStream) { target.write("\(kind)") }
}
