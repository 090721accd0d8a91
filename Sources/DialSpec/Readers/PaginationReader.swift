import DialJSON
import DialModel
import DialSyntax

/// Reads `paginate:`. Its parameter is checked when the whole endpoint is read.
struct PaginationReader {
  private static let ways = ["next", "cursor", "page", "offset"]
  /// Keys that belong to one way only.
  private static let companions = ["as": "cursor", "step": "offset", "total": "offset"]

  let findings: Findings

  func read(_ entry: Entry) -> (model: PaginationModel, parameterRange: SourceRange?)? {
    // `link` is the only text.
    if entry.value.text == "link" { return (PaginationModel(way: .link), nil) }
    if let text = entry.value.text, let link = findings.nearest(to: text, among: ["link"]) {
      findings.unknown(.expectedValue, "value", text, of: "'paginate'", link, among: [], at: entry.value.range)
      return nil
    }
    var given: [Entry] = []
    KeyTable.paginate.read(entry.value, findings) { given.append($0) }
    let read = model(of: given)
    guard let entries = entry.value.mapping, check(given, at: entry, isKnown: given.count == entries.count) else { return nil }
    return read
  }

  private func check(_ given: [Entry], at entry: Entry, isKnown: Bool) -> Bool {
    let ways = given.filter { Self.ways.contains($0.name) }
    guard let first = ways.first else {
      // A misspelled key has already been reported.
      if isKnown {
        findings.error(
          .missingKey, "'paginate' requires one of 'next', 'cursor', 'page' and 'offset'", at: entry.key.range)
      }
      return false
    }
    for other in ways.dropFirst() {
      findings.error(
        .paginate, "'\(first.name)' conflicts with '\(other.name)'; keep one of them", at: other.key.range,
        notes: [.init("the first is here", range: first.key.range)])
    }
    for stray in given {
      guard ways.count == 1, let home = Self.companions[stray.name], home != first.name else { continue }
      findings.error(.paginate, "'\(stray.name)' applies to '\(home)', not to '\(first.name)'", at: stray.key.range)
    }
    guard first.name == "cursor", ways.count == 1, isKnown, !given.contains(where: { $0.name == "as" }) else { return ways.count == 1 }
    return findings.fail(.missingKey, "'cursor' requires 'as', the parameter that receives it; write as: cursor", at: first.key.range)
  }

  /// Reads the values of the keys; nil if they name no way.
  private func model(of given: [Entry]) -> (model: PaginationModel, parameterRange: SourceRange?)? {
    var (way, end): (PaginationModel.Way?, PaginationModel.End?) = (nil, nil)
    var (parameterRange, pathRange): (SourceRange?, SourceRange?) = (nil, nil)
    var paths: [String: JMESPath] = [:]
    var names: [String: String] = [:]
    var step: Int?
    for entry in given {
      let (name, node) = (entry.name, entry.value)
      switch name {
      case "next" where node.text == "link": way = .link
      case "until" where node.text == "empty": end = .empty
      case "next", "cursor", "until", "total":
        paths[name] = SelectionReader.condition(node, findings)
        if name == "next" || name == "cursor" { pathRange = node.range }
      case "step": step = Values.integer(node, "step", minimum: 1, findings)
      default:
        names[name] = Values.text(node, "the name of a parameter", findings)
        parameterRange = node.range
      }
    }
    if let until = paths["until"] { end = .condition(until) }
    if let path = paths["next"] { way = .url(path) }
    if let path = paths["cursor"], let name = names["as"] { way = .cursor(path, parameter: name) }
    if let name = names["page"] { way = .page(parameter: name) }
    if let name = names["offset"] { way = .offset(parameter: name, step: step, total: paths["total"]) }
    return way.map { (PaginationModel(way: $0, end: end, pathRange: pathRange), parameterRange) }
  }
}
