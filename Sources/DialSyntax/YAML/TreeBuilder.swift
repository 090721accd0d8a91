/// Builds the located tree from events, and finds what libyaml does not look for.
struct TreeBuilder {
  let places: SourcePlaces
  let limits: YAMLLimits
  /// The one document, once it was read.
  private(set) var root: Node?
  /// All findings so far.
  private(set) var findings: [Diagnostic] = []
  /// True once a limit was reached: then there is no tree.
  private(set) var isOverLimit = false
  /// The number of documents that began.
  private(set) var documents = 0
  /// The nodes that began, aliases among them.
  private var nodes = 0

  private var stack: [Frame] = []
  private(set) var aliases: AliasTable

  init(places: SourcePlaces, limits: YAMLLimits, aliases: AliasTable) {
    self.places = places
    self.limits = limits
    self.aliases = aliases
  }

  /// Takes the next event; false if the rest is not wanted.
  mutating func take(_ event: consuming Event) -> Bool {
    if event.kind.beginsNode { nodes += 1 }
    guard nodes <= limits.maxNodes else { return stop(.tooManyNodes(limits, at: places.range(event.start, event.end))) }
    switch event.kind {
    case .documentStart: return beginDocument(event)
    case .alias(let name): return addAlias(name, event)
    case .scalar(let scalar): return addScalar(scalar, event)
    case .sequenceStart: return begin(.sequence, event)
    case .mappingStart: return begin(.mapping, event)
    case .end: return finish(event)
    }
  }

  private mutating func beginDocument(_ event: Event) -> Bool {
    documents += 1
    guard documents > 1 else { return true }
    findings.append(
      .error(
        .yamlDocuments, "a second document begins here: one file holds one document, so put it in a file of its own",
        at: places.range(event.start, event.end)))
    return false
  }

  private mutating func addScalar(_ scalar: Scalar, _ event: Event) -> Bool {
    if event.properties == nil, scalar.style != .literal, scalar.style != .folded {
      let node = Node(.scalar(scalar), range: places.range(event.start, event.end), storedTag: nil)
      add(node, Weight(nodes: 1, bytes: scalar.text.utf8.count, height: 0))
      return true
    }
    let properties = read(event.properties, event)
    let start = properties.start
    var end = places.position(event.end)
    if scalar.style == .literal || scalar.style == .folded { end = blockEnd(event.end, after: start) }
    let range = SourceRange(file: places.file, start: start, end: end)
    let node = Node(.scalar(scalar), range: range, storedTag: properties.tag)
    let weight = Weight(nodes: 1, bytes: scalar.text.utf8.count, height: 0)
    place(node, weight, properties, anchor: event.properties?.anchor)
    return true
  }

  private mutating func begin(_ kind: Frame.Kind, _ event: Event) -> Bool {
    let properties = read(event.properties, event)
    guard stack.count < limits.maxDepth else { return stop(.tooDeep(limits, at: places.range(event.start, event.end))) }
    if let anchor = event.properties?.anchor { aliases.open(anchor) }
    var frame = Frame(kind, start: properties.start, tag: properties.tag, anchor: event.properties?.anchor)
    if let unfit = properties.tagRange, let tag = properties.tag, !tag.fits(kind.emptyContent) {
      findings.append(.unfitTag(tag, before: kind.emptyContent, at: unfit))
      frame.tag = nil
    }
    stack.append(frame)
    return true
  }

  private mutating func finish(_ event: Event) -> Bool {
    guard var frame = stack.popLast() else { return true }
    // A bracket that closes is one character long; a block, or a pair in a list, ends with what it holds.
    let end = event.start == event.end ? frame.lastEnd : places.position(event.end)
    let range = SourceRange(file: places.file, start: frame.start, end: end ?? frame.start)
    frame.weight.height += 1
    let content: Node.Content
    switch frame.kind {
    case .sequence: content = .sequence(frame.items)
    case .mapping:
      content = .mapping(frame.isWhole && frame.mayRepeatKeys ? MappingRules.apply(to: frame.entries, findings: &findings) : frame.entries)
    }
    let node = Node(content, range: range, storedTag: frame.tag)
    if let anchor = frame.anchor { aliases.close(anchor, node, frame.weight) }
    add(node, frame.weight)
    return true
  }

  private mutating func addAlias(_ name: String, _ event: Event) -> Bool {
    let range = places.range(event.start, event.end)
    switch aliases.use(name, at: range, depth: stack.count) {
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

  private mutating func place(_ node: consuming Node, _ weight: Weight, _ properties: ReadProperties, anchor: String?) {
    if let range = properties.tagRange, let tag = properties.tag, !tag.fits(node.content) {
      findings.append(.unfitTag(tag, before: node.content, at: range))
      node.storedTag = nil
    }
    if let anchor { aliases.close(anchor, node, weight) }
    add(node, weight)
  }

  private mutating func add(_ node: consuming Node, _ weight: Weight) {
    guard let last = stack.indices.last else {
      root = node
      return
    }
    if stack[last].wantsKey, let finding = MappingRules.faultOfKey(node) {
      // Of keys inside of a key only the outermost is told.
      while let inner = findings.last, inner.id == finding.id, inner.range.start >= node.range.start { findings.removeLast() }
      findings.append(finding)
      stack[last].isWhole = false
      return stack[last].add(Node(.scalar(Scalar(text: "")), range: node.range), weight)
    }
    stack[last].add(node, weight)
  }
}

extension TreeBuilder {
  /// The properties of a node after a look at the source.
  private struct ReadProperties {
    var start: Position
    var tag: Tag?
    var tagRange: SourceRange?
  }

  private mutating func read(_ properties: Event.Properties?, _ event: Event) -> ReadProperties {
    guard let properties else { return ReadProperties(start: places.position(event.start)) }
    let file = places.file
    var end = file.bytes.count
    if case .scalar = event.kind { end = places.offset(event.end) }
    let found = NodeProperties(in: file.bytes, from: places.offset(event.start), to: end)
    var result = ReadProperties(start: file.position(at: found.contentStart))
    guard let name = properties.tag else { return result }
    let range = found.tag.map { file.range(of: $0) } ?? places.range(event.start, event.end)
    result.tag = Tag(name)
    result.tagRange = range
    if result.tag == nil { findings.append(.unknownTag(name, at: range)) }
    return result
  }

  /// libyaml ends a block text where the next line begins: go back to its last character.
  private func blockEnd(_ mark: Mark, after start: Position) -> Position {
    let bytes = places.file.bytes
    var end = places.offset(mark)
    let limit = places.file.offset(of: start)
    while end > limit, " \t\r\n".utf8.contains(bytes[end - 1]) { end -= 1 }
    return places.file.position(at: end)
  }
}
