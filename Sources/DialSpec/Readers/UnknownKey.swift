import DialModel
import DialSyntax

/// Reports an unknown key, which is probably on the wrong level.
struct UnknownKey {
  let findings: Findings

  func report(_ entry: Entry, on level: SpecLevel) {
    if isEndpoint(entry.value), level != .parameter { return endpoint(entry, on: level) }
    let whole = level == .service ? "" : level.words
    if let advice = ForeignKey.advice(for: entry.name, on: level.table) {
      return findings.report(advice, for: entry.name, of: whole, among: level.keys, at: entry.key.range)
    }
    if let home = level.neighbours.first(where: { $0.keys.contains(entry.name) }) { return misplaced(entry, on: level, home: home) }
    let known = level.keys
    let nearest = findings.nearest(to: entry.name, among: known)
    if nearest == nil, let home = SpecLevel.allCases.first(where: { $0 != level && $0.keys.contains(entry.name) }) {
      return misplaced(entry, on: level, home: home)
    }
    findings.unknown(.unknownKey, "key", entry.name, of: whole, nearest, among: known, at: entry.key.range)
  }

  private func misplaced(_ entry: Entry, on level: SpecLevel, home: SpecLevel) {
    let advice: String
    switch home {
    case .service: advice = "move it to the left, beside 'base' and 'endpoints'"
    case .group: advice = "write it below 'groups: {NAME: …}'"
    case .endpoint: advice = level == .parameter ? "move it to the left, out of the parameter" : "indent it below the name of its endpoint"
    case .parameter: advice = "write it below a name in 'params'"
    }
    findings.error(
      .misplacedKey, "'\(entry.name)' is a key of \(home.words), not of \(level.words): \(advice)", at: entry.key.range)
  }

  private func endpoint(_ entry: Entry, on level: SpecLevel) {
    let advice = level == .endpoint ? "move it to the left, beside the other endpoints" : "indent it below 'endpoints:'"
    findings.error(.misplacedKey, "'\(entry.name)' looks like an endpoint: \(advice)", at: entry.key.range)
  }

  /// Whether a node is `GET /users`, or a mapping with a key such as `GET`.
  private func isEndpoint(_ node: Node) -> Bool {
    if let text = node.text {
      let words = text.split(separator: " ", maxSplits: 2)
      return words.count > 1 && Methods.all.contains(String(words[0]))
    }
    return node.mapping?.contains { Methods.all.contains($0.name) } ?? false
  }
}
