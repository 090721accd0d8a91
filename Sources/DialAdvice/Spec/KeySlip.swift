import DialBuild
import DialModel
import DialSyntax

/// What was meant by a key that its mapping does not have: another name, another level, or an endpoint.
struct KeySlip {
  let key: UnknownKey

  private var entry: Entry { key.entry }
  private var table: KeyTable { key.table }
  private var isLevel: Bool { Self.levels.contains(table) }

  /// The levels of a spec, whose keys are often written on the wrong one, from the outermost in.
  private static let levels: [KeyTable] = [.spec, .group, .endpoint, .parameter]
  /// The levels next to one, from which its keys come mostly.
  private static let neighbours: [KeyTable: [KeyTable]] = [
    .spec: [.endpoint, .group], .group: [.spec, .endpoint], .endpoint: [.spec, .group, .parameter], .parameter: [.endpoint],
  ]

  /// Returns the entry under the key that was meant. Beside the levels, a misspelled key may have any value.
  var meant: Entry? {
    if isEndpoint { return nil }
    switch KeyHabits.advice(for: entry, on: table) {
    case .key(let known)?: return entry.renamed(known)
    case .form?: return nil
    case nil: return table == .auth || isLevel && neighbour == nil ? nearest.map(entry.renamed) : nil
    }
  }

  func advice(_ finding: Diagnostic, mayConsumeTime: Bool) -> Diagnostic? {
    func replaced(by meant: String) -> Diagnostic {
      var better = finding
      better.message = key.word.message(meant: meant)
      better.fixIts = [.init("replace with", range: finding.range, replacement: meant)]
      return better
    }
    var better = finding
    if isEndpoint {
      better.id = FindingID.misplacedKey.rawValue
      better.message =
        "'\(entry.name)' looks like an endpoint; "
        + (table == .endpoint ? "indent it like the other endpoints" : "move it below 'endpoints:', and indent it")
      better.fixIts = key.previous.flatMap(indentation).map { [$0] } ?? []
      return better
    }
    switch KeyHabits.advice(for: entry, on: table) {
    case .key(let known)?: return replaced(by: known)
    case .form(let form)?:
      better.message = "unknown key '\(entry.name)'\(key.word.whole.isEmpty ? "" : " of \(key.word.whole)"); write \(form)"
      // Credentials in another form are no unknown key of a token.
      if table == .auth { better.id = FindingID.auth.rawValue }
      return better
    case nil: break
    }
    let nearest = mayConsumeTime && (!isLevel || neighbour == nil) ? nearest : nil
    let home = isLevel && nearest == nil ? neighbour ?? Self.levels.first { $0 != table && $0.contains(entry.name) } : nil
    guard let home else { return nearest.map(replaced) }
    better.id = FindingID.misplacedKey.rawValue
    better.message = "'\(entry.name)' is a key of \(home.words), not of \(table.words); \(way(to: home))"
    return better
  }

  private var nearest: String? { Suggestion.nearest(to: entry.name, among: table.keys) }
  private var neighbour: KeyTable? { Self.neighbours[table]?.first { $0.contains(entry.name) } }

  private func way(to home: KeyTable) -> String {
    switch home {
    case .spec: "move it to the top level\(entry.name == "base" ? " of the file" : ", next to 'base' and 'endpoints'")"
    case .group: "move it into a group, below 'groups: {NAME: …}'"
    case .endpoint:
      table == .parameter ? "move it out of the parameter, into the endpoint" : "move it into an endpoint, indented below its name"
    default: "move it into a parameter, below its name in 'params'"
    }
  }

  /// Whether the value is `GET /users`, or a mapping with a key such as `GET`.
  private var isEndpoint: Bool {
    guard isLevel, table != .parameter else { return false }
    if let text = entry.value.text { return Methods.beginsLine(text) }
    return entry.value.mapping?.contains { Methods.all.contains($0.name) } ?? false
  }

  /// Indents an endpoint like the others, which are above it.
  private func indentation(behind previous: Entry) -> Diagnostic.FixIt? {
    let place = entry.key.range
    guard previous.name == "endpoints", let first = previous.value.mapping?.first?.key.range, first.file.name == place.file.name,
      first.start.line > previous.key.range.start.line, first.start.line < place.start.line, first.start.column > place.start.column,
      previous.key.range.start.column == place.start.column, entry.value.range.end.line == place.start.line
    else { return nil }
    return .init(
      "indent it", range: SourceRange(file: place.file, start: place.start, end: place.start),
      replacement: String(repeating: " ", count: first.start.column - place.start.column))
  }
}

extension Entry {
  /// Returns the same entry with another key.
  fileprivate func renamed(_ name: String) -> Entry {
    Entry(key: Node(.scalar(Scalar(text: name)), range: key.range), value: value)
  }
}
