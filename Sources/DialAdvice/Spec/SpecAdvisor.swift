package import DialBuild
package import DialModel
package import DialSyntax

/// Says what was probably meant in a spec: the mechanisms of this folder, each of which knows one kind of slip.
package struct SpecAdvisor: Advisor {
  /// The maximum number of searches for similar names, because each takes time. A file with more unknown words has no simple mistakes.
  private static let searches = 100

  package init() {}

  package func findings(for faults: [Fault], in declaration: ServiceDeclaration?) -> [Diagnostic] {
    if let document = foreignDocument(faults, declaration) { return [document] }
    let types = Set(declaration?.level.types.map(\.name) ?? [])
    let texts = declaration.map { LiteralAdvice($0, isType: types.contains).findings } ?? []
    var (searches, searched) = (0, Set<String>())
    func maySearch(_ word: UnknownWord) -> Bool {
      // A mistake that is repeated is still a simple one. Among few names, it is found quickly.
      if word.known.count <= 100, searched.contains(word.word) { return true }
      searches += 1
      guard searches <= Self.searches else { return false }
      searched.insert(word.word)
      return true
    }
    var taken: Set<Int> = []
    let found = faults.compactMap { fault -> Diagnostic? in
      let finding = fault.finding
      if let index = texts.firstIndex(where: { $0.explains(finding) }) {
        // Advice has the severity of the finding whose place it takes.
        if !taken.insert(index).inserted { return nil }
        var better = texts[index]
        better.severity = finding.severity
        better.hidesLine = finding.hidesLine || better.hidesLine
        return better
      }
      switch fault.subject {
      case .text(let error): return TextSlip(error, finding, isType: types.contains).advice ?? finding
      case .word(let word):
        return WordSlip(word: word, finding: finding, mayConsumeTime: maySearch(word)).advice ?? finding
      case .key(let key):
        return KeySlip(key: key).advice(finding, mayConsumeTime: maySearch(key.word)) ?? finding
      case .value(let node, let key): return ValueSlip(node: node, key: key, finding: finding).advice ?? finding
      case .entry(let entry): return EndpointSlip(entry: entry).unnamed(finding) ?? finding
      case .syntax(let error): return SyntaxSlip(error, finding).advice(SpecSyntax.advice) ?? finding
      case .expression(let node, let part): return ExpressionSlip(node: node, part: part, finding: finding).advice ?? finding
      case nil: return finding
      }
    }
    // Of a text with an error, nothing else is said.
    let errors = faults.map(\.finding).filter { $0.severity == .error }
    return found
      + texts.indices.filter { index in !taken.contains(index) && !errors.contains { $0.range.covers(texts[index].range) } }.map {
        texts[$0]
      }
  }

  /// A file of another format is reported as a whole instead of key by key.
  private func foreignDocument(_ faults: [Fault], _ declaration: ServiceDeclaration?) -> Diagnostic? {
    guard let level = declaration?.level, level.endpoints.isEmpty, level.groups.isEmpty else { return nil }
    let names = ["openapi": "an OpenAPI document", "swagger": "an OpenAPI document", "asyncapi": "an AsyncAPI document"]
    for fault in faults {
      guard case .key(let key) = fault.subject, key.table == .spec, let name = names[key.entry.name] else { continue }
      // The path of a document is meant as an overlay.
      if let path = key.entry.value.text, [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) { return nil }
      var finding = fault.finding
      finding.message = "this file is \(name), not a Dial spec; a spec has 'endpoints:' with lines such as 'list: GET /users'"
      return finding
    }
    let keys = faults.compactMap { fault -> (name: String, finding: Diagnostic)? in
      guard case .key(let key) = fault.subject, key.table == .spec else { return nil }
      return (key.entry.name, fault.finding)
    }
    guard keys.contains(where: { $0.name == "info" }), var finding = keys.first(where: { $0.name == "paths" })?.finding else { return nil }
    finding.message = "this file has 'info' and 'paths', but no version of OpenAPI; add it, such as 'openapi: 3.1.0' or 'swagger: \"2.0\"'"
    return finding
  }

  package func entry(meantBy key: UnknownKey) -> Entry? { KeySlip(key: key).meant }

  package func misplaced(_ entry: Entry, behind previous: Entry?, on level: KeyTable) -> Diagnostic? {
    StrayKey(entry: entry, previous: previous).advice(level)
  }

  package func missingMethod(of entry: Entry) -> (finding: Diagnostic, keys: [String])? { EndpointSlip(entry: entry).missingMethod }

  package func shape(meantBy node: Node, isMember: Bool) -> Diagnostic? { SchemaSlip(node: node).advice(isMember: isMember) }
}

extension Diagnostic {
  /// Whether this finding about a text says better what another one says about the same text.
  fileprivate func explains(_ other: Diagnostic) -> Bool {
    switch FindingID(rawValue: other.id) {
    case .sentLiterally, .literalSecret, .defaultValue, .invalidBase: range.overlaps(other.range)
    // The body has a field that was probably meant as the parameter.
    case .duplicateWireName: id == FindingID.sentLiterally.rawValue && other.notes.contains { $0.range?.covers(range) ?? false }
    default: false
    }
  }
}
