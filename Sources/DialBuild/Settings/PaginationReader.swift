import DialJSON
import DialModel
import DialSyntax

/// Reads `paginate:`.
struct PaginationReader {
  private static let ways = ["next", "cursor", "page", "offset"]
  /// Keys that belong to one way only.
  private static let companions = ["as": "cursor", "step": "offset", "short": "offset", "total": "offset"]

  let findings: Findings
  var comparisons: [Comparison] = []

  mutating func read(_ entry: Entry) -> PaginationDraft? {
    // `link` is the only text.
    if entry.value.text == "link" { return PaginationDraft(model: PaginationModel(way: .link)) }
    if let text = entry.value.text {
      findings.unknown(.expectedValue, "value", text, of: "'paginate'", among: ["link"], orElse: "a mapping", at: entry.value.range)
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
    if ways.count == 1, first.name == "offset", let short = given.first(where: { $0.name == "short" }),
      !given.contains(where: { $0.name == "step" })
    {
      return findings.fail(.missingKey, "'short' requires 'step', the number of items of a page", at: short.key.range)
    }
    guard first.name == "cursor", ways.count == 1, isKnown, !given.contains(where: { $0.name == "as" }) else { return ways.count == 1 }
    return findings.fail(.missingKey, "'cursor' requires 'as', the parameter that receives it; write as: cursor", at: first.key.range)
  }

  /// Reads the values of the keys; nil if they name no way.
  private mutating func model(of given: [Entry]) -> PaginationDraft? {
    var draft = PaginationDraft(model: PaginationModel(way: .link))
    var way: PaginationModel.Way?
    var paths: [String: JMESPath] = [:]
    var locations: [String: ResponseLocation] = [:]
    var names: [String: String] = [:]
    var (step, isShort): (PaginationModel.Offset.Step?, Bool) = (nil, false)
    for entry in given {
      let (name, node) = (entry.name, entry.value)
      switch name {
      case "next" where node.text == "link": way = .link
      case "until" where node.text == "empty": draft.model.end = .empty
      case "until", "items": paths[name] = SelectionReader.condition(node, findings, &comparisons)
      case "next", "cursor", "total":
        locations[name] = SelectionReader.location(node, "a path such as meta.next, or header.X-Next", .paginate, findings, &comparisons)
        if name == "next" || name == "cursor" { draft.model.pathRange = node.range }
      case "step": step = self.step(node, &draft)
      case "short": isShort = Values.bool(node, "short", findings) ?? false
      default:
        names[name] = Values.text(node, "the name of a parameter", findings)
        draft.parameterRange = node.range
        if name == "offset" { draft.model.pathRange = node.range }
      }
    }
    if let until = paths["until"] { draft.model.end = .condition(until) }
    if let location = locations["next"] { way = .url(location) }
    if let location = locations["cursor"], let name = names["as"] { way = .cursor(location, parameter: name) }
    if let name = names["page"] { way = .page(parameter: name) }
    if let name = names["offset"] {
      way = .offset(PaginationModel.Offset(parameter: name, step: step, mayBeShort: isShort, total: locations["total"]))
    }
    draft.model.items = paths["items"]
    guard let way else { return nil }
    draft.model.way = way
    return draft
  }

  /// Reads the size of a page, or the name of the parameter that sets it.
  private func step(_ node: Node, _ draft: inout PaginationDraft) -> PaginationModel.Offset.Step? {
    if let text = node.text, case .string? = CoreSchema.value(of: node), let first = text.utf8.first, !"+-0123456789".utf8.contains(first) {
      draft.sizeRange = node.range
      return .argument(text)
    }
    return Values.integer(node, "step", minimum: 1, findings).map { .size($0) }
  }
}

/// `paginate:` with the places of the parameters that it names, which are checked when the whole endpoint is read.
struct PaginationDraft {
  var model: PaginationModel
  var parameterRange: SourceRange?
  var sizeRange: SourceRange?

  var names: [(name: String, range: SourceRange)] {
    [(model.parameter, parameterRange), (model.sizeParameter, sizeRange)].compactMap { name, range in
      if let name, let range { (name, range) } else { nil }
    }
  }
}
