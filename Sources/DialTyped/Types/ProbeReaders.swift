import DialEngine

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

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
    ProbeDecoder(probe: probe, node: node.member(key.stringValue, isOptional: false)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    ProbeDecoder(probe: probe, node: node.member(key.stringValue, isOptional: false)).unkeyedContainer()
  }

  /// The members of a superclass are not examined.
  func superDecoder() -> any Decoder { ProbeDecoder(probe: probe, node: ProbeNode()) }

  func superDecoder(forKey key: Key) -> any Decoder { ProbeDecoder(probe: probe, node: ProbeNode()) }
}

/// Provides one element for an array that a type decodes by hand.
struct ProbeUnkeyedReader: UnkeyedDecodingContainer {
  let probe: TypeProbe
  let node: ProbeNode
  private(set) var currentIndex = 0

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
