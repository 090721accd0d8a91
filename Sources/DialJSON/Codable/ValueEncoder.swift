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
  func encode(_ value: Int) { ready().put(digits: String(value)) }
  func encode(_ value: Int8) { ready().put(digits: String(value)) }
  func encode(_ value: Int16) { ready().put(digits: String(value)) }
  func encode(_ value: Int32) { ready().put(digits: String(value)) }
  func encode(_ value: Int64) { ready().put(digits: String(value)) }
  func encode(_ value: Int128) { ready().put(digits: String(value)) }
  func encode(_ value: UInt) { ready().put(digits: String(value)) }
  func encode(_ value: UInt8) { ready().put(digits: String(value)) }
  func encode(_ value: UInt16) { ready().put(digits: String(value)) }
  func encode(_ value: UInt32) { ready().put(digits: String(value)) }
  func encode(_ value: UInt64) { ready().put(digits: String(value)) }
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
