/// Reads the members of an object of a document.
struct TapeKeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let level: TapeLevel
  private let node: Int

  init(_ level: TapeLevel, _ node: Int) {
    self.level = level
    self.node = node
  }

  /// The reader for all cases.
  private var slow: KeyedReader<Key> { KeyedReader(level.slow(node)) }

  /// The value node of a member.
  @inline(__always) private func find(_ name: String) -> Int? { level.members.find(name, of: node) }

  /// The value node of the member, if there is one and it is not null.
  @inline(__always) private func present(_ name: String) -> Int? {
    guard let found = find(name), !level.document.word(found).is(.null) else { return nil }
    return found
  }

  var codingPath: [any CodingKey] { slow.codingPath }
  var allKeys: [Key] { slow.allKeys }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { present(key.stringValue) == nil }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try find(key.stringValue).flatMap { level.document.bool($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try find(key.stringValue).flatMap { level.document.string($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try find(key.stringValue).flatMap { level.document.double($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try find(key.stringValue).flatMap { level.document.integer($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try slow.decode(type, forKey: key) }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try find(key.stringValue).flatMap { level.document.small($0) } ?? slow.decode(type, forKey: key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let node = find(key.stringValue) else { return try slow.decode(type, forKey: key) }
    return try level.next.value(type, node)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let node = present(key.stringValue) else { return nil }
    return try level.document.bool(node) ?? slow.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let node = present(key.stringValue) else { return nil }
    return try level.document.string(node) ?? slow.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let node = present(key.stringValue) else { return nil }
    return try level.document.double(node) ?? slow.decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let node = present(key.stringValue) else { return nil }
    return try level.document.integer(node) ?? slow.decode(type, forKey: key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let node = present(key.stringValue) else { return nil }
    return try level.next.value(type, node)
  }

  /// The decoder of a member that is there; nil where only the slow reader knows what to do.
  private func inner(_ name: String) -> TapeDecoder? {
    find(name).map { TapeDecoder(level.next, $0) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try inner(key.stringValue)?.container(keyedBy: type) ?? slow.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key.stringValue)?.unkeyedContainer() ?? slow.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try inner("super") ?? slow.superDecoder() }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try inner(key.stringValue) ?? slow.superDecoder(forKey: key)
  }
}
