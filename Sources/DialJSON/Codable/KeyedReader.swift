/// Reads the members of an object (or, where a layout names them, the positions of an array).
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ValueDecoder
  private let names: MemberNames

  init(_ decoder: ValueDecoder) {
    self.decoder = decoder
    names = MemberNames(decoder.json, keys: decoder.context.options.keys)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { names.all.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { !names[key.stringValue].isAbsent }

  private func at(_ name: String) -> ValueDecoder {
    decoder.inner(names[name], .member(names.wire(name)))
  }

  private func scalar(_ key: Key) throws -> ScalarReader {
    let inner = at(key.stringValue)
    if case .absent(let absence) = inner.json.storage {
      let error = absence.error(at: decoder.place)
      let context = DecodingError.Context(
        codingPath: codingPath, debugDescription: error.message, underlyingError: error)
      throw DecodingError.keyNotFound(key, context)
    }
    return ScalarReader(decoder: inner)
  }

  func decodeNil(forKey key: Key) throws -> Bool { names[key.stringValue].isNothing }
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
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try scalar(key).decode(type) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try scalar(key).decoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try scalar(key).decoder.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { at("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { at(key.stringValue) }
}
