/// Writes the members of an object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode
  let step: CodingStep?

  var codingPath: [any CodingKey] { step.codingPath }

  private func next(_ key: Key) -> CodingStep { CodingStep(.member(key.stringValue), after: step) }

  private func put(_ value: EncodingNode, _ key: Key) { node.set(value, for: key.stringValue) }

  mutating func encodeNil(forKey key: Key) { put(EncodingNode(.null), key) }
  mutating func encode(_ value: Bool, forKey key: Key) { put(EncodingNode(.bool(value)), key) }
  mutating func encode(_ value: String, forKey key: Key) { put(EncodingNode(.string(value)), key) }
  mutating func encode(_ value: Double, forKey key: Key) throws { put(try .of(float: value, at: next(key)), key) }
  mutating func encode(_ value: Float, forKey key: Key) throws { put(try .of(float: value, at: next(key)), key) }
  mutating func encode(_ value: Int, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: Int8, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: Int16, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: Int32, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: Int64, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: Int128, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: UInt, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: UInt8, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: UInt16, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: UInt32, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: UInt64, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode(_ value: UInt128, forKey key: Key) { put(.of(integer: value), key) }
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { put(try .of(value, at: next(key)), key) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    inner(key.stringValue).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inner(key.stringValue).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { inner("super") }

  mutating func superEncoder(forKey key: Key) -> any Encoder { inner(key.stringValue) }

  private func inner(_ name: String) -> ValueEncoder {
    let inner = EncodingNode()
    node.set(inner, for: name)
    return ValueEncoder(node: inner, step: CodingStep(.member(name), after: step))
  }
}
