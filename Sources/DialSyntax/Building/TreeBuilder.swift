/// Builds the located tree of a text, and checks the keys of its mappings.
struct TreeBuilder {
  let file: SourceFile
  private let limits: YAMLLimits
  private(set) var records: NodeRecords
  /// All findings so far.
  var findings: [Diagnostic] = []
  private var stack: [Frame] = []
  /// The nodes and bytes so far, aliases followed. The weight of a node is what this grew by.
  private(set) var total = Weight()
  /// The nodes that began, aliases included.
  private(set) var nodes = 0

  init(_ file: SourceFile, _ limits: YAMLLimits) {
    (self.file, self.limits) = (file, limits)
    records = NodeRecords(bytes: file.bytes.count, maxNodes: limits.maxNodes)
    stack.reserveCapacity(16)
  }

  /// The levels of lists and mappings that are open.
  var depth: Int { stack.count }
  var isInMapping: Bool { stack.last?.kind == .mapping }

  /// Returns the tree, after all of it was read; nil if there is none.
  func root() -> Node? { stack.isEmpty && !records.all.isEmpty ? Node(NodeTree(file, records), 0) : nil }

  /// Counts a node that begins; false if there are too many.
  mutating func count() -> Bool {
    nodes += 1
    return nodes <= limits.maxNodes
  }

  /// Begins a text; ``addScalar(_:from:_:_:tag:)`` ends it.
  var textsEnd: Int { records.textsEnd }

  @inline(__always)
  mutating func add(bytes: some Sequence<UInt8>) { records.add(bytes: bytes) }

  /// Adds a scalar whose text was added from an offset on.
  mutating func addScalar(_ style: Scalar.Style, from first: Int, _ start: Position, _ end: Position, tag: Tag? = nil) {
    let index = records.all.count
    records.addScalar(NodeRecords.Kind(style), from: first, start, end, tag: tag)
    total.add(Weight(nodes: 1, bytes: textsEnd - first))
    add(index)
  }

  /// Adds an empty text, in the place of what cannot be read.
  mutating func addNothing(_ start: Position, _ end: Position) { addScalar(.plain, from: textsEnd, start, end) }

  mutating func addAlias(of target: Int, _ weight: Weight, _ start: Position, _ end: Position) {
    let index = records.all.count
    records.addAlias(of: target, start, end)
    total.add(weight)
    add(index, height: weight.height)
  }

  /// Begins a list or a mapping; false if it is too deep.
  mutating func open(_ kind: NodeRecords.Kind, _ start: Position, tag: Tag? = nil, anchor: String? = nil) -> Bool {
    guard stack.count < limits.maxDepth else { return false }
    stack.append(Frame(kind, records.all.count, anchor: anchor, before: total))
    records.open(kind, start, tag: tag)
    total.add(Weight(nodes: 1))
    return true
  }

  /// Ends the list or mapping that began last, and returns its anchor.
  ///
  /// - Parameter end: nil if it ends with its last node.
  @discardableResult
  mutating func close(_ end: Position?) -> (anchor: String, index: Int, weight: Weight)? {
    guard let frame = stack.popLast() else { return nil }
    records.close(frame.index, end: end ?? frame.lastEnd ?? records[frame.index].start)
    if frame.mayRepeatKeys, frame.hasOnlyTextKeys { MappingRules.apply(to: frame.index, in: &records, of: file, findings: &findings) }
    let height = frame.height + 1
    add(frame.index, height: height)
    return frame.anchor.map {
      ($0, frame.index, Weight(nodes: total.nodes - frame.before.nodes, bytes: total.bytes - frame.before.bytes, height: height))
    }
  }

  /// Makes a node the next item, key or value.
  private mutating func add(_ index: Int, height: Int = 0) {
    let last = stack.count - 1
    guard last >= 0 else { return }
    if stack[last].wantsKey { take(key: index, last) } else { stack[last].takeValue(records[index].end, height) }
    stack[last].height = max(stack[last].height, height)
  }

