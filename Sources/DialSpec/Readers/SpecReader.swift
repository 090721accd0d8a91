import DialModel
import DialSyntax

/// Reads a tree into a model, and finds all mistakes.
struct SpecReader {
  /// The maximum length of the names and prefixes of groups, which every endpoint copies.
  private static let longestPath = 2048

  private let findings: Findings
  private var service: ServiceModel
  /// Whether the whole text and all named files were read. Only then is an unknown name an error.
  private var isWhole = true
  /// Every `endpoints:`, in the order of its endpoints.
  private var blocks: [EndpointBlock] = []
  private var models: [EndpointModel] = []

  /// Reads the tree of a spec, without the parts that have syntax errors: endpoints, types, or other keys of the spec or a group.
  static func read(_ bytes: [UInt8], name: String) -> YAMLDocument {
    YAMLReader.read(bytes, name: name) { path in
      var depth = 0
      while depth < path.count {
        switch path[depth] {
        case "endpoints", "types": return depth + 1
        case "groups": depth += 2
        default: return depth
        }
      }
      return depth
    }
  }

  /// - Parameter folder: the folder of other files; nil if none may be read.
  static func read(_ document: YAMLDocument, folder: String?) -> SpecReading {
    let findings = Findings(document.diagnostics)
    findings.folder = folder
    findings.unread = document.unread
    var reader = SpecReader(findings: findings, service: ServiceModel(file: document.file, name: ""))
    if let root = document.root, !document.isEmpty {
      let files = SpecFiles(findings, name: document.file.name, folder: folder)
      let whole = SpecTree(files: files).whole(root)
      reader.isWhole = files.isWhole && document.unread.isEmpty
      reader.read(whole)
      reader.finish()
    }
    var found = findings.diagnostics.inOrder()
    if !found.isEmpty { found = found.map(SecretLines(reader.service).hidden) }
    return SpecReading(service: reader.service, diagnostics: found, blocks: reader.blocks)
  }

  /// Reads the shared parts of a valid spec whose endpoints were cut out.
  static func readShared(_ document: YAMLDocument, folder: String?) -> SpecReading {
    let findings = Findings(document.diagnostics)
    findings.folder = folder
    var reader = SpecReader(findings: findings, service: ServiceModel(file: document.file, name: ""))
    if let root = document.root { reader.read(root) }
    reader.service.types.flatten()
    return SpecReading(service: reader.service, diagnostics: findings.diagnostics, blocks: reader.blocks)
  }

  private mutating func read(_ root: Node) {
    guard let entries = root.mapping else {
      findings.error(.expectedMapping, "a spec is a mapping with 'service', 'base' and 'endpoints', found \(root.kindName)", at: root.range)
      return
    }
    if ForeignDocument.isFound(entries, findings) { return }
    var level = Level()
    for entry in entries {
      Values.swallowed(entry, findings)
      if KeyTable.spec.contains(entry.name) && read(entry, into: &level) || entry.name.hasPrefix("x-") { continue }
      UnknownKey(findings: findings).report(entry, on: .service)
    }
    service.level = level
    findings.aliases = service.types.aliases
    for entry in entries where entry.name == "endpoints" { endpoints(entry.value, in: level) }
    for entry in entries where entry.name == "groups" { groups(entry.value, in: level) }
    checkSharedNames(entries)
    let isMisplaced = findings.diagnostics.contains { $0.id == FindingID.misplacedKey.rawValue }
    if !isMisplaced, isWhole, !entries.contains(where: { $0.name == "endpoints" || $0.name == "groups" }) {
      findings.error(.missingKey, "a spec has endpoints: add 'endpoints:' with a line such as 'list: GET /users'", at: root.range)
    }
    if service.name.isEmpty { service.name = Paths.stem(of: service.file.name) }
  }

  /// Reads one top-level key, except endpoints and groups, which need the inherited settings.
  private mutating func read(_ entry: Entry, into level: inout Level) -> Bool {
    let node = entry.value
    switch entry.name {
    case "service": service.name = Values.text(node, "the name of the service", findings) ?? ""
    case "doc": service.doc = Values.text(node, "a text", findings)
    case "base": base(node)
    case "vars": vars(node)
    case "types": types(node)
    case "endpoints", "groups": break
    case "include", "overlay": break
    default: return LevelReader(findings: findings).read(entry, into: &level)
    }
    return true
  }

