/// The nodes of a text in its order, each before those inside of it: a few numbers for each node, and no objects.
struct NodeRecords: Sendable {
  /// The kinds of nodes, and of scalars.
  enum Kind: UInt8 {
    case plain, singleQuoted, doubleQuoted, literal, folded, sequence, mapping
    /// A node that stands for another one.
    case alias
    /// What was in the place of a key and cannot be one: a plain text without characters, whatever is inside.
    case void
  }

  /// A node.
  struct Record {
    var start: Position
    var end: Position
    /// The offset of the text of a scalar in all texts; the node that an alias stands for.
    var first: UInt32
    /// The length of the text of a scalar; for other nodes, the index behind those inside of it.
    var count: UInt32
    var kind: Kind
    var tag: Tag?
  }

  private(set) var all: [Record] = []
  /// The texts of all scalars, one after the other.
  private var texts: [UInt8] = []
  /// The indices of the keys of the mappings with `<<`, which have entries of others.
  private var merged: [Int: [Int]] = [:]

  /// - Parameters:
  ///   - bytes: the size of the text.
  ///   - maxNodes: the maximum number of nodes.
  init(bytes: Int, maxNodes: Int) {
    all.reserveCapacity(min(bytes / 8 + 8, maxNodes))
    texts.reserveCapacity(bytes)
  }

  // MARK: Reading

  subscript(index: Int) -> Record { all[index] }

  /// Returns the node that an alias stands for; any other as it is.
  func resolved(_ index: Int) -> Int { all[index].kind == .alias ? Int(all[index].first) : index }

  /// Returns the index behind a node and those inside of it.
  func next(_ index: Int) -> Int {
    all[index].kind.isScalar ? index + 1 : Int(all[index].count)
  }

  /// The bytes of the text of a scalar, which is not an alias; none for other nodes.
  func bytes(_ index: Int) -> ArraySlice<UInt8> {
    let record = all[index]
    return record.kind.isScalar ? texts[Int(record.first)..<Int(record.first) + Int(record.count)] : []
  }

  /// Calls `body` with the index of each item of a list until it returns false.
  func items(_ index: Int, _ body: (Int) -> Bool) {
    let end = next(index)
    var item = index + 1
    while item < end, body(item) { item = next(item) }
  }

  /// Calls `body` with the indices of the key and the value of each entry of a mapping until it returns false.
  func entries(_ index: Int, _ body: (_ key: Int, _ value: Int) -> Bool) {
    if !merged.isEmpty, let keys = merged[index] {
      for key in keys where !body(key, next(key)) { return }
      return
    }
    let end = next(index)
    var key = index + 1
    while key < end {
      let value = next(key)
      guard body(key, value) else { return }
      key = next(value)
    }
  }

  // MARK: Building

  /// Begins a text, whose bytes are added next.
  var textsEnd: Int { texts.count }

  mutating func add(bytes: some Sequence<UInt8>) { texts.append(contentsOf: bytes) }

  /// Adds a scalar whose text is all that was added from an offset on.
  mutating func addScalar(_ kind: Kind, from first: Int, _ start: Position, _ end: Position, tag: Tag? = nil) {
    all.append(
      Record(start: start, end: end, first: UInt32(first), count: UInt32(texts.count - first), kind: kind, tag: tag))
  }

  /// Begins a list or a mapping; its end is set later.
  mutating func open(_ kind: Kind, _ start: Position, tag: Tag?) {
    all.append(Record(start: start, end: start, first: 0, count: 0, kind: kind, tag: tag))
  }

  mutating func close(_ index: Int, end: Position) {
    all[index].end = end
    all[index].count = UInt32(all.count)
  }

  mutating func addAlias(of target: Int, _ start: Position, _ end: Position) {
    all.append(Record(start: start, end: end, first: UInt32(target), count: UInt32(all.count + 1), kind: .alias))
  }

  /// Makes a node that cannot be a key an empty text.
  mutating func void(_ index: Int) {
    all[index].count = UInt32(next(index))
    (all[index].kind, all[index].tag) = (.void, nil)
  }

  /// Sets the keys of a mapping, also those of others.
  mutating func merge(_ index: Int, keys: [Int]) { merged[index] = keys }
}

extension NodeRecords.Kind {
  init(_ style: Scalar.Style) {
    self =
      switch style {
      case .plain: .plain
      case .singleQuoted: .singleQuoted
      case .doubleQuoted: .doubleQuoted
      case .literal: .literal
      case .folded: .folded
      }
  }

  /// Whether it has a text of its own.
  var isScalar: Bool { rawValue < Self.sequence.rawValue }

  /// How a scalar is written; nil for other nodes.
  var style: Scalar.Style? {
    switch self {
    case .plain, .void: .plain
    case .singleQuoted: .singleQuoted
    case .doubleQuoted: .doubleQuoted
    case .literal: .literal
    case .folded: .folded
    case .sequence, .mapping, .alias: nil
    }
  }
}

/// The tree of a file that was read.
final class NodeTree: Sendable {
  let file: SourceFile
  let records: NodeRecords

  init(_ file: SourceFile, _ records: NodeRecords) { (self.file, self.records) = (file, records) }

  func range(_ index: Int) -> SourceRange { SourceRange(file: file, start: records[index].start, end: records[index].end) }

  /// The text of a scalar; nil for other nodes.
  func text(_ index: Int) -> String? {
    let index = records.resolved(index)
    return records[index].kind.style == nil ? nil : String(decoding: records.bytes(index), as: UTF8.self)
  }

  func scalar(_ index: Int) -> Scalar? {
    let index = records.resolved(index)
    return records[index].kind.style.map { Scalar(text: String(decoding: records.bytes(index), as: UTF8.self), style: $0) }
  }

  func sequence(_ index: Int) -> [Node]? {
    let index = records.resolved(index)
    guard records[index].kind == .sequence else { return nil }
    var items: [Node] = []
    records.items(index) { item in
      items.append(Node(self, item))
      return true
    }
    return items
  }

  func mapping(_ index: Int) -> [Entry]? {
    let index = records.resolved(index)
    guard records[index].kind == .mapping else { return nil }
    var entries: [Entry] = []
    records.entries(index) { key, value in
      entries.append(Entry(self, key, value))
      return true
    }
    return entries
  }

  /// Returns the index of the value of a key in a mapping.
  func value(_ index: Int, for name: String) -> Int? {
    let index = records.resolved(index)
    guard records[index].kind == .mapping else { return nil }
    let name = name.utf8
    let count = name.count
    var found: Int?
    records.entries(index) { key, value in
      let text = records.bytes(records.resolved(key))
      if text.count == count, text.elementsEqual(name) { found = value }
      return found == nil
    }
    return found
  }
}
