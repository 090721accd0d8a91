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
  mutating func decode(_ type: Int.Type) throws -> Int { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try take { try $0.decode(type) } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take { try $0.decode(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take { try $0.decode(type) } }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try take { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try take { try $0.unkeyedContainer() } }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }
}
