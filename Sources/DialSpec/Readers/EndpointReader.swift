import DialJSON
package import DialModel
package import DialSyntax

package struct EndpointReader {
  package let findings: Findings

  package init(findings: Findings) {
    self.findings = findings
  }

  /// - Parameter previous: the endpoint above this one.
  package func read(_ entry: Entry, in outer: InheritedSettings, behind previous: Entry? = nil) -> EndpointModel? {
    guard Name.isValid(entry.name) else {
      if UnnamedEndpoint.refuse(entry, findings) { return nil }
      return findings.fail(.invalidName, "'\(entry.name)' is not a valid endpoint name; use \(Name.rule)", at: entry.key.range)
    }
    if !findings.comparisons.isEmpty { findings.comparisons.removeAll() }
    if !findings.literalNames.isEmpty { findings.literalNames.removeAll() }
    if !findings.unencodedNames.isEmpty { findings.unencodedNames.removeAll() }
    var draft: EndpointDraft?
    switch entry.value.content {
    case .scalar(let scalar): draft = line(entry, scalar.text, outer, behind: previous)
    case .mapping(let entries): draft = long(entry, entries, outer, behind: previous)
    case .sequence where StrayKey(entry: entry, previous: previous).report(.endpoint, findings): break
    case .sequence:
      findings.error(
        .expectedMapping, "expected a line such as 'GET /users' or a mapping, found a list", at: entry.value.range)
    }
    guard let draft else { return nil }
    ShadowedNames.check(entry.name, at: entry.key.range, findings)
    if !outer.prefix.isEmpty { draft.signature.target = draft.signature.target.under(outer.prefix) }
    return EndpointJoin(draft: draft, findings: findings).join()
  }

  private func line(_ entry: Entry, _ text: String, _ outer: InheritedSettings, behind previous: Entry?) -> EndpointDraft? {
    guard
      let signature = SignatureParser.line(
        entry, text, findings, isKey: { StrayKey(entry: entry, previous: previous).report(.endpoint, findings) })
    else { return nil }
    return EndpointDraft(
      name: outer.name(of: entry.name), range: entry.key.range, signature: signature, level: outer)
  }

  private func long(_ entry: Entry, _ entries: [Entry], _ outer: InheritedSettings, behind previous: Entry?) -> EndpointDraft? {
    let method = entries.firstIndex { Methods.isMethod($0.name) }
    // The names of headers are valid methods.
    if method.map({ !Methods.all.contains(entries[$0].name) }) ?? true,
      StrayKey(entry: entry, previous: previous).report(.endpoint, findings)
    {
      return nil
    }
    let told = method == nil ? missingMethod(entry, entries) : []
    if let method { refuse(entries[(method + 1)...], beside: entries[method]) }
    let signature = method.flatMap { self.signature(entries[$0]) }
    let draft = EndpointDraft(
      name: outer.name(of: entry.name), range: entry.key.range, signature: signature ?? .none(at: entry.key.range),
      level: outer)
    for other in entries where !Methods.isMethod(other.name) && !told.contains(other.name) {
      if signature == nil, let method, other.isRest(of: entries[method].value) { continue }
      read(other, into: draft)
    }
    return signature == nil ? nil : draft
  }

  private func refuse(_ others: ArraySlice<Entry>, beside method: Entry) {
    // An equal key is a finding of YAML.
    for extra in others where Methods.isMethod(extra.name) && extra.name != method.name {
      findings.error(
        .method, "duplicate method '\(extra.name)'; an endpoint can have only one", at: extra.key.range,
        notes: [.init("the first method is here", range: method.key.range)])
    }
  }

  private func signature(_ method: Entry) -> Signature? {
    guard let text = Values.text(method.value, "a target after '\(method.name)'", findings) else { return nil }
    return SignatureParser.value(method.value, text, method: method.name, methodRange: method.key.range, findings)
  }

  /// Reports a missing method. Returns the keys that were probably meant as one.
  private func missingMethod(_ entry: Entry, _ entries: [Entry]) -> [String] {
    if let method = entries.first(where: { $0.name == "method" }) {
      let target = entries.first { ["path", "url", "target", "uri"].contains($0.name) }
      let line = "\(method.value.text?.uppercased() ?? "GET"): \(target?.value.text ?? "/path")"
      findings.error(
        .missingKey, "the method is the key of the target; write '\(line)'", at: method.key.range,
        notes: target.map { [.init("the target is here", range: $0.key.range)] } ?? [])
      return ["method"] + (target.map { [$0.name] } ?? [])
    }
    if entries.contains(where: { $0.value.text.map(UnknownKey.isLine) ?? false }) {
      findings.error(
        .misplacedKey,
        "'\(entry.name)' contains endpoints, so it is a group; move it below 'groups:', with 'endpoints:' below its name",
        at: entry.key.range)
      return entries.map(\.name)
    }
    if let small = entries.first(where: { Methods.all.contains($0.name.uppercased()) }) {
      findings.error(
        .method, "unknown method '\(small.name)'; did you mean '\(small.name.uppercased())'?", at: small.key.range,
        fix: "change it to uppercase", with: small.name.uppercased())
      return [small.name]
    }
    if let line = entries.first(where: { UnknownKey.isLine($0.name) }) {
      let words = line.name.split(separator: " ", maxSplits: 1)
      findings.error(.method, "the target is the value of the method; write '\(words[0]): \(words[1])'", at: line.key.range)
      return [line.name]
    }
    if let custom = entries.first(where: {
      !KeyTable.endpoint.contains($0.name) && Methods.isMethod($0.name.uppercased()) && $0.value.text?.hasPrefix("/") ?? false
    }) {
      let method = custom.name.uppercased()
      findings.error(
        .method, "a method is in uppercase; write '\(method)'", at: custom.key.range, fix: "change it to uppercase", with: method)
      return [custom.name]
    }
    findings.error(.missingKey, "the endpoint '\(entry.name)' has no method; add a key such as 'GET: /path'", at: entry.key.range)
    return []
  }

  private func read(_ entry: Entry, into draft: EndpointDraft) {
    if KeyTable.endpoint.contains(entry.name), readKnown(entry, into: draft) { return }
    if entry.name.hasPrefix("x-") {
      draft.tags[entry.name] = entry.value.text
    } else {
      let meant = UnknownKey(findings: findings).report(entry, on: .endpoint)
      // Whether an endpoint is closed decides what else is found.
      if let meant, meant.name == "params" { _ = readKnown(meant, into: draft) }
    }
  }

  private func readKnown(_ entry: Entry, into draft: EndpointDraft) -> Bool {
    let node = entry.value
    switch entry.name {
    case "doc": draft.doc = Values.prose(node, findings)
    case "params": draft.params = ParamsReader(findings: findings).read(node)
    case "body": draft.body = BodyReader(findings: findings).read(node).map { ($0, node.range) }
    case "select": select(entry, into: draft)
    case "returns": returns(entry, into: draft)
    case "fails" where RefusalReader.isCondition(node) || RefusalReader.lacksCondition(node):
      guard let type = RefusalReader.read(node, into: &draft.level.policy, findings) else { break }
      if draft.signature.failure != nil { twice("type", "!", entry, draft.signature.range) }
      draft.signature.failure = ShapeNodeReader(findings: findings).read(type)
    case "fails":
      if draft.signature.failure != nil { twice("fails", "!", entry, draft.signature.range) }
      draft.signature.failure = ShapeNodeReader(findings: findings).read(node)
    case "hasBody": draft.hasBody = Values.bool(node, "hasBody", findings).map { ($0, entry.key.range) }
    case "paginate": draft.pagination = PaginationReader(findings: findings).read(entry)
    case "poll": draft.poll = PollReader.read(node, findings)
    case "events": draft.events = (EventsReader.read(node, findings), entry.key.range)
    case "mock": draft.mock = MockReader(findings: findings).read(node)
    default:
      if entry.name == "encoding" {
        checkEncoding(entry, draft)
        draft.encodingRange = node.range
      }
      if entry.name == "compress" { draft.compressRange = entry.key.range }
      return LevelReader(findings: findings).read(entry, into: &draft.level)
    }
    return true
  }

  private func twice(_ key: String, _ sign: String, _ entry: Entry, _ line: SourceRange) {
    findings.error(
      .signature, "'\(key)' conflicts with '\(sign)' in the endpoint line; keep one of them", at: entry.key.range,
      notes: [.init("the endpoint line is here", range: line)])
  }

  /// Reports different encodings in the line and the key.
  private func checkEncoding(_ entry: Entry, _ draft: EndpointDraft) {
    guard let written = draft.signature.encoding, let word = entry.value.text, word != written.word else { return }
    findings.error(
      .encoding, "the endpoint line says '\(written.word)', but 'encoding' is '\(word)'; keep one of them", at: entry.value.range,
      notes: draft.signature.encodingRange.map { [.init("the encoding in the endpoint line is here", range: $0)] } ?? [])
  }

  private func select(_ entry: Entry, into draft: EndpointDraft) {
    if draft.signature.selection != nil { twice("select", "@", entry, draft.signature.range) }
    draft.signature.selection = SelectionReader.read(entry.value, findings) ?? draft.signature.selection
  }

  private func returns(_ entry: Entry, into draft: EndpointDraft) {
    if draft.signature.result != nil { twice("returns", "->", entry, draft.signature.range) }
    if let scalar = entry.value.scalar, !scalar.text.isEmpty {
      draft.signature.result = Shapes.result(Cursor(entry.value, text: scalar.text), findings)
    } else {
      draft.signature.result = ShapeNodeReader(findings: findings, takesHead: true).read(entry.value).map { .shape($0) }
    }
  }
}

