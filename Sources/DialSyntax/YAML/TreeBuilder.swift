/// Builds the located tree from events, and finds what libyaml does not check.
struct TreeBuilder {
  private let marks: MarkConverter
  private let limits: YAMLLimits
  /// The root of the document, after it was read.
  private(set) var root: Node?
  /// All findings so far.
  private(set) var findings: [Diagnostic] = []
  /// Whether a limit was exceeded, so that there is no tree.
  private(set) var isOverLimit = false
  /// The number of documents that began.
  private(set) var documents = 0
  /// The nodes that began, aliases included.
  private(set) var nodes = 0
  private var stack: [Frame] = []
  /// The nodes and bytes so far, aliases followed. The weight of a node is what this grew by.
  private var total = Weight()
  /// Where the last quoted text begins and ends. If its quote is not closed, it ends at the quote of another text, and an error follows.
  private(set) var lastQuoted: (start: Mark, end: Mark)?
  private var aliases: AliasTable

  init(marks: MarkConverter, limits: YAMLLimits) {
    self.marks = marks
    self.limits = limits
    aliases = AliasTable(limits: limits)
    stack.reserveCapacity(16)
  }

  /// Takes the next event; false if the rest is not wanted.
  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .end:
      finish(event)
      return true
    case .documentStart: return beginDocument(event)
    case .alias, .scalar, .sequenceStart, .mappingStart:
      nodes += 1
      guard nodes <= limits.maxNodes else { return stop(.tooManyNodes(limits, at: marks.range(event))) }
    }
    switch event.kind {
    case .scalar:
      addScalar(event)
      return true
    case .mappingStart: return begin(.mapping, event)
    case .sequenceStart: return begin(.sequence, event)
    default: return addAlias(event)
    }
  }

  private mutating func beginDocument(_ event: YAMLEvent) -> Bool {
    documents += 1
    guard documents > 1 else { return true }
    findings.append(
      .error(
        .yamlDocuments, "a second document starts here; a file can contain only one, so move it to a separate file",
        at: marks.range(event)))
    return false
  }

  private mutating func addScalar(_ event: YAMLEvent) {
    let style = event.style
    let scalar = Scalar(text: event.text, style: style)
    let weight = Weight(nodes: 1, bytes: scalar.text.utf8.count)
    total.add(weight)
    let isBlock = style == .literal || style == .folded
    if style == .doubleQuoted || style == .singleQuoted { lastQuoted = (event.start, event.end) }
    guard isBlock || event.hasProperties else {
      return add(Node(.scalar(scalar), range: marks.range(event), storedTag: nil))
    }
    var properties = readProperties(event)
    properties.dropTag(unfitFor: .scalar(scalar), &findings)
    let end = isBlock ? blockEnd(event.end, after: properties.start) : marks.position(event.end)
    let range = SourceRange(file: marks.file, start: properties.start, end: end)
    let node = Node(.scalar(scalar), range: range, storedTag: properties.tag)
    if let anchor = event.anchor { aliases.close(anchor, node, weight) }
    add(node)
  }

  private mutating func begin(_ kind: Frame.Kind, _ event: YAMLEvent) -> Bool {
    let hasProperties = event.hasProperties
    var properties = hasProperties ? readProperties(event) : Properties(start: marks.position(event.start))
    guard stack.count < limits.maxDepth else { return stop(.tooDeep(limits, at: marks.range(event))) }
    let anchor = hasProperties ? event.anchor : nil
    if let anchor { aliases.open(anchor) }
    properties.dropTag(unfitFor: kind == .mapping ? .mapping([]) : .sequence([]), &findings)
    stack.append(Frame(kind, start: properties.start, tag: properties.tag, anchor: anchor, before: total))
    total.add(Weight(nodes: 1))
    return true
  }

  private mutating func finish(_ event: YAMLEvent) {
    guard let frame = stack.popLast() else { return }
    // A closing bracket is one character long. The end of a block, or of a pair in a list, has no length: it ends with its last node.
    let (start, end) = (event.start, event.end)
    let last = start.index == end.index ? frame.lastEnd ?? frame.start : marks.position(end)
    let content: Node.Content
    switch frame.kind {
    case .sequence: content = .sequence(frame.items)
    case .mapping where frame.mayRepeatKeys && frame.hasOnlyTextKeys:
      content = .mapping(MappingRules.apply(to: frame.entries, findings: &findings))
    case .mapping: content = .mapping(frame.entries)
    }
    let node = Node(content, range: SourceRange(file: marks.file, start: frame.start, end: last), storedTag: frame.tag)
    let height = frame.height + 1
    if let anchor = frame.anchor {
      aliases.close(anchor, node, Weight(nodes: total.nodes - frame.before.nodes, bytes: total.bytes - frame.before.bytes, height: height))
    }
    add(node, height: height)
  }

  private mutating func addAlias(_ event: YAMLEvent) -> Bool {
    let range = marks.range(event)
    switch aliases.use(event.anchor ?? "", at: range, depth: stack.count) {
    case .node(let node, let weight):
      total.add(weight)
      add(node, height: weight.height)
    case .refused(let finding):
      findings.append(finding)
      total.add(Weight(nodes: 1))
      add(Node(.scalar(Scalar(text: "")), range: range))
    case .overLimit(let finding): return stop(finding)
    }
    return true
  }

  private mutating func stop(_ finding: Diagnostic) -> Bool {
    findings.append(finding)
    isOverLimit = true
    return false
  }

  private mutating func add(_ node: consuming Node, height: Int = 0) {
    let last = stack.count - 1
    guard last >= 0 else {
      root = node
      return
    }
    if stack[last].wantsKey, let finding = MappingRules.faultOfKey(node) {
      // Of invalid keys inside each other only the outermost is reported.
      while let inner = findings.last, inner.id == finding.id, inner.range.start >= node.range.start { findings.removeLast() }
      findings.append(finding)
      stack[last].hasOnlyTextKeys = false
      return stack[last].add(Node(.scalar(Scalar(text: "")), range: node.range), height: height)
    }
    stack[last].add(node, height: height)
  }

  /// The tag of a node, and the position of the node after its anchor and tag.
  private struct Properties {
    var start: Position
    var tag: Tag?
    var tagRange: SourceRange?

    /// Reports a tag that does not fit the node and forgets it.
    mutating func dropTag(unfitFor content: @autoclosure () -> Node.Content, _ findings: inout [Diagnostic]) {
      guard let unfit = tag, let range = tagRange, !unfit.fits(content()) else { return }
      let kind = Node(content(), range: range, storedTag: nil).kindName
      findings.append(.error(.yamlTag, "the tag '\(unfit.rawValue)' does not match \(kind); remove it", at: range))
      tag = nil
    }
  }

  private mutating func readProperties(_ event: YAMLEvent) -> Properties {
    let start = marks.position(event.start)
    guard event.hasProperties else { return Properties(start: start) }
    let file = marks.file
    let end = event.kind == .scalar ? marks.offset(event.end) : file.bytes.count
    let found = NodeProperties(in: file.bytes, from: marks.offset(event.start), to: end)
    var result = Properties(start: file.position(at: found.contentStart))
    guard let name = event.tag else { return result }
    let range = found.tag.map { file.range(of: $0) } ?? marks.range(event)
    result.tag = Tag(name)
    result.tagRange = range
    if result.tag == nil { findings.append(.unknownTag(Tag.short(name), at: range)) }
    return result
  }

  /// Returns the end of a block text: the last character before the next line, where libyaml ends it.
  private func blockEnd(_ mark: Mark, after start: Position) -> Position {
    let bytes = marks.file.bytes
    var end = marks.offset(mark)
    let limit = marks.file.offset(of: start)
    while end > limit, LineShape.isSpace(bytes[end - 1]) { end -= 1 }
    return marks.file.position(at: end)
  }
}

