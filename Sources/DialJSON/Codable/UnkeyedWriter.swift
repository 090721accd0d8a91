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
  func encode<T: Encodable>(_ value: T) throws { try put { try stream.put(value) } }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    ready().part().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ready().part().unkeyedContainer() }

  func superEncoder() -> any Encoder { ready().part() }
}
