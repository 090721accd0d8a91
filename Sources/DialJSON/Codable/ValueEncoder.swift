/// An encoder into one node.
struct ValueEncoder: Encoder {
  let node: EncodingNode
  let step: CodingStep?

  var codingPath: [any CodingKey] { step.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .members = node.content {} else { node.content = .members([]) }
    return KeyedEncodingContainer(KeyedWriter<Key>(node: node, step: step))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .elements = node.content {} else { node.content = .elements([]) }
    return ListWriter(node: node, step: step)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ScalarWriter(node: node, step: step) }
}

extension JSON {
  /// The JSON of any Encodable value, in the order in which it encodes its members.
  ///
  /// A JSON passes through unchanged. Date becomes RFC 3339 text in UTC, Data base64 text, URL and UUID text, Decimal
  /// and all numbers their digits; dictionaries are sorted by name, because Swift's have no order. Throws
  /// ``JSONError`` for what JSON cannot hold (NaN, infinity), and whatever the value's own `encode(to:)` throws.
  ///
  /// ```swift
  /// try JSON(encoding: ["b": 1, "a": 2])   // {"a":2,"b":1}
  /// ```
  public init(encoding value: some Encodable) throws {
    if let scalar = JSON.scalar(value) {
      self = scalar
    } else if let streamed = Self.isContainer(value) ? EncodingStream.json(value) : nil {
      self = streamed
    } else {
      self = try EncodingNode.of(value, at: nil).json
    }
  }

  /// The JSON of a text, an Int or a Boolean, which needs no encoder; nil for every other type.
  package static func scalar<T: Encodable>(_ value: T) -> JSON? {
    if T.self == String.self { return .string(retyped(value, as: String.self)) }
    if T.self == Int.self { return JSON(retyped(value, as: Int.self)) }
    if T.self == Bool.self { return .bool(retyped(value, as: Bool.self)) }
    return Optional<JSON>.none
  }

  /// Whether a value is worth a document: not a scalar, nor a dictionary, which must be sorted.
  private static func isContainer<T: Encodable>(_ value: T) -> Bool {
    !(T.self == Double.self || T.self == JSON.self || value is any UnorderedMembers)
  }
}