/// A sequence or mapping that is being read.
struct Frame {
  /// Which of the two it is.
  enum Kind { case sequence, mapping }

  let kind: Kind
  /// The start, after its anchor and tag.
  let start: Position
  let tag: Tag?
  let anchor: String?
  /// The items of a sequence so far.
  private(set) var items: [Node] = []
  /// The entries of a mapping so far.
  private(set) var entries: [Entry] = []
  /// The key that waits for its value.
  private var key: Node?
  /// What was read before the node.
  let before: Weight
  /// The levels of sequences and mappings inside.
  private(set) var height = 0
  /// True once two keys may be equal, judged by their lengths, first, middle and last bytes, or once a key is `<<`.
  private(set) var mayRepeatKeys = false
  private var keySigns: UInt64 = 0
  /// False once a key of the mapping was not a text. Its entries are not compared then.
  var hasOnlyTextKeys = true

  init(_ kind: Kind, start: Position, tag: Tag?, anchor: String?, before: Weight) {
    self.kind = kind
    self.before = before
    self.start = start
    self.tag = tag
    self.anchor = anchor
  }

  /// True if the next node is a key.
  var wantsKey: Bool { kind == .mapping && key == nil }

  var lastEnd: Position? {
    switch kind {
    case .sequence: items.last?.range.end
    case .mapping: entries.last.map { max($0.value.range.end, $0.key.range.end) }
    }
  }

  /// Adds a node as the next item, key or value.
  mutating func add(_ node: consuming Node, height: Int) {
    self.height = max(self.height, height)
    if kind == .sequence {
      items.append(node)
    } else if let key = key.take() {
      if entries.isEmpty { entries.reserveCapacity(4) }
      entries.append(Entry(key: consume key, value: node))
    } else {
      if case .scalar(let scalar) = node.content { noteKey(scalar.text) }
      key = node
    }
  }

