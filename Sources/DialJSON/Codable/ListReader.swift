/// Reads the elements of an array one after the other.
struct ListReader: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let elements: JSON.Elements
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder, _ elements: JSON.Elements) {
    self.decoder = decoder
    self.elements = elements
  }

  /// A reader of an array that goes on from one of its elements.
  init(_ decoder: ValueDecoder, from index: Int) {
    self.init(decoder, decoder.json.asArray ?? [])
    currentIndex = index
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// The decoder of the element that comes next.
  private func next() throws -> ValueDecoder {
    let json = isAtEnd ? decoder.json[elements.count] : elements[currentIndex]
    let inner = decoder.inner(json, .index(currentIndex))
    _ = try inner.present()
    return inner
  }

  private mutating func take<T>(_ read: (ScalarReader) throws -> T) throws -> T {
    let value = try read(ScalarReader(decoder: try next()))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try next().json.isNull
    if isNull { currentIndex += 1 }
    return isNull
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
    try take { try $0.decoder.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.decoder.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0.decoder } }
}
