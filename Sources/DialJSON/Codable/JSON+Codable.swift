extension JSON: Codable {
  /// Encodes the value with any encoder, exactly with that of this module; others get numbers as Int64, UInt64 or Double.
  public func encode(to encoder: any Encoder) throws {
    if let own = encoder as? ValueEncoder { return try own.encode(self) }
    switch asKind {
    case .array:
      var container = encoder.unkeyedContainer()
      for element in asArray ?? [] { try container.encode(element) }
    case .object:
      var container = encoder.container(keyedBy: PathKey.self)
      for (name, value) in asObject ?? [:] { try container.encode(value, forKey: PathKey(stringValue: name)) }
    default:
      var container = encoder.singleValueContainer()
      if let value = asBool {
        try container.encode(value)
      } else if let value = asString {
        try container.encode(value)
      } else if let value = asInt64 {
        try container.encode(value)
      } else if let value = asUInt64 {
        try container.encode(value)
      } else if let value = asDouble {
        try container.encode(value)
      } else if let digits = asNumberText {
        throw JSONError(.range, "'\(digits)' is out of range for Double")
      } else {
        try container.encodeNil()
      }
    }
  }

  /// Decodes any value from any decoder. The decoder of this module keeps it exactly.
  public init(from decoder: any Decoder) throws {
    if let own = decoder as? ValueDecoder {
      self = own.level.json(own.node)
    } else if let container = try? decoder.container(keyedBy: PathKey.self) {
      self = .object(try container.allKeys.map { ($0.stringValue, try container.decode(JSON.self, forKey: $0)) })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return JSON(value) }
    if let value = try? container.decode(UInt64.self) { return JSON(value) }
    if let value = try? container.decode(Double.self), let json = JSON(value) { return json }
    return .string(try container.decode(String.self))
  }
}

extension JSON {
  /// Creates the JSON of any Encodable value, with members in the order in which it encodes them.
  ///
  /// Date becomes RFC 3339 text in UTC, Data base64, URL and UUID text. Dictionaries are sorted by name. Throws ``JSONError`` for NaN and
  /// infinity, and the errors of the value's own `encode(to:)`.
  ///
  /// ```swift
  /// try JSON(encoding: ["b": 1, "a": 2])   // {"a":2,"b":1}
  /// ```
  public init(encoding value: some Encodable) throws {
    if let scalar = JSON.scalar(value) {
      self = scalar
    } else if let json = value as? JSON {
      self = json.orNull
    } else {
      self = try EncodingStream.json(value)
    }
  }

  /// The JSON of a String, an Int or a Bool, which needs no encoder; nil for every other type.
  package static func scalar<T: Encodable>(_ value: T) -> JSON? {
    if T.self == String.self { return .string(retyped(value, as: String.self)) }
    if T.self == Int.self { return JSON(retyped(value, as: Int.self)) }
    if T.self == Bool.self { return .bool(retyped(value, as: Bool.self)) }
    return Optional<JSON>.none
  }

  /// Returns the value with parts replaced by equal ones that have layouts.
  func replacing(_ parts: [(steps: ArraySlice<JSONPath.Step>, value: JSON)]) -> JSON {
    if let whole = parts.last(where: { $0.steps.isEmpty }), whole.value == self { return whole.value }
    guard let elements = asArray else {
      return .object(
        (asObject ?? [:]).map { name, value in
          let inner = parts.filter { $0.steps.first == .member(name) }
          return (name, inner.isEmpty ? value : value.replacing(inner.map { ($0.steps.dropFirst(), $0.value) }))
        })
    }
    let inner = Dictionary(grouping: parts) { $0.steps.first }
    return .array(
      elements.enumerated().map { index, value in
        inner[.index(index)].map { value.replacing($0.map { ($0.steps.dropFirst(), $0.value) }) } ?? value
      })
  }
}

struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ step: JSONPath.Step) {
    switch step {
    case .member(let name): (stringValue, intValue) = (name, nil)
    case .index(let index): (stringValue, intValue) = (String(index), index)
    }
  }

  init(stringValue: String) { self.init(.member(stringValue)) }

  init(intValue: Int) { self.init(.index(intValue)) }
}

extension JSONPath {
  /// The steps of a coding path.
  init(_ keys: [any CodingKey]) {
    self.init(steps: keys.map { key in key.intValue.map { .index($0) } ?? .member(key.stringValue) })
  }

  var codingPath: [any CodingKey] { steps.map { PathKey($0) } }
}
