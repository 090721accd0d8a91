/// An encoder of the value that begins at `start` in a stream, and its single value container.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let stream: EncodingStream
  let start: Int
  let level: Int

  var codingPath: [any CodingKey] { stream.codingPath(level) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    stream.begin(UInt8(ascii: "{"), at: start, level: level)
    return KeyedEncodingContainer(KeyedWriter<Key>(stream: stream, start: start, level: level + 1))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    stream.begin(UInt8(ascii: "["), at: start, level: level)
    return UnkeyedWriter(stream: stream, start: start, level: level + 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  private func ready() -> EncodingStream {
    stream.replace(start, level: level)
    return stream
  }

  func encodeNil() { ready().putNil() }
  func encode(_ value: Bool) { ready().put(value) }
  func encode(_ value: String) { ready().put(value) }
  func encode(_ value: Double) throws { try ready().put(float: value) }
  func encode(_ value: Float) throws { try ready().put(float: value) }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) { ready().put(digits: String(value)) }
  func encode(_ value: Int128) { ready().put(digits: String(value)) }
  func encode(_ value: UInt128) { ready().put(digits: String(value)) }

  func encode<T: Encodable>(_ value: T) throws {
    do {
      try ready().put(value)
    } catch {
      stream.replace(start, level: level)
      throw error
    }
  }
}

/// Writes the members of an object into a stream.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let stream: EncodingStream
  let start: Int
  let level: Int

  var codingPath: [any CodingKey] { stream.codingPath(level - 1) }

  @inline(__always) private func ready(_ key: Key) -> EncodingStream {
    stream.next(start, level: level, name: key.stringValue)
    return stream
  }

  private func put(_ key: Key, _ put: () throws -> Void) throws {
    try stream.put(in: start, level: level, name: key.stringValue, put)
  }

  func encodeNil(forKey key: Key) { ready(key).putNil() }
  func encode(_ value: Bool, forKey key: Key) { ready(key).put(value) }
  func encode(_ value: String, forKey key: Key) { ready(key).put(value) }
  func encode(_ value: Double, forKey key: Key) throws { try put(key) { try stream.put(float: value) } }
  func encode(_ value: Float, forKey key: Key) throws { try put(key) { try stream.put(float: value) } }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: Int128, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: UInt128, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try put(key) { try stream.put(value) } }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    ready(key).part().container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { ready(key).part().unkeyedContainer() }

  func superEncoder() -> any Encoder {
    stream.next(start, level: level, name: "super")
    return stream.part()
  }

  func superEncoder(forKey key: Key) -> any Encoder { ready(key).part() }
}

/// Writes the elements of an array into a stream.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let stream: EncodingStream
  let start: Int
  let level: Int

  var codingPath: [any CodingKey] { stream.codingPath(level - 1) }
  var count: Int { stream.count(start, level: level) }

  @inline(__always) private func ready() -> EncodingStream {
    stream.next(start, level: level)
    return stream
  }

  private func put(_ put: () throws -> Void) throws {
    try stream.put(in: start, level: level, name: nil, put)
  }

  func encodeNil() { ready().putNil() }
  func encode(_ value: Bool) { ready().put(value) }
  func encode(_ value: String) { ready().put(value) }
  func encode(_ value: Double) throws { try put { try stream.put(float: value) } }
  func encode(_ value: Float) throws { try put { try stream.put(float: value) } }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) { ready().put(digits: String(value)) }
  func encode(_ value: Int128) { ready().put(digits: String(value)) }
  func encode(_ value: UInt128) { ready().put(digits: String(value)) }
  func encode<T: Encodable>(_ value: T) throws { try put { try stream.put(value) } }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    ready().part().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ready().part().unkeyedContainer() }

  func superEncoder() -> any Encoder { ready().part() }
}
