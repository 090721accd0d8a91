/// Writes the members of an object into the stream.
struct StreamKeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let stream: EncodingStream
  let start: Int
  let level: Int

  var codingPath: [any CodingKey] {
    stream.break()
    return []
  }

  @inline(__always) private func ready(_ key: Key) -> EncodingStream {
    stream.next(start, level: level)
    stream.name(key.stringValue)
    return stream
  }

  func encodeNil(forKey key: Key) { ready(key).putNil() }
  func encode(_ value: Bool, forKey key: Key) { ready(key).put(value) }
  func encode(_ value: String, forKey key: Key) { ready(key).put(value) }
  func encode(_ value: Double, forKey key: Key) { ready(key).put(float: value) }
  func encode(_ value: Float, forKey key: Key) { ready(key).put(float: value) }
  func encode(_ value: Int, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: Int8, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: Int16, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: Int32, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: Int64, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: Int128, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: UInt, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: UInt8, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: UInt16, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: UInt32, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: UInt64, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode(_ value: UInt128, forKey key: Key) { ready(key).put(digits: String(value)) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try ready(key).put(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { inner(key).unkeyedContainer() }

  /// What is written through such an encoder may come late: that is for the slow way.
  func superEncoder() -> any Encoder {
    stream.break()
    return StreamEncoder(stream: stream, start: start, level: level)
  }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }

  private func inner(_ key: Key) -> StreamEncoder {
    let stream = ready(key)
    return StreamEncoder(stream: stream, start: stream.place, level: level)
  }
}