  private mutating func base(_ node: Node) {
    guard let text = Values.text(node, "a URL such as https://api.example.com/v1", findings) else { return }
    let base = Text(text, range: node.range, arguments: false)
    service.base = base
    if let literal = base.literal, let fault = BaseURL.fault(literal) {
      findings.error(.invalidBase, fault, at: BaseURL.culprit(literal).map { node.range(of: $0) } ?? node.range)
    } else if base.literal == nil, text.contains("@") {
      findings.error(.invalidBase, BaseURL.userInfo, at: node.range)
    }
  }

  private mutating func vars(_ node: Node) {
    for entry in Values.mapping(node, "'vars'", findings) ?? [] {
      guard let text = Values.text(entry.value, "a text for the variable '\(entry.name)'", findings) else { continue }
      VariableMistakes.check(text, at: entry.value.range, findings)
      service.vars[entry.name] = Text(text, range: entry.value.range, arguments: false)
    }
  }

  private mutating func types(_ node: Node) {
    var ranges: [(name: String, range: SourceRange)] = []
    let entries = Values.mapping(node, "'types'", findings) ?? []
    service.types.shapes.reserveCapacity(entries.count)
    for entry in entries {
      let isASCIICapital = entry.name.utf8.first.map { $0 &- 0x41 < 26 } ?? false
      guard Name.isValid(entry.name), isASCIICapital || entry.name.first?.isUppercase ?? false else {
        findings.error(.invalidName, "'\(entry.name)' is no name of a type: it begins with a capital letter", at: entry.key.range)
        continue
      }
      if Shape.builtin(entry.name) != nil {
        findings.error(.invalidName, "'\(entry.name)' is a type of the language: choose another name", at: entry.key.range)
        continue
      }
      service.types.names.append(entry.name)
      service.types.shapes[entry.name] = ShapeNodeReader(findings: findings).read(entry.value) ?? .json
      ranges.append((entry.name, entry.key.range))
    }
    checkEndless(ranges)
  }

  private func checkEndless(_ ranges: [(name: String, range: SourceRange)]) {
    let empty = service.types.emptyNames()
    for (name, range) in ranges where !empty.isEmpty && empty.contains(name) {
      findings.error(.shape, "the type '\(name)' stands for itself and nothing else", at: range)
    }
    let circles = service.types.endlessCircles()
    if circles.isEmpty { return }
    let places = Dictionary(ranges, uniquingKeysWith: { first, _ in first })
    for circle in circles where empty.isDisjoint(with: circle) {
      guard let first = circle.first, let range = places[first] else { continue }
      let message =
        circle.count == 1
        ? "the type '\(first)' requires itself without end: make the member optional, or a list"
        : "the types '\(first)' and '\(circle[1])' require each other without end: make one of the members optional, or a list"
      let notes = circle.dropFirst().prefix(8).map { Diagnostic.Note("'\($0)' is required here and requires the next", range: places[$0]) }
      findings.error(.shape, message, at: range, notes: notes)
    }
  }

  private mutating func endpoints(_ node: Node, in level: Level) {
    var level = level.inner()
    level.headers = level.headers.nearest()
    let entries = node.text == "" ? [] : Values.mapping(node, "'endpoints'", findings) ?? []
    blocks.append(EndpointBlock(level: level, range: node.range, entries: entries))
    let reader = EndpointReader(findings: findings)
    models.reserveCapacity(models.count + entries.count)
    for entry in entries where !entry.name.hasPrefix("x-") {
      if let endpoint = reader.read(entry, in: level) { models.append(endpoint) }
    }
  }

  private mutating func groups(_ node: Node, in outer: Level) {
    for entry in Values.mapping(node, "'groups'", findings) ?? [] {
      if entry.name.hasPrefix("x-") { continue }
      guard Name.isValid(entry.name) else {
        findings.error(.invalidName, "'\(entry.name)' is no name of a group: \(Name.rule)", at: entry.key.range)
        continue
      }
      group(entry, in: outer)
    }
  }

  private mutating func group(_ group: Entry, in outer: Level) {
    guard let entries = Values.mapping(group.value, "the group '\(group.name)'", findings) else { return }
    var level = outer.inner(group.name)
    let name = level.names.joined(separator: ".")
    guard name.utf8.count <= Self.longestPath else {
      findings.error(.size, "the name of a group, those around it included, is longer than \(Self.longestPath) bytes", at: group.key.range)
      return
    }
    service.groups.append(name)
    for entry in entries {
      if KeyTable.group.contains(entry.name) && read(entry, ofGroup: &level, in: outer) || entry.name.hasPrefix("x-") { continue }
      UnknownKey(findings: findings).report(entry, on: .group)
    }
    for entry in entries where entry.name == "endpoints" { endpoints(entry.value, in: level) }
    for entry in entries where entry.name == "groups" { groups(entry.value, in: level) }
    checkSharedNames(entries)
  }

