/// Reads scalars: the single value container, and what the other containers use for one value.
struct ScalarReader: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.json.isNothing }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = decoder.json.asBool else { throw decoder.mismatch(type, "true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard let value = decoder.json.asString else { throw decoder.mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    try float(type) { $0.isFinite }
  }

  func decode(_ type: Float.Type) throws -> Float {
    try float(type) { $0.isFinite }
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type) }

  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard let digits = decoder.json.asNumberText else { throw decoder.mismatch(type, "a whole number") }
    if let value: T = decoder.json.integer() { return value }
    let why = NumberValue(digits).isWhole ? "does not fit \(type)" : "is not a whole number"
    throw decoder.corrupted(JSONError(.range, "'\(digits)'\(decoder.location) \(why)"))
  }

  private func float<T: LosslessStringConvertible>(_ type: T.Type, _ fits: (T) -> Bool) throws -> T {
    guard let digits = decoder.json.asNumberText else { throw decoder.mismatch(type, "a number") }
    guard let value = T(digits), fits(value) else {
      throw decoder.corrupted(JSONError(.range, "'\(digits)'\(decoder.location) does not fit \(type)"))
    }
    return value
  }
}
