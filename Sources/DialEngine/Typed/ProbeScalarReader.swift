/// Records a type that decodes one value.
struct ProbeScalarReader: SingleValueDecodingContainer {
  let probe: TypeProbe
  let node: ProbeNode

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    node.isOptional = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.value(type, node) }

  func decode(_ type: String.Type) -> String { found(.string, "") }
  func decode(_ type: Bool.Type) -> Bool { found(.bool, false) }
  func decode(_ type: Double.Type) -> Double { found(.number, 0) }
  func decode(_ type: Float.Type) -> Float { found(.number, 0) }
  func decode(_ type: Int.Type) -> Int { found(.integer, 0) }
  func decode(_ type: Int8.Type) -> Int8 { found(.integer, 0) }
  func decode(_ type: Int16.Type) -> Int16 { found(.integer, 0) }
  func decode(_ type: Int32.Type) -> Int32 { found(.integer, 0) }
  func decode(_ type: Int64.Type) -> Int64 { found(.integer, 0) }
  func decode(_ type: UInt.Type) -> UInt { found(.integer, 0) }
  func decode(_ type: UInt8.Type) -> UInt8 { found(.integer, 0) }
  func decode(_ type: UInt16.Type) -> UInt16 { found(.integer, 0) }
  func decode(_ type: UInt32.Type) -> UInt32 { found(.integer, 0) }
  func decode(_ type: UInt64.Type) -> UInt64 { found(.integer, 0) }

  private func found<T>(_ kind: SwiftShape, _ value: T) -> T {
    node.kind = kind
    return value
  }
}
