/// Builds the located tree from events, and finds what libyaml does not check.
struct TreeBuilder {
  private let marks: MarkConverter
  private let limits: YAMLLimits
  /// The root of the one document, once that was read.
  private(set) var root: Node?
  /// All findings so far.
  private(set) var findings: [Diagnostic] = []
  /// True once a limit was reached: then there is no tree.
  private(set) var isOverLimit = false
  /// The number of documents that began.
  private(set) var documents = 0
  /// The nodes that began, aliases included.
  private var nodes = 0
  private var stack: [Frame] = []
  /// Where the last quoted text begins and ends. If its quote is not closed, it ends at the quote of another text, and an error follows.
  private(set) var lastQuoted: (start: Mark, end: Mark)?
  private(set) var aliases: AliasTable

  init(marks: MarkConverter, limits: YAMLLimits, aliases: AliasTable) {
    self.marks = marks
    self.limits = limits
    self.aliases = aliases
    stack.reserveCapacity(16)
  }

  /// Takes the next event; false if the rest is not wanted.
  mutating func take(_ event: Event) -> Bool {
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

  private mutating func beginDocument(_ event: Event) -> Bool {
    documents += 1
    guard documents > 1 else { return true }
    findings.append(
      .error(
        .yamlDocuments, "a second document starts here; a file can contain only one, so move it to a separate file",
        at: marks.range(event)))
    return false
  }

  private mutating func addScalar(_ event: Event) {
    let style = event.style
    let scalar = Scalar(text: event.text, style: style)
    let weight = Weight(nodes: 1, bytes: scalar.text.utf8.count, height: 0)
    let isBlock = style == .literal || style == .folded
    if style == .doubleQuoted || style == .singleQuoted { lastQuoted = (event.start, event.end) }
    guard isBlock || event.hasProperties else {
      return add(Node(.scalar(scalar), range: marks.range(event), storedTag: nil), weight)
    }
    var properties = readProperties(event)
    properties.dropTag(unfitFor: .scalar(scalar), &findings)
    let end = isBlock ? blockEnd(event.end, after: properties.start) : marks.position(event.end)
    let range = SourceRange(file: marks.file, start: properties.start, end: end)
    let node = Node(.scalar(scalar), range: range, storedTag: properties.tag)
    if let anchor = event.anchor { aliases.close(anchor, node, weight) }
    add(node, weight)
  }

  private mutating func begin(_ kind: Frame.Kind, _ event: Event) -> Bool {
    let hasProperties = event.hasProperties
    var properties = hasProperties ? readProperties(event) : Properties(start: marks.position(event.start))
    guard stack.count < limits.maxDepth else { return stop(.tooDeep(limits, at: marks.range(event))) }
    let anchor = hasProperties ? event.anchor : nil
    if let anchor { aliases.open(anchor) }
    properties.dropTag(unfitFor: kind == .mapping ? .mapping([]) : .sequence([]), &findings)
    stack.append(Frame(kind, start: properties.start, tag: properties.tag, anchor: anchor))
    return true
  }

  private mutating func finish(_ event: Event) {
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
    var weight = frame.weight
    weight.height += 1
    if let anchor = frame.anchor { aliases.close(anchor, node, weight) }
    add(node, weight)
  }

  private mutating func addAlias(_ event: Event) -> Bool {
    let range = marks.range(event)
    switch aliases.use(event.anchor ?? "", at: range, depth: stack.count) {
    case .node(let node, let weight): add(node, weight)
    case .refused(let finding):
      findings.append(finding)
      add(Node(.scalar(Scalar(text: "")), range: range), Weight(nodes: 1))
    case .overLimit(let finding): return stop(finding)
    }
    return true
  }

  private mutating func stop(_ finding: Diagnostic) -> Bool {
    findings.append(finding)
    isOverLimit = true
    return false
  }

  private mutating func add(_ node: consuming Node, _ weight: Weight) {
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
      return stack[last].add(Node(.scalar(Scalar(text: "")), range: node.range), weight)
    }
    stack[last].add(node, weight)
  }

  // MARK: Properties

  /// The tag of a node, and where the node begins behind its anchor and tag.
  private struct Properties {
    var start: Position
    var tag: Tag?
    var tagRange: SourceRange?

    /// Reports a tag that does not fit the node and forgets it.
    mutating func dropTag(unfitFor content: @autoclosure () -> Node.Content, _ findings: inout [Diagnostic]) {
      guard let unfit = tag, let range = tagRange, !unfit.fits(content()) else { return }
      let kind = Node(content(), range: range, storedTag: nil).kindName
      findings.append(.error(.yamlTag, "the tag '\(unfit.name)' does not match \(kind); remove it", at: range))
      tag = nil
    }
  }

  private mutating func readProperties(_ event: Event) -> Properties {
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
    if result.tag == nil { findings.append(.unknownTag(name, at: range)) }
    return result
  }

  /// The end of a block text. libyaml ends it where the next line begins: go back to its last character.
  private func blockEnd(_ mark: Mark, after start: Position) -> Position {
    let bytes = marks.file.bytes
    var end = marks.offset(mark)
    let limit = marks.file.offset(of: start)
    while end > limit, " \t\r\n".utf8.contains(bytes[end - 1]) { end -= 1 }
    return marks.file.position(at: end)
  }
}