final class EndpointDraft {
  let name: String
  let range: SourceRange
  var signature: Signature
  var level: InheritedSettings
  var params: [DeclaredParameter]?
  var encodingRange: SourceRange?
  var compressRange: SourceRange?
  var hasBody: (value: Bool, range: SourceRange)?
  var body: (template: BodyTemplate, range: SourceRange)?
  var events: (model: EventsModel, range: SourceRange)?
  var doc: String?
  var mock: MockModel?
  var pagination: PaginationDraft?
  var poll: PollModel?
  var tags: [String: String] = [:]

  init(name: String, range: SourceRange, signature: Signature, level: InheritedSettings) {
    self.name = name
    self.range = range
    self.signature = signature
    self.level = level
    encodingRange = signature.encodingRange
  }
}

/// Selections of a response, compiled when the spec is read.
enum SelectionReader {
  /// Reads a JMESPath expression.
  static func read(_ node: Node, _ findings: Findings) -> SelectionModel? {
    Values.text(node, "a JMESPath expression", findings).flatMap { read($0, in: Cursor(node, text: $0), findings) }
  }

  /// Reads a JMESPath expression as a condition or a path.
  static func condition(_ node: Node, _ findings: Findings) -> JMESPath? { read(node, findings)?.path }

  static func read(_ text: String, in cursor: Cursor, _ findings: Findings) -> SelectionModel? {
    do throws(JMESPathError) {
      let path = try findings.selection(text)
      warn(path, in: cursor, findings)
      return SelectionModel(path: path, range: cursor.restRange)
    } catch {
      let at = min(cursor.at + error.offset, cursor.end)
      if let meant = meant(by: text) {
        let quoted = cursor.node.scalar?.style == .singleQuoted ? meant.replacing("'", with: "''") : meant
        let isWhole = cursor.at == 0 && cursor.restRange == cursor.range(0..<cursor.bytes.count)
        let isWritable = !(isWhole && cursor.node.scalar?.isPlain ?? false) || meant.utf8.first.map { $0 | 0x20 &- 0x61 < 26 } ?? false
        return findings.fail(
          .selection, "'\(text)' is not a valid JMESPath expression; write '\(meant)'", at: cursor.restRange,
          fix: "replace with", with: isWritable ? quoted : nil)
      }
      return findings.fail(
        .selection, "'\(text)' is not a valid JMESPath expression: \(error.message)",
        at: at < cursor.end ? cursor.range(at..<cursor.end) : cursor.restRange)
    }
  }

