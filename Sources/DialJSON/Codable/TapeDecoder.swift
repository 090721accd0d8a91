/// A decoder at one value of a document, and its single value container. It fits into an existential, so that to pass it
/// on takes no memory.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let level: TapeLevel
  let node: Int

  init(_ level: TapeLevel, _ node: Int) {
    self.level = level
    self.node = node
  }

  @inline(__always) var document: JSONDocument { level.document }
  var codingPath: [any CodingKey] { level.slow(node).codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private var slow: ScalarReader { ScalarReader(decoder: level.slow(node)) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard document.word(node).is(.object) else { return try level.slow(node).container(keyedBy: type) }
    return KeyedDecodingContainer(TapeKeyedReader<Key>(level, node))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard document.word(node).is(.array) else { return try level.slow(node).unkeyedContainer() }
    return TapeListReader(level, node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { document.word(node).is(.null) }

  func decode(_ type: Bool.Type) throws -> Bool { try document.bool(node) ?? slow.decode(type) }
  func decode(_ type: String.Type) throws -> String { try document.string(node) ?? slow.decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try document.double(node) ?? slow.decode(type) }
  func decode(_ type: Float.Type) throws -> Float { try slow.decode(type) }
  func decode(_ type: Int.Type) throws -> Int { try document.integer(node) ?? slow.decode(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try document.small(node) ?? slow.decode(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try document.small(node) ?? slow.decode(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try level.value(type, node) }
}
