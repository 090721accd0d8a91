package import DialModel
package import DialSyntax

/// Reads a tree into a model, and finds all mistakes.
struct SpecReader {
  /// The keys with entries that others name. A misspelled one is read anyway, so that there is only one finding.
  private static let holdsNames: Set = ["types", "endpoints", "groups", "vars"]

  /// The maximum length of the names and prefixes of groups, which every endpoint copies.
  private static let longestPath = 2048

  private let findings: Findings
  private var service: ServiceModel
  /// Whether the whole text and all named files were read. Only then is an unknown name an error.
  private var isWhole = true
  /// Whether the names of all types are known.
  private var knowsTypes = true
  private var blocks: [EndpointBlock] = []
  private var models: [EndpointModel] = []
  private var traits = ServiceTraitsBuilder()

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
    let findings = Findings(Self.diagnostics(of: document))
    findings.folder = folder
    if !document.unread.isEmpty { findings.unread = (document.unread, UnreadEntries(document)) }
    var reader = SpecReader(findings: findings, service: ServiceModel(file: document.file, name: ""))
    if let root = document.root, !document.isEmpty {
      let files = SpecFiles(findings, name: document.file.name, folder: folder)
      let whole = SpecTree(files: files).whole(root)
      reader.isWhole = files.isWhole && document.unread.isEmpty
      reader.knowsTypes = files.isWhole && findings.unread?.parts.hidesTypes != true
      reader.read(whole)
      reader.finish()
    }
    var found = findings.diagnostics.inOrder()
    if !found.isEmpty { found = found.map(SecretLines(reader.service).hidden) }
    return SpecReading(service: reader.service, diagnostics: found, blocks: reader.blocks)
  }

  /// Returns the findings of the text. If there is no tree, they say that nothing else was checked.
  private static func diagnostics(of document: YAMLDocument) -> [Diagnostic] {
    var found = document.diagnostics.map(QuoteMistakes.refined)
    guard document.root == nil, let last = found.lastIndex(where: { $0.severity == .error }) else { return found }
    found[last].notes.append(Diagnostic.Note("the rest of the file was not checked"))
    return found
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
    guard var entries = root.mapping else {
      findings.error(.expectedMapping, "expected a mapping with 'service', 'base' and 'endpoints', found \(root.kindName)", at: root.range)
      return
    }
    if ForeignDocument.isFound(entries, findings) { return }
    var level = InheritedSettings()
    for entry in entries { Values.swallowed(entry, findings) }
    Self.readKeys(&entries, of: .spec, findings) { read($0, into: &level) }
    service.level = level
    findings.aliases = service.types.aliases
    if service.name.isEmpty { service.name = Paths.stem(of: service.file.name) }
    findings.service = service.name
    for entry in entries where entry.name == "endpoints" { endpoints(entry.value, in: level) }
    for entry in entries where entry.name == "groups" { groups(entry.value, in: level) }
    checkSharedNames(entries)
    if isWhole, models.isEmpty, let entry = entries.first(where: { $0.name == "endpoints" }),
      entry.value.mapping?.isEmpty ?? (entry.value.text == ""), !entries.contains(where: { $0.name == "groups" }),
      !findings.diagnostics.contains(where: { $0.severity == .error })
    {
      findings.warning(.missingKey, "'endpoints' is empty; add a line such as 'list: GET /users'", at: entry.key.range)
    }
    if isWhole, !entries.contains(where: { $0.name == "endpoints" || $0.name == "groups" }),
      !entries.contains(where: { KeySynonyms.meansEndpoints($0.name, on: .spec) }),
      !findings.diagnostics.contains(where: { $0.id == FindingID.misplacedKey.rawValue })
    {
      findings.error(.missingKey, "the spec has no endpoints; add 'endpoints:' with a line such as 'list: GET /users'", at: root.range)
    }
  }

  /// Reads the known keys. Replaces a misspelled key with the one that was meant, so that its names are known.
  private static func readKeys(_ entries: inout [Entry], of level: KeyTable, _ findings: Findings, _ read: (Entry) -> Bool) {
    for index in entries.indices {
      let entry = entries[index]
      if level.contains(entry.name) && read(entry) || entry.name.hasPrefix("x-") { continue }
      guard let meant = UnknownKey(findings: findings).report(entry, on: level, behind: entries[safe: index - 1]),
        holdsNames.contains(meant.name), meant.value.mapping != nil
      else { continue }
      _ = read(meant)
      entries[index] = meant
    }
  }

  /// Reads one top-level key, except endpoints and groups, which need the inherited settings.
  private mutating func read(_ entry: Entry, into level: inout InheritedSettings) -> Bool {
    let node = entry.value
    switch entry.name {
    case "service": service.name = Values.text(node, "the name of the service", findings) ?? ""
    case "doc": service.doc = Values.prose(node, findings)
    case "base":
      if let (text, target) = BaseReader(findings: findings).read(node) { (service.base, level.base) = (text, target) }
    case "vars": vars(node)
    case "types": types(node)
    case "endpoints", "groups": break
    case "include", "overlay": break
    default: return LevelReader(findings: findings).read(entry, into: &level)
    }
    return true
  }

  private mutating func vars(_ node: Node) {
    for entry in Values.mapping(node, "'vars'", findings) ?? [] {
      let keys = entry.value.mapping ?? []
      let isKnown = keys.contains { KeyTable.variable.contains($0.name) }
      // YAML reads `{x}` without quotes as a mapping.
      guard isKnown || keys.contains(where: { $0.value.text != "" && !$0.name.hasPrefix("x-") }) else {
        variable(entry.name, entry.value)
        continue
      }
      KeyTable.variable.read(entry.value, as: entry.name, findings) { key in
        if key.name == "secret" {
          service.variableMarks[entry.name] = Values.bool(key.value, key.name, findings)
        } else {
          variable(entry.name, key.value)
        }
      }
    }
  }

  private mutating func variable(_ name: String, _ node: Node) {
    guard let text = Values.text(node, "a string for the variable '\(name)'", findings) else { return }
    VariableMistakes.check(text, of: node, findings)
    service.vars[name] = Text(text, range: node.range, arguments: false)
  }

  private mutating func types(_ node: Node) {
    var ranges: [(name: String, range: SourceRange)] = []
    let entries = Values.mapping(node, "'types'", findings) ?? []
    service.types.shapes.reserveCapacity(entries.count)
    for entry in entries {
      let isASCIICapital = entry.name.utf8.first.map { $0 &- 0x41 < 26 } ?? false
      guard Name.isValid(entry.name), isASCIICapital || entry.name.first?.isUppercase ?? false else {
        findings.error(
          .invalidName, "'\(entry.name)' is not a valid type name; start it with a capital letter, and use letters, digits, '_' and '-'",
          at: entry.key.range,
          fix: "capitalize it", with: Name.isValid(entry.name) ? entry.name.prefix(1).uppercased() + entry.name.dropFirst() : nil)
        continue
      }
      if Shape.builtin(entry.name) != nil {
        findings.error(.invalidName, "'\(entry.name)' is a built-in type; choose another name", at: entry.key.range)
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
      findings.error(.shape, "the type '\(name)' refers only to itself; declare its members, or refer to another type", at: range)
    }
    let circles = service.types.endlessCircles()
    if circles.isEmpty { return }
    let places = Dictionary(ranges, uniquingKeysWith: { first, _ in first })
    for circle in circles where empty.isDisjoint(with: circle) {
      guard let first = circle.first, let range = places[first] else { continue }
      let message =
        circle.count == 1
        ? "the type '\(first)' contains itself; make the member optional, or an array"
        : "the types '\(first)' and '\(circle[1])' contain each other; make one of the members optional, or an array"
      let notes = circle.dropFirst().prefix(8).map { Diagnostic.Note("'\($0)' is declared here", range: places[$0]) }
      findings.error(.shape, message, at: range, notes: notes)
    }
  }

  private mutating func endpoints(_ node: Node, in level: InheritedSettings) {
    var level = level.inner()
    level.headers = level.headers.nearest()
    let entries = node.text == "" || refuseLine(node) ? [] : Values.mapping(node, "'endpoints'", findings) ?? []
    blocks.append(EndpointBlock(level: level, range: node.range, entries: entries))
    let reader = EndpointReader(findings: findings)
    models.reserveCapacity(models.count + entries.count)
    var previous: Entry?
    for (index, entry) in entries.enumerated() where !entry.name.hasPrefix("x-") {
      // The mapping below a name may not be indented.
      if entry.value.text == "", let next = entries[safe: index + 1], next.value.text?.hasPrefix("/") ?? false,
        Methods.all.contains(next.name)
      {
        previous = entry
        continue
      }
      if let before = entries[safe: index - 1], entry.isRest(of: before.value) { continue }
      guard let endpoint = reader.read(entry, in: level, behind: previous) else { continue }
      previous = entry
      models.append(endpoint)
      traits.add(endpoint)
      if !service.vars.isEmpty { checkHead(of: endpoint.target) }
    }
  }

  /// Reports `add POST /x`, `add:POST /x` and `add = POST /x`, an endpoint without `: `. Returns false for other texts.
  private func refuseLine(_ node: Node) -> Bool {
    guard let text = node.text, let name = text.firstIndex(where: { " :=".contains($0) }), Name.isValid(String(text[..<name])) else {
      return false
    }
    let rest = text[text.index(after: name)...].drop { " :=".contains($0) }
    guard let method = rest.split(separator: " ").first, Methods.isMethod(String(method)) else { return false }
    let fixed = "\(text[..<name]): \(rest)"
    return findings.refuse(
      .expectedMapping, "missing ': ' after the name; write '\(fixed)'", at: node.range, fix: "insert ': '", with: fixed)
  }

  private mutating func groups(_ node: Node, in outer: InheritedSettings) {
    var previous: Entry?
    for entry in Values.mapping(node, "'groups'", findings) ?? [] {
      if entry.name.hasPrefix("x-") { continue }
      guard Name.isValid(entry.name) else {
        findings.error(.invalidName, "'\(entry.name)' is not a valid group name; use \(Name.rule)", at: entry.key.range)
        continue
      }
      if StrayKey(entry: entry, previous: previous).report(.group, findings) { continue }
      group(entry, in: outer)
      previous = entry
    }
  }

  private mutating func group(_ group: Entry, in outer: InheritedSettings) {
    guard var entries = Values.mapping(group.value, "the group '\(group.name)'", findings) else { return }
    var level = outer.inner(group.name)
    let name = level.names.joined(separator: ".")
    guard name.utf8.count <= Self.longestPath else {
      findings.error(.size, "the group name, including its parent groups, is longer than \(Self.longestPath) bytes", at: group.key.range)
      return
    }
    service.groups.append(name)
    Self.readKeys(&entries, of: .group, findings) { read($0, ofGroup: &level, in: outer) }
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
        .sharedName, "'\(group.name)' is both a group and an endpoint; rename one of them",
        at: group.key.range, notes: [.init("the endpoint is here", range: range)])
    }
  }

  private func read(_ entry: Entry, ofGroup level: inout InheritedSettings, in outer: InheritedSettings) -> Bool {
    switch entry.name {
    case "doc": _ = Values.prose(entry.value, findings)
    case "prefix":
      if let text = prefix(entry.value) { level.prefix = BaseURL.join(outer.prefix, text) }
      if level.prefix.utf8.count > Self.longestPath {
        findings.error(
          .size, "the prefix, including those of its parent groups, is longer than \(Self.longestPath) bytes", at: entry.value.range)
        level.prefix = ""
      }
    case "endpoints", "groups": break
    default: return LevelReader(findings: findings).read(entry, into: &level)
    }
    return true
  }

  private func prefix(_ node: Node) -> String? {
    guard let text = Values.text(node, "a path", findings) else { return nil }
    do throws(URITemplateError) {
      _ = try URITemplate(target: text)
    } catch {
      return findings.fail(.target, error.message, at: node.range(of: min(error.offset, max(text.utf8.count - 1, 0))..<text.utf8.count))
    }
    if text.contains("?") || text.contains("#") || text.contains("://") {
      return findings.fail(.target, "a prefix must be a path without a host, query or fragment", at: node.range)
    }
    return text
  }

  private mutating func finish() {
    service.endpoints = Endpoints(models)
    service.traits = traits.finish()
    let rules = TypeRules(types: service.types, findings: findings)
    if knowsTypes { rules.checkNames() }
    service.types.flatten()
    rules.checkExamples()
    var cookies = CookieRules(base: service.base, findings: findings)
    let calls = NamedCallRules(findings: findings, id: .poll, key: "poll")
    let pages = PagePathRules(findings: findings, types: service.types)
    let mocks = MockRules(findings: findings, types: service.types)
    let auth = AuthRules(findings: findings)
    var headerUses = AuthRules.HeaderUses()
    for endpoint in models {
      rules.checkDefaults(endpoint.parameters)
      cookies.check(endpoint)
      auth.checkHeaders(of: endpoint, &headerUses)
      guard isWhole else { continue }
      mocks.check(endpoint)
      if let call = endpoint.poll?.check { calls.check(call, in: service, of: endpoint) }
      pages.check(endpoint)
      EventFailureRule(findings: findings).check(endpoint)
    }
    if isWhole { auth.check(service) }
    closeSecrets(of: traits.auths)
  }

  private func checkHead(of target: TargetModel) {
    guard let name = TargetVariable.head(of: target), let value = service.vars[name]?.literal, TargetVariable.isWholeURL(value) else {
      return
    }
    findings.error(
      .target, TargetVariable.wholeURL(name), at: target.range,
      notes: service.vars[name].map { [.init("its value is here", range: $0.range)] } ?? [])
  }

  private mutating func closeSecrets(of auths: [AuthModel]) {
    let credentials = Set(auths.flatMap(\.credentials))
    service.secretVariables = Set(auths.flatMap(\.variables))
    service.secretVariables.formUnion(service.level.auth.variables)
    let findings = findings
    service.closeSecrets { text, name in
      guard let literal = text.literal, !literal.isEmpty, credentials.contains(name) else { return }
      findings.warning(
        .literalSecret, "the spec contains a literal token in '\(name)', which 'auth' uses; remove it, and set its value when calling",
        at: text.range)
    }
  }
}

