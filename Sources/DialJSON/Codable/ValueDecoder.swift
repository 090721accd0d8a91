/// A decoder of one value, and its single value container. It is small enough for an existential without an allocation.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let level: DecodingLevel
  let node: Int

  init(_ level: DecodingLevel, _ node: Int) {
    self.level = level
    self.node = node
  }

  @inline(__always) var document: JSONDocument { level.document }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard level.isKeyed(node) else { throw mismatch([String: JSON].self, "an object") }
    return KeyedDecodingContainer(KeyedReader<Key>(level, node))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard document.word(node).is(.array) else { throw mismatch([JSON].self, "an array") }
    return UnkeyedReader(level, node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { document.word(node).is(.null) }

  @inline(__always) func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = document.bool(node) else { throw mismatch(type, "true or false") }
    return value
  }

  @inline(__always) func decode(_ type: String.Type) throws -> String {
    guard let value = document.string(node) else { throw mismatch(type, "a string") }
    return value
  }

  @inline(__always) func decode(_ type: Double.Type) throws -> Double {
    if let value = document.double(node) { return value }
    throw document.isNumber(node) ? doesNotFit(type) : mismatch(type, "a number")
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard document.isNumber(node) else { throw mismatch(type, "a number") }
    guard let value = Float(document.text(node)), value.isFinite else { throw doesNotFit(type) }
    return value
  }

  @inline(__always) func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T { try integer(type) }
  // The protocol has its own implementations for these.
  @inline(__always) func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  @inline(__always) func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  @inline(__always) private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    if let small = document.integer(node), let value = T(exactly: small) { return value }
    return try longInteger(type)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try level.value(type, node) }

  private func longInteger<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard document.isNumber(node) else { throw mismatch(type, "an integer") }
    let digits = document.text(node)
    let number = NumberValue(digits)
    if let value: T = number.integer() { return value }
    throw corrupted(JSONError(.range, "'\(digits)'\(location) \(number.isWhole ? "is out of range for \(type)" : "is not an integer")"))
  }

  /// The path to the value from the top of its document.
  var place: JSONPath { document.path(to: node) }

  /// ` in 'data.id'`, or empty at the top.
  var location: String { place.location }

  var codingPath: [any CodingKey] { document.path(to: node, from: level.root).codingPath }

  func mismatch(_ type: Any.Type, _ wanted: String) -> any Error {
    let message = "expected \(wanted)\(location), found \(JSON(.node(document, node)).asKind.noun)"
    return DecodingError.typeMismatch(type, wrapped(JSONError(.type, message)))
  }

  private func doesNotFit(_ type: Any.Type) -> any Error {
    corrupted(JSONError(.range, "'\(document.text(node))'\(location) is out of range for \(type)"))
  }

  func corrupted(_ error: JSONError) -> any Error { DecodingError.dataCorrupted(wrapped(error)) }

  private func wrapped(_ error: JSONError) -> DecodingError.Context {
    var error = error
    error.path = place.text
    return DecodingError.Context(codingPath: codingPath, debugDescription: error.message, underlyingError: error)
  }

  func missing(_ step: JSONPath.Step) -> DecodingError.Context {
    let error = Absence(origin: JSON(.node(document, node)), steps: [step], reason: nil).error(at: place)
    return DecodingError.Context(codingPath: codingPath, debugDescription: error.message, underlyingError: error)
  }
}
