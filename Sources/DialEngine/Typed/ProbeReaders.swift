/// Records the members that a type decodes. `decodeIfPresent` makes one optional.
struct ProbeKeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: TypeProbe
  let node: ProbeNode

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    node.member(key.stringValue, isOptional: true).isOptional = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try probe.value(type, node.member(key.stringValue, isOptional: false))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    try? probe.value(type, node.member(key.stringValue, isOptional: true))
  }

  func decode(_ type: String.Type, forKey key: Key) -> String { found(.string, key, "") }
  func decode(_ type: Bool.Type, forKey key: Key) -> Bool { found(.bool, key, false) }
  func decode(_ type: Double.Type, forKey key: Key) -> Double { found(.number, key, 0) }
  func decode(_ type: Float.Type, forKey key: Key) -> Float { found(.number, key, 0) }
  func decode(_ type: Int.Type, forKey key: Key) -> Int { found(.integer, key, 0) }
  func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { found(.integer, key, 0) }
  func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { found(.integer, key, 0) }
  func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { found(.integer, key, 0) }
  func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { found(.integer, key, 0) }
  func decode(_ type: UInt.Type, forKey key: Key) -> UInt { found(.integer, key, 0) }
  func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { found(.integer, key, 0) }
  func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { found(.integer, key, 0) }
  func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { found(.integer, key, 0) }
  func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { found(.integer, key, 0) }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(.string, key, "") }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(.bool, key, false) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(.number, key, 0) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { optional(.number, key, 0) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { optional(.integer, key, 0) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { optional(.integer, key, 0) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
    ProbeDecoder(probe: probe, node: node.member(key.stringValue, isOptional: false)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    ProbeDecoder(probe: probe, node: node.member(key.stringValue, isOptional: false)).unkeyedContainer()
  }

  /// The members of a superclass are not examined.
  func superDecoder() -> any Decoder { ProbeDecoder(probe: probe, node: ProbeNode()) }

  func superDecoder(forKey key: Key) -> any Decoder { ProbeDecoder(probe: probe, node: ProbeNode()) }

  private func found<T>(_ kind: SwiftShape, _ key: Key, _ value: T) -> T {
    node.member(key.stringValue, isOptional: false).kind = kind
    return value
  }

  private func optional<T>(_ kind: SwiftShape, _ key: Key, _ value: T) -> T? {
    node.member(key.stringValue, isOptional: true).kind = kind
    return value
  }
}

/// Provides one element for an array that a type decodes by hand.
struct ProbeUnkeyedReader: UnkeyedDecodingContainer {
  let probe: TypeProbe
  let node: ProbeNode
  private(set) var currentIndex = 0

  init(probe: TypeProbe, node: ProbeNode) {
    self.probe = probe
    self.node = node
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex > 0 }

  /// Elements of different types are not distinguished.
  private mutating func next() -> ProbeNode {
    currentIndex += 1
    let item = ProbeNode()
    node.item = currentIndex == 1 ? item : ProbeNode()
    return item
  }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.value(type, next()) }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    ProbeDecoder(probe: probe, node: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { ProbeDecoder(probe: probe, node: next()).unkeyedContainer() }

  mutating func superDecoder() -> any Decoder { ProbeDecoder(probe: probe, node: next()) }
}

struct ProbeSingleValueReader: SingleValueDecodingContainer {
  let probe: TypeProbe
  let node: ProbeNode

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    node.isOptional = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.value(type, node) }

  func decode(_ type: String.Type) -> String { found(.string, "") }
  func decode(_ type: Bool.Type) -> Bool { found(.bool, false) }
  func decode(_ type: Double.Type) -> Double { found(.number, 0) }
  func decode(_ type: Float.Type) -> Float { found(.number, 0) }
  func decode(_ type: Int.Type) -> Int { found(.integer, 0) }
  func decode(_ type: Int8.Type) -> Int8 { found(.integer, 0) }
  func decode(_ type: Int16.Type) -> Int16 { found(.integer, 0) }
  func decode(_ type: Int32.Type) -> Int32 { found(.integer, 0) }
  func decode(_ type: Int64.Type) -> Int64 { found(.integer, 0) }
  func decode(_ type: UInt.Type) -> UInt { found(.integer, 0) }
  func decode(_ type: UInt8.Type) -> UInt8 { found(.integer, 0) }
  func decode(_ type: UInt16.Type) -> UInt16 { found(.integer, 0) }
  func decode(_ type: UInt32.Type) -> UInt32 { found(.integer, 0) }
  func decode(_ type: UInt64.Type) -> UInt64 { found(.integer, 0) }

  private func found<T>(_ kind: SwiftShape, _ value: T) -> T {
    node.kind = kind
    return value
  }
}