  private mutating func take(key index: Int, _ last: Int) {
    let key = records.resolved(index)
    let isUsual = records[key].kind.isScalar && records[key].count > 1 && records[key].tag == nil
    if !isUsual, let finding = MappingRules.fault(ofKey: index, in: records, of: file) {
      // Of invalid keys inside each other only the outermost is reported.
      while let inner = findings.last, inner.id == finding.id, inner.range.start >= records[index].start { findings.removeLast() }
      findings.append(finding)
      records.void(index)
      stack[last].hasOnlyTextKeys = false
    }
    stack[last].take(key: records.bytes(key), end: records[index].end)
  }
}

/// A sequence or mapping that is being read.
private struct Frame {
  let kind: NodeRecords.Kind
  let index: Int
  let anchor: String?
  /// What was read before the node.
  let before: Weight
  /// True if the next node is a key.
  private(set) var wantsKey: Bool
  /// The end of the last node inside.
  private(set) var lastEnd: Position?
  /// The levels of sequences and mappings inside.
  var height = 0
  /// True once two keys may be equal, judged by their lengths, first, middle and last bytes, or once a key is `<<`.
  private(set) var mayRepeatKeys = false
  private var keySigns: UInt64 = 0
  /// False once a key of the mapping was not a text. Its entries are not compared then.
  var hasOnlyTextKeys = true

  init(_ kind: NodeRecords.Kind, _ index: Int, anchor: String?, before: Weight) {
    (self.kind, self.index, self.anchor, self.before) = (kind, index, anchor, before)
    wantsKey = kind == .mapping
  }

  /// Takes an item or a value.
  mutating func takeValue(_ end: Position, _ height: Int) {
    guard kind == .mapping else {
      lastEnd = end
      return
    }
    wantsKey = true
    lastEnd = lastEnd.map { max($0, end) } ?? end
  }

  mutating func take(key bytes: ArraySlice<UInt8>, end: Position) {
    (wantsKey, lastEnd) = (false, end)
    guard let first = bytes.first, let last = bytes.last else { return note(0) }
    if bytes.count == 2, first == UInt8(ascii: "<"), last == first { mayRepeatKeys = true }
    let middle = bytes[bytes.startIndex + bytes.count / 2]
    let ends = UInt64(bytes.count) &* 0x9E37_79B9 ^ UInt64(first) &* 0x85EB_CA77 ^ UInt64(last) &* 0xC2B2_AE3D
    note(ends ^ UInt64(middle) &* 0x1656_67B1)
  }

  private mutating func note(_ hash: UInt64) {
    let sign: UInt64 = 1 << (hash >> 24 & 63)
    if keySigns & sign != 0 { mayRepeatKeys = true }
    keySigns |= sign
  }
}

/// What a node costs once all aliases in it are followed. It is counted, the aliases are never expanded. Sums stop at `Int.max`.
struct Weight {
  var nodes = 0
  var bytes = 0
  /// The levels of sequences and mappings.
  var height = 0

