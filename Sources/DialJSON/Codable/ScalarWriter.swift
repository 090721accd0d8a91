/// Writes one value into a node.
struct ScalarWriter: SingleValueEncodingContainer {
  let node: EncodingNode
  let step: CodingStep?

  var codingPath: [any CodingKey] { step.codingPath }

  private func put(_ other: EncodingNode) {
    node.content = other.content
    node.isUnordered = other.isUnordered
  }

  mutating func encodeNil() { put(EncodingNode(.null)) }
  mutating func encode(_ value: Bool) { put(EncodingNode(.bool(value))) }
  mutating func encode(_ value: String) { put(EncodingNode(.string(value))) }
  mutating func encode(_ value: Double) throws { put(try .of(float: value, at: step)) }
  mutating func encode(_ value: Float) throws { put(try .of(float: value, at: step)) }
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
  mutating func encode<T: Encodable>(_ value: T) throws { put(try .of(value, at: step)) }
}
