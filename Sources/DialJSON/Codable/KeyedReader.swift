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

  /// Returns the decoder of a scalar member, if there is one and it is not null.
  @inline(__always) private func present(_ key: Key) -> ValueDecoder? {
    guard let found = find(key), !level.document.word(found).is(.null) else { return nil }
    return ValueDecoder(level, found)
  }

  /// Returns the decoder of a scalar member, which does not need its own level.
  @inline(__always) private func scalar(_ key: Key) throws -> ValueDecoder {
    guard let found = find(key) else { throw missing(key) }
    return ValueDecoder(level, found)
  }

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
  @inline(__always) func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try scalar(key).decode(type)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key).decode(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key).decode(type) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try inner(key).decode(type) }

  // The default implementations look for the key three times.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.decode(type) }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try inner(key, $0.node).decode(type) }
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

/// Reads the elements of an array in order. It has three words, to fit into an existential.
struct UnkeyedReader: UnkeyedDecodingContainer {
  private let level: DecodingLevel
  private let node: UInt32
  /// The next element and its index.
  private var next: UInt32
  private var index: UInt32 = 0

  init(_ level: DecodingLevel, _ node: Int) {
    self.level = level
    self.node = UInt32(truncatingIfNeeded: node)
    next = self.node + 1
  }

  private var decoder: ValueDecoder { ValueDecoder(level, Int(node)) }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var currentIndex: Int { Int(index) }
  var count: Int? { level.document.word(Int(node)).length }
  var isAtEnd: Bool { Int(next) >= level.document.word(Int(node)).offset }

  @inline(__always) private mutating func advance() {
    next = UInt32(truncatingIfNeeded: level.document.next(Int(next)))
    index += 1
  }

  /// Reads the next element, and advances if that succeeds.
  @inline(__always) private mutating func take<T>(_ read: (ValueDecoder) throws -> T) throws -> T {
    if isAtEnd { throw DecodingError.valueNotFound(T.self, decoder.missing(.index(currentIndex))) }
    let value = try read(ValueDecoder(level.level(at: currentIndex, in: Int(node)), Int(next)))
    advance()
    return value
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd { throw DecodingError.valueNotFound(JSON.self, decoder.missing(.index(currentIndex))) }
    guard level.document.word(Int(next)).is(.null) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try take { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try take { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try take { try $0.decode(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try take { try $0.decode(type) } }
  @inline(__always) mutating func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take { try $0.decode(type) } }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try take { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try take { try $0.unkeyedContainer() } }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }
}