  private mutating func noteKey(_ text: String) {
    var text = text
    let (hash, isMerge) = text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return (UInt64(0), false) }
      let ends = UInt64(bytes.count) &* 0x9E37_79B9 ^ UInt64(first) &* 0x85EB_CA77 ^ UInt64(last) &* 0xC2B2_AE3D
      return (ends ^ UInt64(bytes[bytes.count / 2]) &* 0x1656_67B1, bytes.count == 2 && first == UInt8(ascii: "<") && last == first)
    }
    let sign: UInt64 = 1 << (hash >> 24 & 63)
    if keySigns & sign != 0 || isMerge { mayRepeatKeys = true }
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

  /// The finding for a node that cannot be a key; nil for a text.
  @inline(__always)
  static func faultOfKey(_ node: borrowing Node) -> Diagnostic? {
    // The usual key is recognized at once.
    if case .scalar(let scalar) = node.content, scalar.text.utf8.count > 1, node.storedTag == nil { return nil }
    return fault(ofUnusualKey: copy node)
  }

  private static func fault(ofUnusualKey node: Node) -> Diagnostic? {
    guard let scalar = node.scalar else {
      return .error(.yamlKey, "a key must be a string, not \(node.kindName); quote it if it is meant as a string", at: node.range)
    }
    let isMissing = scalar.text.utf8.count < 2 && scalar.isPlain && (scalar.text.isEmpty || scalar.text == "~") && node.storedTag != .string
    guard isMissing || node.storedTag == .null else { return nil }
    return .error(.yamlKey, "missing key before ':'; add a key, or write '' for an empty one", at: node.range)
  }

  /// Reports duplicate keys and returns the entries with `<<` applied.
  static func apply(to entries: [Entry], findings: inout [Diagnostic]) -> [Entry] {
    reportDuplicates(in: entries, findings: &findings)
    guard entries.contains(where: isMerge) else { return entries }
    return merged(entries, findings: &findings)
  }

  private static func isMerge(_ entry: Entry) -> Bool {
    guard let scalar = entry.key.scalar else { return false }
    return scalar.isPlain && scalar.text == "<<" && entry.key.storedTag == nil
  }

  private static func reportDuplicates(in entries: [Entry], findings: inout [Diagnostic]) {
    var first: [ExactText: SourceRange] = [:]
    first.reserveCapacity(entries.count)
    for entry in entries {
      guard let earlier = first.updateValue(entry.key.range, forKey: ExactText(entry.name)) else { continue }
      first[ExactText(entry.name)] = earlier
      let advice = isMerge(entry) ? "merge several mappings with one list: '<<: [*a, *b]'" : duplicateAdvice
      findings.append(
        .error(
          .duplicateKey, "duplicate key '\(entry.name.excerpt)'; \(advice)", at: entry.key.range,
          notes: [Diagnostic.Note("the first '\(entry.name.excerpt)' is here", range: earlier)]))
    }
  }

  /// Replaces each `<<` by the entries it names. An explicit key wins over a merged one, and the earlier of two mappings over the later.
  private static func merged(_ entries: [Entry], findings: inout [Diagnostic]) -> [Entry] {
    var taken = Set(entries.lazy.filter { !isMerge($0) }.map { ExactText($0.name) })
    var result: [Entry] = []
    for entry in entries {
      guard isMerge(entry) else {
        result.append(entry)
        continue
      }
      for source in sources(of: entry.value, findings: &findings) {
        result += source.filter { taken.insert(ExactText($0.name)).inserted }
      }
    }
    return result
  }

  private static func sources(of value: Node, findings: inout [Diagnostic]) -> [[Entry]] {
    if let entries = value.mapping { return [entries] }
    var sources: [[Entry]] = []
    for item in value.sequence ?? [value] {
      if let entries = item.mapping {
        sources.append(entries)
      } else if !findings.contains(where: { $0.id == SyntaxDiagnosticID.yamlAlias.rawValue && $0.range == item.range }) {
        findings.append(
          .error(
            .yamlMerge, "'<<' requires a mapping or a list of mappings, not \(item.kindName); write '<<: *anchor'",
            at: item.range))
      }
    }
    return sources
  }
}

/// A text that equals only the same bytes. `String` compares by canonical equivalence: two ways to write an accent are equal.
private struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // Equal bytes have equal hashes this way too, and it is faster than feeding single bytes.
    hasher.combine(text)
  }
}

/// Where the tag before a node is, and where the node itself begins.
struct NodeProperties {
  /// The byte offset of the node after its properties.
  private(set) var contentStart: Int
  private(set) var tag: Range<Int>?

  /// Reads the bytes from the first property on, up to `end`.
  init(in bytes: [UInt8], from start: Int, to end: Int) {
    var at = start
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): at += 1
      case UInt8(ascii: "#"):
        while at < end, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
      case UInt8(ascii: "!"):
        let stop = Self.wordEnd(in: bytes, from: at, to: end)
        tag = at..<stop
        at = stop
      case UInt8(ascii: "&"): at = Self.wordEnd(in: bytes, from: at, to: end)
      default:
        contentStart = at
        return
      }
    }
    contentStart = max(start, end)
  }

  private static func wordEnd(in bytes: [UInt8], from start: Int, to end: Int) -> Int {
    let isVerbatim = bytes[start] == UInt8(ascii: "!") && start + 1 < end && bytes[start + 1] == UInt8(ascii: "<")
    let stops = isVerbatim ? " \t\r\n" : " \t\r\n,[]{}"
    return bytes[start..<end].firstIndex { stops.utf8.contains($0) } ?? end
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