package struct SpecReading {
  package var service: ServiceModel
  /// All findings, in the order of the file.
  package var diagnostics: [Diagnostic]
  var blocks: [EndpointBlock]
}

/// The entries of one `endpoints:`, and their inherited settings.
struct EndpointBlock {
  var level: InheritedSettings
  var range: SourceRange
  var entries: [Entry]
}

/// The findings of a spec, and the places of its endpoints.
struct SpecFindings: Sendable {
  private struct Place {
    var name: String
    var range: SourceRange
  }

  let all: [Diagnostic]
  private let places: [String: [Place]]

  init?(_ reading: SpecReading) {
    if reading.diagnostics.isEmpty { return nil }
    var places: [String: [Place]] = [:]
    for block in reading.blocks {
      for entry in block.entries {
        let range = entry.key.range.file.range(from: entry.key.range.start, to: entry.value.range.end)
        places[range.file.name, default: []].append(Place(name: block.level.name(of: entry.name), range: range))
      }
    }
    all = reading.diagnostics
    self.places = places.mapValues { $0.sorted { $0.range.start < $1.range.start } }
  }

  /// Returns the findings of one endpoint and of the shared parts.
  func of(_ endpoint: String) -> [Diagnostic] {
    all.filter { found in
      guard let places = places[found.range.file.name] else { return true }
      let next = places.partitioningIndex { $0.range.start > found.range.start }
      return next == 0 || found.range.start > places[next - 1].range.end || places[next - 1].name == endpoint
    }
  }
}

/// A file of another format, which is reported as a whole instead of key by key.
enum ForeignDocument {
  private static let marks: [(key: String, name: String)] = [
    ("openapi", "an OpenAPI document"), ("swagger", "an OpenAPI document"), ("asyncapi", "an AsyncAPI document"),
  ]

  static func isFound(_ entries: [Entry], _ findings: Findings) -> Bool {
    guard !entries.contains(where: { ["endpoints", "groups", "overlay"].contains($0.name) }),
      let (entry, name) = entries.lazy.compactMap({ entry in marks.first { $0.key == entry.name }.map { (entry, $0.name) } }).first
    else { return false }
    return findings.refuse(
      .unknownKey, "this file is \(name), not a Dial spec; a spec has 'endpoints:' with lines such as 'list: GET /users'",
      at: entry.key.range)
  }
}
