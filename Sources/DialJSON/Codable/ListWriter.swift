/// Writes the elements of an array.
struct ListWriter: UnkeyedEncodingContainer {
  let node: EncodingNode
  let step: CodingStep?

  var codingPath: [any CodingKey] { step.codingPath }

  var count: Int {
    if case .elements(let elements) = node.content { elements.count } else { 0 }
  }

  private var next: CodingStep { CodingStep(.index(count), after: step) }

  private func put(_ value: EncodingNode) { node.append(value) }

  mutating func encodeNil() { put(EncodingNode(.null)) }
  mutating func encode(_ value: Bool) { put(EncodingNode(.bool(value))) }
  mutating func encode(_ value: String) { put(EncodingNode(.string(value))) }
  mutating func encode(_ value: Double) throws { put(try .of(float: value, at: next)) }
  mutating func encode(_ value: Float) throws { put(try .of(float: value, at: next)) }
  mutating func encode(_ value: Int) { put(.of(integer: value)) }
  mutating func encode(_ value: Int8) { put(.of(integer: value)) }
  mutating func encode(_ value: Int16) { put(.of(integer: value)) }
  mutating func encode(_ value: Int32) { put(.of(integer: value)) }
  mutating func encode(_ value: Int64) { put(.of(integer: value)) }
  mutating func encode(_ value: Int128) { put(.of(integer: value)) }
  mutating func encode(_ value: UInt) { put(.of(integer: value)) }
  mutating func encode(_ value: UInt8) { put(.of(integer: value)) }
  mutating func encode(_ value: UInt16) { put(.of(integer: value)) }
  mutating func encode(_ value: UInt32) { put(.of(integer: value)) }
  mutating func encode(_ value: UInt64) { put(.of(integer: value)) }
  mutating func encode(_ value: UInt128) { put(.of(integer: value)) }
  mutating func encode<T: Encodable>(_ value: T) throws { put(try .of(value, at: next)) }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    inner().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { inner() }

  private func inner() -> ValueEncoder {
    let inner = EncodingNode()
    let step = next
    node.append(inner)
    return ValueEncoder(node: inner, step: step)
  }
}
