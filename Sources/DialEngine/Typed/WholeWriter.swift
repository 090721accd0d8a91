import DialJSON

/// Replaces a value that does not encode as an object, which makes it the whole body.
struct WholeWriter: SingleValueEncodingContainer, UnkeyedEncodingContainer {
  struct IsWhole: Error {}

  let sink: ArgumentEncoder.Sink

  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  mutating func encodeNil() throws { throw whole() }

  /// A type that encodes as another one, such as a raw value, is handled as that one.
  mutating func encode<T: Encodable>(_ value: T) throws {
    if sink.isWhole || ArgumentWriter<TextKey>.isWhole(value) || JSON.scalar(value) != nil { throw whole() }
    try value.encode(to: ArgumentEncoder(sink: sink))
  }

  mutating func encode(_ value: Bool) throws { throw whole() }
  mutating func encode(_ value: String) throws { throw whole() }
  mutating func encode(_ value: Double) throws { throw whole() }
  mutating func encode(_ value: Float) throws { throw whole() }
  mutating func encode(_ value: Int) throws { throw whole() }
  mutating func encode(_ value: Int8) throws { throw whole() }
  mutating func encode(_ value: Int16) throws { throw whole() }
  mutating func encode(_ value: Int32) throws { throw whole() }
  mutating func encode(_ value: Int64) throws { throw whole() }
  mutating func encode(_ value: UInt) throws { throw whole() }
  mutating func encode(_ value: UInt8) throws { throw whole() }
  mutating func encode(_ value: UInt16) throws { throw whole() }
  mutating func encode(_ value: UInt32) throws { throw whole() }
  mutating func encode(_ value: UInt64) throws { throw whole() }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ArgumentWriter<Key>(sink: .init(sink.type)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

  mutating func superEncoder() -> any Encoder { ArgumentEncoder(sink: .init(sink.type)) }

  private func whole() -> IsWhole {
    sink.isWhole = true
    return IsWhole()
  }
}