  /// Returns the JMESPath for a path of JSONPath or jq, such as `$.items`, `.items[]` or `items.0.id`; nil if it is not clear.
  private static func meant(by text: String) -> String? {
    let compared = text.replacing("===", with: "==").replacing(" = ", with: " == ")
    if compared != text { return (try? JMESPath(compared)) == nil ? nil : compared }
    var path = text[...]
    if path.hasPrefix("$") { path.removeFirst() }
    if path.hasPrefix(".") { path.removeFirst() }
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for index in steps.indices.dropFirst().reversed() where !steps[index].isEmpty && steps[index].utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      steps[index - 1] += "[\(steps.remove(at: index))]"
    }
    let meant = steps.joined(separator: ".")
    // Quotes and conditions of these languages differ.
    guard meant != text, !meant.isEmpty, !meant.utf8.contains(where: { "'\"`?=<>|".utf8.contains($0) }) else { return nil }
    return (try? JMESPath(meant)) == nil ? nil : meant
  }

  /// Warns of `state == "done"`, `state == done` and `ok == true`, which compare two members.
  private static func warn(_ path: JMESPath, in cursor: Cursor, _ findings: Findings) {
    for value in path.likelyValues {
      let name = value.name
      let range = cursor.range((cursor.at + value.range.lowerBound)..<(cursor.at + value.range.upperBound))
      if value.kind == .stage { continue }
      if case .literal(let literal) = value.kind {
        // A backquote cannot begin a text without quotes.
        let canWrite = cursor.at + value.range.lowerBound > 0 || cursor.node.scalar?.isPlain == false
        findings.warning(
          .selection, "JMESPath reads '\(name)' as a member name; write the literal in backquotes", at: range,
          fix: "use backquotes", with: canWrite ? "`\(literal)`" : nil)
        continue
      }
      // YAML requires doubled quotes within single quotes.
      let text = cursor.node.scalar?.style == .singleQuoted ? "''\(name)''" : "'\(name)'"
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"'\"`\\".unicodeScalars.contains($0) }
      let shown = value.kind == .text ? "\"\(name)\" in double quotes" : "'\(name)'"
      let finding = Diagnostic.finding(
        .warning, .selection, "JMESPath reads \(shown) as a member name; write a string in single quotes", at: range,
        fix: "use single quotes", with: isPlain ? text : nil)
      if case .name(let root) = value.kind {
        if let root { findings.comparisons.append(Comparison(root: root, name: name, finding: finding)) }
      } else {
        findings.add(finding)
      }
    }
  }
}
