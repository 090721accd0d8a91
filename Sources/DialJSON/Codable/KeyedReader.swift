/// Reads the members of an object, or the elements of an array that a layout names.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let level: DecodingLevel
  private let node: Int

  init(_ level: DecodingLevel, _ node: Int) {
    self.level = level
    self.node = node
  }

  private var decoder: ValueDecoder { ValueDecoder(level, node) }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { level.names(node).compactMap { Key(stringValue: $0) } }

  @inline(__always) private func find(_ key: Key) -> Int? { level.find(key.stringValue, in: node) }

  /// The node of the member, if there is one and it is not null.
  @inline(__always) private func present(_ key: Key) -> Int? {
    guard let found = find(key), !level.document.word(found).is(.null) else { return nil }
    return found
  }

  /// Returns the decoder of a scalar member, which does not need its own level.
  @inline(__always) private func scalar(_ key: Key) throws -> ValueDecoder {
    guard let found = find(key) else { throw missing(key) }
    return ValueDecoder(level, found)
  }

  /// The decoder of a member.
  @inline(__always) private func inner(_ key: Key) throws -> ValueDecoder {
    guard let found = find(key) else { throw missing(key) }
    return inner(key, found)
  }

  @inline(__always) private func inner(_ key: Key, _ found: Int) -> ValueDecoder {
    ValueDecoder(level.level(of: found, named: key.stringValue, in: node), found)
  }

  private func missing(_ key: Key) -> any Error {
    DecodingError.keyNotFound(key, decoder.missing(level.step(key.stringValue, in: node)))
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { present(key) == nil }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key).decode(type) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(key).decode(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key).decode(type) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try inner(key).decode(type) }

  // The default implementations look for the key three times.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map { try ValueDecoder(level, $0).decode(type) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map { try ValueDecoder(level, $0).decode(type) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map { try ValueDecoder(level, $0).decode(type) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try ValueDecoder(level, $0).decode(type) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try inner(key, $0).decode(type) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let found = level.find("super", in: node) else {
      throw DecodingError.valueNotFound(JSON.self, decoder.missing(.member("super")))
    }
    return ValueDecoder(level.level(of: found, named: "super", in: node), found)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }
}
