import DialBuild
import DialModel
import DialSyntax

/// Reports an unknown key, which is probably on the wrong level.
struct UnknownKey {
  let findings: Findings

  /// Returns the entry under the key that was meant, so that its content is checked; nil if that is uncertain.
  @discardableResult
  func report(_ entry: Entry, on level: KeyTable, behind previous: Entry? = nil) -> Entry? {
    if isEndpoint(entry.value), level != .parameter { return endpoint(entry, on: level, behind: previous) }
    let whole = level == .spec ? "" : level.words
    if let advice = KeySynonyms.advice(for: entry, on: level) { return findings.report(advice, for: entry, of: whole) }
    let known = level.keys
    let isElsewhere = level.neighbours.first { $0.contains(entry.name) }
    let nearest = isElsewhere == nil ? findings.nearest(to: entry.name, among: known) : nil
    if nearest == nil, let home = isElsewhere ?? KeyTable.levels.first(where: { $0 != level && $0.contains(entry.name) }) {
      return misplaced(entry, on: level, home: home)
    }
    findings.unknown(.unknownKey, "key", entry.name, of: whole, nearest, among: known, at: entry.key.range)
    return nearest.map(entry.renamed)
  }

  private func misplaced(_ entry: Entry, on level: KeyTable, home: KeyTable) -> Entry? {
    let advice: String
    switch home {
    case .spec: advice = "move it to the top level\(entry.name == "base" ? " of the file" : ", next to 'base' and 'endpoints'")"
    case .group: advice = "move it into a group, below 'groups: {NAME: …}'"
    case .endpoint:
      advice = level == .parameter ? "move it out of the parameter, into the endpoint" : "move it into an endpoint, indented below its name"
    default: advice = "move it into a parameter, below its name in 'params'"
    }
    return findings.fail(
      .misplacedKey, "'\(entry.name)' is a key of \(home.words), not of \(level.words); \(advice)", at: entry.key.range)
  }

  private func endpoint(_ entry: Entry, on level: KeyTable, behind previous: Entry?) -> Entry? {
    let advice = level == .endpoint ? "indent it like the other endpoints" : "move it below 'endpoints:', and indent it"
    return findings.fail(
      .misplacedKey, "'\(entry.name)' looks like an endpoint; \(advice)", at: entry.key.range,
      fixIts: previous.flatMap { indentation(of: entry, behind: $0) }.map { [$0] } ?? [])
  }

  private func indentation(of entry: Entry, behind previous: Entry) -> Diagnostic.FixIt? {
    let place = entry.key.range
    guard previous.name == "endpoints", let first = previous.value.mapping?.first?.key.range, first.file.name == place.file.name,
      first.start.line > previous.key.range.start.line, first.start.line < place.start.line, first.start.column > place.start.column,
      previous.key.range.start.column == place.start.column, entry.value.range.end.line == place.start.line
    else { return nil }
    return .init(
      "indent it", range: SourceRange(file: place.file, start: place.start, end: place.start),
      replacement: String(repeating: " ", count: first.start.column - place.start.column))
  }

  /// Whether a node is `GET /users`, or a mapping with a key such as `GET`.
  private func isEndpoint(_ node: Node) -> Bool {
    if let text = node.text { return Self.isLine(text) }
    return node.mapping?.contains { Methods.all.contains($0.name) } ?? false
  }

  /// Whether a text begins with a method, as the line of an endpoint.
  static func isLine(_ text: String) -> Bool {
    let words = text.split(separator: " ", maxSplits: 2)
    return words.count > 1 && Methods.all.contains(String(words[0]))
  }
}
