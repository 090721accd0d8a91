import Synchronization

/// The responses are stored as bytes of their own, which are read when they are asked for.
extension DeclaredResponses: SnapshotValue {
  package static func code(_ value: DeclaredResponses!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> DeclaredResponses {
    let tables = coder.tables
    let all = value?.all ?? []
    let stored = all.isEmpty ? [] : try all.snapshot(tables)
    let bytes = try coder(SnapshotBytes(stored)).bytes
    if let value { return value }
    return bytes.isEmpty ? .none : DeclaredResponses { (try? [DeclaredResponse](snapshot: bytes, tables)) ?? [] }
  }
}

extension DeclaredResponse: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try DeclaredResponse(status: coder(value.status), contents: coder(value.contents), doc: coder(value.doc), range: coder(value.range))
  }
}

extension DeclaredResponse.Content: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try Self(
      coder(value.mediaType), coder(value.shape), element: coder(value.element), coder(value.constraints), at: coder(value.range))
  }
}

/// The late types of a document as stored: the bytes of each by its name, which are read when it is asked for.
package final class StoredTypes: LateTypes, SnapshotValue {
  package let names: [String]
  private let bytes: [String: SnapshotBytes]
  private let tables: SnapshotTables
  private let known = Mutex<[String: Shape]>([:])

  private init(_ names: [String], _ bytes: [String: SnapshotBytes], _ tables: SnapshotTables) {
    (self.names, self.bytes, self.tables) = (names, bytes, tables)
  }

  /// Stores the types with these names.
  package convenience init(_ types: any LateTypes, _ tables: SnapshotTables) throws(SnapshotFault) {
    var (bytes, waiting): ([String: SnapshotBytes], [String]) = ([:], types.names)
    while let name = waiting.popLast() {
      guard bytes[name] == nil, let shape = types.shape(named: name) else { continue }
      bytes[name] = SnapshotBytes(try shape.snapshot(tables))
      // A reference to another part of a document has no name that is listed.
      waiting += shape.names
    }
    self.init(types.names, bytes, tables)
  }

  package static func code(_ value: StoredTypes!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> StoredTypes {
    try StoredTypes(coder(value.names), coder(value.bytes), coder.tables)
  }

  package func shape(named name: String) -> Shape? {
    if let shape = known.withLock({ $0[name] }) { return shape }
    guard let bytes = bytes[name]?.bytes, let shape = try? Shape(snapshot: bytes, tables) else { return nil }
    known.withLock { $0[name] = shape }
    return shape
  }
}

extension ServerModel: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try ServerModel(
      name: coder(value.name), doc: coder(value.doc), base: coder(value.base), vars: coder(value.vars), number: coder(value.number),
      isUsual: coder(value.isUsual))
  }
}
