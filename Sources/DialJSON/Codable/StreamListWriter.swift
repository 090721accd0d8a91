/// Writes the elements of an array into the stream.
struct StreamListWriter: UnkeyedEncodingContainer {
  let stream: EncodingStream
  let start: Int
  let level: Int
  /// How many this container has written: it may share its array with others, which only the unbroken stream knows.
  private var own: Int

  init(stream: EncodingStream, start: Int, level: Int) {
    self.stream = stream
    self.start = start
    self.level = level
    own = stream.count(start, level: level) ?? 0
  }

  var codingPath: [any CodingKey] {
    stream.break()
    return []
  }

  var count: Int { stream.count(start, level: level) ?? own }

  @inline(__always) private mutating func ready() -> EncodingStream {
    stream.next(start, level: level)
    own += 1
    return stream
  }

  mutating func encodeNil() { ready().putNil() }
  mutating func encode(_ value: Bool) { ready().put(value) }
  mutating func encode(_ value: String) { ready().put(value) }
  mutating func encode(_ value: Double) { ready().put(float: value) }
  mutating func encode(_ value: Float) { ready().put(float: value) }
  mutating func encode(_ value: Int) { ready().put(digits: String(value)) }
  mutating func encode(_ value: Int8) { ready().put(digits: String(value)) }
  mutating func encode(_ value: Int16) { ready().put(digits: String(value)) }
  mutating func encode(_ value: Int32) { ready().put(digits: String(value)) }
  mutating func encode(_ value: Int64) { ready().put(digits: String(value)) }
  mutating func encode(_ value: Int128) { ready().put(digits: String(value)) }
  mutating func encode(_ value: UInt) { ready().put(digits: String(value)) }
  mutating func encode(_ value: UInt8) { ready().put(digits: String(value)) }
  mutating func encode(_ value: UInt16) { ready().put(digits: String(value)) }
  mutating func encode(_ value: UInt32) { ready().put(digits: String(value)) }
  mutating func encode(_ value: UInt64) { ready().put(digits: String(value)) }
  mutating func encode(_ value: UInt128) { ready().put(digits: String(value)) }
  mutating func encode<T: Encodable>(_ value: T) throws { try ready().put(value) }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    inner().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }

  /// What is written through such an encoder may come late: that is for the slow way.
  mutating func superEncoder() -> any Encoder {
    let stream = ready()
    stream.break()
    return StreamEncoder(stream: stream, start: start, level: level)
  }

  private mutating func inner() -> StreamEncoder {
    let stream = ready()
    return StreamEncoder(stream: stream, start: stream.place, level: level)
  }
}
