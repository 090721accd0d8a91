package import DialJSON
package import DialSyntax

extension Bool: SnapshotValue {
  package static func code(_ value: Bool!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Bool {
    try coder.number(value ? 1 : 0) != 0
  }
}

extension Int64: SnapshotValue {
  /// Small negative numbers are short, too.
  package static func code(_ value: Int64!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Int64 {
    let number = try coder.number(UInt64(bitPattern: value << 1 ^ value >> 63))
    return Int64(truncatingIfNeeded: number >> 1) ^ -Int64(truncatingIfNeeded: number & 1)
  }
}

extension Int: SnapshotValue {
  package static func code(_ value: Int!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Int {
    Int(truncatingIfNeeded: try coder(Int64(value)))
  }
}

extension UInt64: SnapshotValue {
  package static func code(_ value: UInt64!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> UInt64 { try coder.number(value) }
}

/// Bytes by themselves, which are stored without a change.
package struct SnapshotBytes: SnapshotValue {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package static func code(_ value: SnapshotBytes!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> SnapshotBytes {
    SnapshotBytes(Array(try coder.slice(value.bytes)))
  }
}

extension String: SnapshotValue {
  package static func code(_ value: String!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> String {
    guard let text = String(utf8: try coder.slice(value.utf8)) else { throw SnapshotFault() }
    return text
  }
}

extension Optional: SnapshotValue where Wrapped: SnapshotValue {
  package static func code(_ value: Wrapped?!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Wrapped? {
    let given = value.flatMap(\.self)
    guard try coder(given != nil) else { return nil }
    return try Wrapped.code(given, &coder)
  }
}

extension Array: SnapshotValue where Element: SnapshotValue {
  package static func code(_ value: [Element]!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> [Element] {
    let count = try coder.count(value.count)
    var elements: [Element] = []
    for index in 0..<count { elements.append(try coder(value[index])) }
    return elements
  }
}

extension Set: SnapshotValue where Element: SnapshotValue & Comparable {
  package static func code(_ value: Set!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Set { Set(try coder(value.sorted())) }
}

/// Two values: an entry of a dictionary, or a tuple.
struct SnapshotPair<First: SnapshotValue, Second: SnapshotValue>: SnapshotValue {
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

  static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try Self(coder(value.first), coder(value.second))
  }
}

extension Dictionary: SnapshotValue where Key: SnapshotValue & Comparable, Value: SnapshotValue {
  package static func code(_ value: [Key: Value]!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> [Key: Value] {
    let entries = try coder(value.sorted { $0.key < $1.key }.map { SnapshotPair($0.key, $0.value) })
    return Dictionary(entries.lazy.map { ($0.first, $0.second) }, uniquingKeysWith: { first, _ in first })
  }
}

/// An enumeration of words is stored as its word.
extension SnapshotValue where Self: RawRepresentable, RawValue == String {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    guard let value = Self(rawValue: try coder(value.rawValue)) else { throw SnapshotFault() }
    return value
  }
}

extension Duration: SnapshotValue {
  package static func code(_ value: Duration!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Duration {
    try Duration(secondsComponent: coder(value.components.seconds), attosecondsComponent: coder(value.components.attoseconds))
  }
}

extension JSON: SnapshotValue {
  package static func code(_ value: JSON!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> JSON {
    guard let value = try? JSON(parsing: try coder.slice(JSONWriter.bytes(value))) else { throw SnapshotFault() }
    return value
  }
}

extension JMESPath: SnapshotValue {
  package static func code(_ value: JMESPath!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> JMESPath {
    guard let path = try? JMESPath(coder(value.text)) else { throw SnapshotFault() }
    return path
  }
}

extension SourceRange: SnapshotValue {
  package static func code(_ value: SourceRange!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> SourceRange {
    try SourceRange(file: coder.file(value.file), start: coder(value.start), end: coder(value.end))
  }
}

extension Position: SnapshotValue {
  package static func code(_ value: Position!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Position {
    let (line, column) = try (coder.number(UInt64(value.line)), coder.number(UInt64(value.column)))
    return Position(line: Int(truncatingIfNeeded: line), column: Int(truncatingIfNeeded: column))
  }
}