  /// Reports an endpoint and a group with the same name: `users.admin` is one of them, `users.admin.ban` needs the other.
  private func checkSharedNames(_ entries: [Entry]) {
    guard let groups = entries.first(where: { $0.name == "groups" })?.value.mapping, !groups.isEmpty,
      let endpoints = entries.first(where: { $0.name == "endpoints" })?.value.mapping
    else { return }
    let first = Dictionary(endpoints.map { ($0.name, $0.key.range) }, uniquingKeysWith: { first, _ in first })
    for group in groups {
      guard let range = first[group.name] else { continue }
      findings.warning(
        .sharedName, "'\(group.name)' is an endpoint too: give the group or the endpoint another name, so that each is told apart",
        at: group.key.range, notes: [.init("the endpoint is here", range: range)])
    }
  }

  private func read(_ entry: Entry, ofGroup level: inout Level, in outer: Level) -> Bool {
    switch entry.name {
    case "doc": _ = Values.text(entry.value, "a text", findings)
    case "prefix":
      if let text = prefix(entry.value) { level.prefix = BaseURL.join(outer.prefix, text) }
      if level.prefix.utf8.count > Self.longestPath {
        findings.error(.size, "a prefix, those around it included, is longer than \(Self.longestPath) bytes", at: entry.value.range)
        level.prefix = ""
      }
    case "endpoints", "groups": break
    default: return LevelReader(findings: findings).read(entry, into: &level)
    }
    return true
  }

  /// Reads a path that can contain placeholders.
  private func prefix(_ node: Node) -> String? {
    guard let text = Values.text(node, "a path", findings) else { return nil }
    do throws(URITemplateError) {
      _ = try URITemplate(target: text)
    } catch {
      findings.error(.target, error.message, at: node.range(of: min(error.offset, max(text.utf8.count - 1, 0))..<text.utf8.count))
      return nil
    }
    if text.contains("?") || text.contains("#") || text.contains("://") {
      findings.error(.target, "a prefix is a path: no query, no fragment, no host", at: node.range)
      return nil
    }
    return text
  }

  /// Checks what requires the whole spec.
  private mutating func finish() {
    service.endpoints = Endpoints(models)
    service.traits = ServiceTraits(models)
    let rules = TypeRules(types: service.types, findings: findings)
    if isWhole { rules.checkNames() }
    service.types.flatten()
    rules.checkExamples()
    for endpoint in models {
      rules.checkDefaults(endpoint.parameters)
      checkHead(of: endpoint.target)
    }
    if isWhole {
      PagingRules(findings: findings).checkCalls(of: service)
      AuthRules(findings: findings).check(service)
      PagePathRules(findings: findings, types: service.types).check(service.endpoints)
    }
    closeSecrets(of: distinctCredentials())
  }

  private func checkHead(of target: TargetModel) {
    guard let name = TargetVariable.head(of: target), let value = service.vars[name]?.literal, TargetVariable.isWholeURL(value) else {
      return
    }
    findings.error(
      .target, TargetVariable.wholeURL(name), at: target.range,
      notes: service.vars[name].map { [.init("its value is here", range: $0.range)] } ?? [])
  }

  /// Returns the credentials of all endpoints; inherited ones only once.
  private func distinctCredentials() -> [AuthModel] {
    var last: SourceRange?
    return models.lazy.map(\.auth).filter { auth in
      defer { last = auth.range }
      return auth.range != last
    }
  }

  private mutating func closeSecrets(of auths: [AuthModel]) {
    let credentials = Set(auths.flatMap(\.credentials))
    service.secretVariables = Set(auths.flatMap(\.variables))
    service.secretVariables.formUnion(service.level.auth.variables)
    let findings = findings
    service.closeSecrets { text, name in
      guard let literal = text.literal, !literal.isEmpty, credentials.contains(name) else { return }
      findings.warning(.literalSecret, "a literal token in a spec: 'auth' uses '\(name)', give its value when calling", at: text.range)
    }
  }
}
