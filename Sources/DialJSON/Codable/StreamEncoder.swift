/// An encoder into the stream, for the value that begins at `start`, and its single value container.
struct StreamEncoder: Encoder, SingleValueEncodingContainer {
  let stream: EncodingStream
  let start: Int
  let level: Int

  /// Only the slow way knows the path.
  var codingPath: [any CodingKey] {
    stream.break()
    return []
  }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    stream.begin(UInt8(ascii: "{"), at: start, level: level)
    return KeyedEncodingContainer(StreamKeyedWriter<Key>(stream: stream, start: start, level: level + 1))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    stream.begin(UInt8(ascii: "["), at: start, level: level)
    return StreamListWriter(stream: stream, start: start, level: level + 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// A second value in the same place is for the slow way.
  private func ready() -> EncodingStream {
    if stream.place != start || stream.depth != level { stream.break() }
    return stream
  }

  func encodeNil() { ready().putNil() }
  func encode(_ value: Bool) { ready().put(value) }
  func encode(_ value: String) { ready().put(value) }
  func encode(_ value: Double) { ready().put(float: value) }
  func encode(_ value: Float) { ready().put(float: value) }
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
  func encode<T: Encodable>(_ value: T) throws { try ready().put(value) }
}