  /// Adds the nodes and bytes of another node.
  mutating func add(_ other: Weight) {
    nodes = Self.sum(nodes, other.nodes)
    bytes = Self.sum(bytes, other.bytes)
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}

/// Checks the keys of mappings: they are texts, each appears once, and `<<` merges other mappings.
package enum MappingRules {
  /// What the finding of a duplicate key says after its semicolon.
  package static let duplicateAdvice = "remove or rename one of them"

  /// Returns the finding for a node that cannot be a key; nil for a text.
  static func fault(ofKey index: Int, in records: NodeRecords, of file: SourceFile) -> Diagnostic? {
    let key = records[records.resolved(index)]
    let range = SourceRange(file: file, start: records[index].start, end: records[index].end)
    guard key.kind.style != nil else {
      let kind = key.kind == .mapping ? Node.Content.mapping([]) : .sequence([])
      return .error(.yamlKey, "a key must be a string, not \(kind.kindName); quote it if it is meant as a string", at: range)
    }
    let text = records.bytes(records.resolved(index))
    let isMissing = key.kind.style == .plain && (text.isEmpty || text.elementsEqual("~".utf8)) && key.tag != .string
    guard isMissing || key.tag == .null else { return nil }
    return .error(.yamlKey, "missing key before ':'; add a key, or write '' for an empty one", at: range)
  }

  /// Reports duplicate keys, and replaces each `<<` by the entries it names. An explicit key wins over a merged one, and the earlier of two
  /// mappings over the later.
  static func apply(to index: Int, in records: inout NodeRecords, of file: SourceFile, findings: inout [Diagnostic]) {
    let rules = Reader(records: records, file: file)
    var keys: [Int] = []
    records.entries(index) { key, _ in
      keys.append(key)
      return true
    }
    rules.reportDuplicates(in: keys, findings: &findings)
    if keys.contains(where: rules.isMerge) { records.merge(index, keys: rules.merged(keys, findings: &findings)) }
  }

  private struct Reader {
    let records: NodeRecords
    let file: SourceFile

    func isMerge(_ key: Int) -> Bool {
      let key = records.resolved(key)
      return records[key].kind == .plain && records[key].tag == nil && records.bytes(key).elementsEqual("<<".utf8)
    }

    private func text(_ key: Int) -> ExactText { ExactText(String(decoding: records.bytes(records.resolved(key)), as: UTF8.self)) }

    private func range(_ index: Int) -> SourceRange { SourceRange(file: file, start: records[index].start, end: records[index].end) }

    func reportDuplicates(in keys: [Int], findings: inout [Diagnostic]) {
      var first: [ExactText: Int] = [:]
      first.reserveCapacity(keys.count)
      for key in keys {
        let text = text(key)
        guard let earlier = first.updateValue(key, forKey: text) else { continue }
        first[text] = earlier
        let name = text.text.excerpt
        let advice = isMerge(key) ? "merge several mappings with one list: '<<: [*a, *b]'" : MappingRules.duplicateAdvice
        findings.append(
          .error(
            .duplicateKey, "duplicate key '\(name)'; \(advice)", at: range(key),
            notes: [Diagnostic.Note("the first '\(name)' is here", range: range(earlier))]))
      }
    }

    func merged(_ keys: [Int], findings: inout [Diagnostic]) -> [Int] {
      var taken = Set(keys.lazy.filter { !isMerge($0) }.map(text))
      var result: [Int] = []
      for key in keys {
        guard isMerge(key) else {
          result.append(key)
          continue
        }
        for source in sources(of: records.next(key), findings: &findings) {
          records.entries(source) { key, _ in
            if taken.insert(text(key)).inserted { result.append(key) }
            return true
          }
        }
      }
      return result
    }

    /// Returns the mappings that a value names.
    private func sources(of value: Int, findings: inout [Diagnostic]) -> [Int] {
      var (sources, items): ([Int], [Int]) = ([], [])
      let node = records.resolved(value)
      if records[node].kind == .sequence {
        records.items(node) { item in
          items.append(item)
          return true
        }
      } else {
        items = [value]
      }
      for item in items {
        let node = records.resolved(item)
        if records[node].kind == .mapping {
          sources.append(node)
        } else if !findings.contains(where: { $0.id == SyntaxDiagnosticID.yamlAlias.rawValue && $0.range == range(item) }) {
          let kind = records[node].kind == .sequence ? Node.Content.sequence([]) : .scalar(Scalar(text: ""))
          findings.append(
            .error(
              .yamlMerge, "'<<' requires a mapping or a list of mappings, not \(kind.kindName); write '<<: *anchor'", at: range(item)))
        }
      }
      return sources
    }
  }
}

/// A text that equals only the same bytes. `String` compares by canonical equivalence: two ways to write an accent are equal.
private struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // Equal bytes have equal hashes this way too, and it is faster than feeding single bytes.
    hasher.combine(text)
  }
}

extension Node {
  /// The tree in which each key has its last value, as most parsers of JSON read it.
  package var withoutRepeatedKeys: Node {
    var node = self
    switch content {
    case .scalar: break
    case .sequence(let items): node.content = .sequence(items.map(\.withoutRepeatedKeys))
    case .mapping(let entries):
      var names: Set<ExactText> = []
      let last = entries.reversed().filter { names.insert(ExactText($0.name)).inserted }
      node.content = .mapping(last.reversed().map { Entry(key: $0.key, value: $0.value.withoutRepeatedKeys) })
    }
    return node
  }
}
