import DialSyntax

/// Tells of an ordinary endpoint that it is right, by one look over its bytes, so that it need not be modelled before it is asked for.
///
/// It knows the most usual part of the language and says nothing of the rest: what it does not know is read by ``EndpointReader``, which
/// alone says what is wrong. What it lets pass, that reader has no finding for, but for a name that is hidden in Swift.
struct EndpointGlance {
  let findings: Findings
  let types: TypeTable
  private let level: GlanceLevel

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
  }

  /// nil below a level that hands down what a glance does not know.
  init?(_ level: Level, types: TypeTable, findings: Findings) {
    guard let known = GlanceLevel(level) else { return nil }
    (self.level, self.types, self.findings) = (known, types, findings)
  }

  /// Whether an endpoint is right. False says nothing.
  mutating func isRight(_ entry: Entry) -> Bool {
    guard start() else { return false }
    text.open(entry.name)
    guard text.takeName() != nil, text.isAtEnd else { return false }
    switch entry.value.content {
    case .scalar(let line): guard isLine(line.text) else { return false }
    case .mapping(let entries): guard isLong(entries) else { return false }
    case .sequence: return false
    }
    return parts.contains(.method) && isJoined && findings.takesQuietly(fields: level.fields + (parts.contains(.headers) ? 1 : 0))
  }

  private mutating func start() -> Bool {
    names.removeAll()
    placeholders.removeAll()
    (parts, hasBody) = ([], false)
    return level.placeholders.allSatisfy { placeholders.append($0) }
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
    case "GET", "DELETE", "HEAD", "OPTIONS", "TRACE": hasBody = false
    case "POST", "PUT", "PATCH", "QUERY": hasBody = true
    default: return false
    }
    return meet(.method)
  }

  // MARK: the mapping

  private mutating func isLong(_ entries: [Entry]) -> Bool {
    // Whether there is a body is asked about each parameter.
    for index in entries.indices where entries[index].name.utf8.first ?? 0 < UInt8(ascii: "_") {
      guard isMethod(entries[index].name), let line = entries[index].value.scalar?.text else { return false }
      text.open(line)
      guard isSignature() else { return false }
    }
    return entries.indices.allSatisfy { isKey(entries[$0].name, entries[$0].value) }
  }

  private mutating func isKey(_ key: String, _ value: Node) -> Bool {
    switch key {
    case "doc": return value.scalar != nil
    case "timeout": return isTime(value)
    case "headers": return level.hasPlainHeaders && meet(.headers) && isHeader(value)
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
    if names.hasTwins || hasTwoBodies { return false }
    if placeholders.items.allSatisfy({ names.holds($0, of: placeholders) }) { return true }
    return !names.items.contains { item in
      item.isRequired && item.place == .inferred && !placeholders.holds(item, of: names) && placeholders.mayBeMeant(by: item, of: names)
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
      case .inferred: return hasBody && !placeholders.holds(item, of: names)
      }
    }
  }
}
