/// Answers everything a type asks for, and writes down what it was.
struct ProbeDecoder: Decoder {
  let probe: TypeProbe
  let node: ProbeNode

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    node.members = node.members ?? []
    return KeyedDecodingContainer(ProbeKeyedReader<Key>(probe: probe, node: node))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    node.kind = .array(.any)
    return ProbeListReader(probe: probe, node: node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { ProbeScalarReader(probe: probe, node: node) }
}
