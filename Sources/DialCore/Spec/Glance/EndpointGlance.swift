import DialSyntax

/// Tells of an ordinary endpoint that it is right, by one look over its bytes, so that it need not be modelled before it is asked for.
///
/// It knows the most usual part of the language and says nothing of the rest: what it does not know is read by ``EndpointReader``, which
/// alone says what is wrong. What it lets pass, that reader has no finding for, but for a name that is hidden in Swift.
struct EndpointGlance {
  let findings: Findings
  let types: GlanceTypes
  private var level: GlanceLevel?
  /// The placeholders of the prefix, and where the texts of an endpoint begin, behind them.
  private var prefix: [Range<Int>] = []
  private var textStart = 0

  var text = GlanceText()
  /// The parameters, and the placeholders of the target.
  var names = GlanceNames()
  var placeholders = GlanceNames()
  /// Whether the method carries a body by itself.
  var hasBody = false
  /// The parts that were met, of which each may be there once.
  private(set) var parts: Parts = []

  struct Parts: OptionSet {
    let rawValue: Int
    static let method = Parts(rawValue: 1)
    static let result = Parts(rawValue: 2)
    /// In the line, or below `params:`.
    static let list = Parts(rawValue: 4)
    static let headers = Parts(rawValue: 8)
    static let path = Parts(rawValue: 16)
    /// A reply of which nothing can be selected.
    static let unread = Parts(rawValue: 32)
    /// A result that is read out of a body, and a method whose answers have none.
    static let read = Parts(rawValue: 64)
    static let head = Parts(rawValue: 128)
  }

  init(types: TypeTable, findings: Findings) { (self.types, self.findings) = (GlanceTypes(types, aliases: findings.aliases), findings) }

  /// Goes to the endpoints of a level. Of those of one that hands down what a glance does not know, none is right.
  mutating func enter(_ level: Level) {
    self.level = GlanceLevel(level)
    prefix.removeAll()
    text.close(0)
    for name in self.level?.placeholders ?? [] {
      text.open(name)
      prefix.append(text.at..<(text.bytes.count - 1))
    }
    textStart = text.bytes.count
  }

  /// Whether an endpoint is right. False says nothing.
  mutating func isRight(_ entry: Entry) -> Bool {
    guard let level, start() else { return false }
    text.open(entry.name)
    guard text.takeName() != nil, text.isAtEnd else { return false }
    switch entry.value.content {
    case .scalar(let line): guard isLine(line.text) else { return false }
    case .mapping(let entries): guard isLong(entries) else { return false }
    case .sequence: return false
    }
    return parts.contains(.method) && !parts.isSuperset(of: [.path, .unread]) && !parts.isSuperset(of: [.head, .read])
      && isJoined
      && findings.takesQuietly(fields: level.fields + (parts.contains(.headers) ? 1 : 0))
  }

  private mutating func start() -> Bool {
    names.removeAll()
    placeholders.removeAll()
    (parts, hasBody) = ([], false)
    text.close(textStart)
    return prefix.allSatisfy { placeholders.append($0) }
  }

  /// False where the part was met before.
  mutating func meet(_ part: Parts) -> Bool { parts.insert(part).inserted }

  // MARK: the line

  private mutating func isLine(_ line: String) -> Bool {
    text.open(line)
    text.skipBlanks()
    guard let word = text.takeName(), text.isAtBlank else { return false }
    return isMethod(text.text(word)) && isSignature()
  }

  /// Notes whether a known method carries a body.
  private mutating func isMethod(_ word: String) -> Bool {
    switch word {
    case "GET", "DELETE", "OPTIONS", "TRACE": hasBody = false
    case "HEAD":
      hasBody = false
      guard meet(.unread), meet(.head) else { return false }
    case "POST", "PUT", "PATCH", "QUERY": hasBody = true
    default: return false
    }
    return meet(.method)
  }

  // MARK: the mapping

  private mutating func isLong(_ entries: [Entry]) -> Bool {
    let entries = entries.span
    // Whether there is a body is asked about each parameter.
    for index in entries.indices where entries[index].name.utf8.first ?? 0 < UInt8(ascii: "_") {
      guard isMethod(entries[index].name), let line = entries[index].value.scalar?.text else { return false }
      text.open(line)
      guard isSignature() else { return false }
    }
    for index in entries.indices {
      guard isKey(entries[index].name, entries[index].value) else { return false }
    }
    return true
  }

  private mutating func isKey(_ key: String, _ value: Node) -> Bool {
    switch key {
    case "doc": return value.scalar != nil
    case "timeout": return isTime(value)
    case "headers": return level?.hasPlainHeaders ?? false && meet(.headers) && isHeader(value)
    case "style": return isStyle(value)
    case "paginate": return isLinked(value)
    case "params": return meet(.list) && isParams(value)
    case "returns":
      guard let shape = value.scalar?.text, meet(.result) else { return false }
      text.open(shape)
      text.skipBlanks()
      guard isResult() else { return false }
      text.skipBlanks()
      return text.isAtEnd
    default:
      // A method was looked at before.
      return key.utf8.first ?? 0 < UInt8(ascii: "_") || key.hasPrefix("x-")
    }
  }

  // MARK: all of it together

  /// Names that are apart, one body, and no placeholder that a parameter was most likely meant to fill.
  private var isJoined: Bool {
    if names.hasTwins(text) || hasTwoBodies { return false }
    if placeholders.items.allSatisfy({ names.holds($0.letters, text) }) { return true }
    return !names.items.contains { item in
      item.isRequired && item.place == .inferred && !placeholders.holds(item.letters, text)
        && placeholders.mayBeMeant(by: item.letters, text)
    }
  }

  /// Whether a parameter is the whole body, and another one is, too, or is a member of it.
  private var hasTwoBodies: Bool {
    guard let whole = names.items.firstIndex(where: { $0.place == .body }) else { return false }
    return names.items.indices.contains { index in
      let item = names.items[index]
      switch item.place {
      case .body: return index != whole
      case .field: return true
      case .query: return false
      case .inferred: return hasBody && !placeholders.holds(item.letters, text)
      }
    }
  }
}
