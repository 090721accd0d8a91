/// Reads the elements of an array of a document one after the other. Three words, so that it fits into an existential.
struct TapeListReader: UnkeyedDecodingContainer {
  private let level: TapeLevel
  private let node: UInt32
  /// The element that comes next, and its index.
  private var next: UInt32
  private var index: UInt32 = 0

  init(_ level: TapeLevel, _ node: Int) {
    self.level = level
    self.node = UInt32(truncatingIfNeeded: node)
    next = self.node + 1
  }

  private var slow: ListReader { ListReader(level.slow(Int(node)), from: currentIndex) }

  var codingPath: [any CodingKey] { slow.codingPath }
  var currentIndex: Int { Int(index) }
  var count: Int? { level.document.word(Int(node)).length }
  var isAtEnd: Bool { Int(next) >= level.document.word(Int(node)).offset }

  /// The decoder of the element that comes next.
  @inline(__always) private var inner: TapeDecoder { TapeDecoder(level.next, Int(next)) }

  @inline(__always) private mutating func advance() {
    next = UInt32(truncatingIfNeeded: level.document.next(Int(next)))
    index += 1
  }

  /// Reads the element that comes next with `fast`, or where that is nil or there is none with `slow`.
  @inline(__always) private mutating func take<T>(
    _ fast: (TapeDecoder) throws -> T?, _ slow: (inout ListReader) throws -> T
  ) throws -> T {
    guard !isAtEnd, let value = try fast(inner) else {
      var reader = self.slow
      let value = try slow(&reader)
      if !isAtEnd { advance() }
      return value
    }
    advance()
    return value
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd {
      var reader = slow
      return try reader.decodeNil()
    }
    guard level.document.word(Int(next)).is(.null) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try take {
      $0.document.bool($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: String.Type) throws -> String {
    try take {
      $0.document.string($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    try take {
      $0.document.double($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    try take {
      $0.document.integer($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    try take { _ in
      nil
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try take {
      $0.document.small($0.node)
    } _: {
      try $0.decode(type)
    }
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if isAtEnd {
      var reader = slow
      return try reader.decode(type)
    }
    let value = try level.next.value(type, Int(next))
    advance()
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try take {
      try $0.container(keyedBy: type)
    } _: {
      try $0.nestedContainer(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take {
      try $0.unkeyedContainer()
    } _: {
      try $0.nestedUnkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try take {
      $0
    } _: {
      try $0.superDecoder()
    }
  }
}
