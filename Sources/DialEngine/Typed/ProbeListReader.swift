/// Provides one element for an array that a type decodes by hand.
struct ProbeListReader: UnkeyedDecodingContainer {
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
