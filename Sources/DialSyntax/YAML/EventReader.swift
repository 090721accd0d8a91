/// Makes a tree of the events of libyaml, and finds what libyaml does not check.
struct EventReader {
  private let marks: MarkConverter
  private let limits: YAMLLimits
  private(set) var builder: TreeBuilder
  /// Whether a limit was exceeded, so that there is no tree.
  private(set) var isOverLimit = false
  /// The number of documents that began.
  private(set) var documents = 0
  /// Where the last quoted text begins and ends. If its quote is not closed, it ends at the quote of another text, and an error follows.
  private(set) var lastQuoted: (start: Mark, end: Mark)?
  private var aliases: AliasTable

  init(marks: MarkConverter, limits: YAMLLimits) {
    (self.marks, self.limits) = (marks, limits)
    builder = TreeBuilder(marks.file, limits)
    aliases = AliasTable(limits: limits)
  }

  /// Takes the next event; false if the rest is not wanted.
  mutating func take(_ event: YAMLEvent) -> Bool {
    switch event.kind {
    case .end:
      finish(event)
      return true
    case .documentStart: return beginDocument(event)
    case .alias, .scalar, .sequenceStart, .mappingStart:
      guard builder.count() else { return stop(.tooManyNodes(limits, at: marks.range(event))) }
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
    builder.findings.append(
      .error(
        .yamlDocuments, "a second document starts here; a file can contain only one, so move it to a separate file",
        at: marks.range(event)))
    return false
  }

  private mutating func addScalar(_ event: YAMLEvent) {
    let style = event.style
    let first = builder.textsEnd
    event.withText { builder.add(bytes: $0) }
    let isBlock = style == .literal || style == .folded
    if style == .doubleQuoted || style == .singleQuoted { lastQuoted = (event.start, event.end) }
    guard isBlock || event.hasProperties else {
      return builder.addScalar(style, from: first, marks.position(event.start), marks.position(event.end))
    }
    var properties = readProperties(event)
    properties.dropTag(unfitFor: .scalar(Scalar(text: "")), &builder.findings)
    let end = isBlock ? blockEnd(event.end, after: properties.start) : marks.position(event.end)
    let index = builder.records.all.count
    builder.addScalar(style, from: first, properties.start, max(properties.start, end), tag: properties.tag)
    if let anchor = event.anchor { aliases.close(anchor, index, Weight(nodes: 1, bytes: builder.textsEnd - first)) }
  }

  private mutating func begin(_ kind: NodeRecords.Kind, _ event: YAMLEvent) -> Bool {
    guard event.hasProperties else {
      return builder.open(kind, marks.position(event.start)) || stop(.tooDeep(limits, at: marks.range(event)))
    }
    var properties = readProperties(event)
    properties.dropTag(unfitFor: kind == .mapping ? .mapping([]) : .sequence([]), &builder.findings)
    if let anchor = event.anchor { aliases.open(anchor) }
    return builder.open(kind, properties.start, tag: properties.tag, anchor: event.anchor)
      || stop(.tooDeep(limits, at: marks.range(event)))
  }

  private mutating func finish(_ event: YAMLEvent) {
    // A closing bracket is one character long. The end of a block, or of a pair in a list, has no length: it ends with its last node.
    let (start, end) = (event.start, event.end)
    let closed = builder.close(start.index == end.index ? nil : marks.position(end))
    if let closed { aliases.close(closed.anchor, closed.index, closed.weight) }
  }

  private mutating func addAlias(_ event: YAMLEvent) -> Bool {
    let range = marks.range(event)
    switch aliases.use(event.anchor ?? "", at: range, depth: builder.depth) {
    case .node(let index, let weight): builder.addAlias(of: index, weight, range.start, range.end)
    case .refused(let finding):
      builder.findings.append(finding)
      builder.addNothing(range.start, range.end)
    case .overLimit(let finding): return stop(finding)
    }
    return true
  }

  private mutating func stop(_ finding: Diagnostic) -> Bool {
    builder.findings.append(finding)
    isOverLimit = true
    return false
  }

  /// The tag of a node, and the position of the node after its anchor and tag.
  private struct Properties {
    var start: Position
    var tag: Tag?
    var tagRange: SourceRange?

    /// Reports a tag that does not fit the node and forgets it.
    mutating func dropTag(unfitFor content: Node.Content, _ findings: inout [Diagnostic]) {
      guard let unfit = tag, let range = tagRange, !unfit.fits(content) else { return }
      findings.append(.error(.yamlTag, "the tag '\(unfit.rawValue)' does not match \(content.kindName); remove it", at: range))
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
    if result.tag == nil { builder.findings.append(.unknownTag(Tag.short(name), at: range)) }
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
