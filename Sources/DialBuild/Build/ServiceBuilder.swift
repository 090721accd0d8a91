package import DialModel
package import DialSyntax

/// Makes the model of a service from its declarations: the only way to one, whatever format they come from.
package struct ServiceBuilder {
  /// The maximum length of the names and prefixes of groups, which every endpoint copies.
  private static let longestPath = 2048

  private let findings: Findings
  private let declaration: ServiceDeclaration
  private var service: ServiceModel
  private var context: BuildContext
  private var models: [EndpointModel] = []
  private var traits = ServiceTraitsBuilder()
  private var places: [EndpointPlace] = []
  private var late: LateEndpointModels?

  /// The endpoints that somebody wrote for this spec: all of them, or those beside a document, most of which nobody may call.
  private var written: [EndpointModel] { models + (late?.changed.map(\.model) ?? []) }

  /// Builds a service, and checks all rules.
  ///
  /// - Parameter findings: what a front end found in the text.
  package static func build(_ declaration: ServiceDeclaration, _ findings: Findings) -> SpecReading {
    var builder = ServiceBuilder(Overlay.applied(declaration, findings), findings)
    builder.readLevel()
    builder.build(builder.declaration.level, in: builder.service.level)
    builder.finish()
    return SpecReading(service: builder.service, diagnostics: builder.diagnostics(), places: builder.places, isLate: builder.late != nil)
  }

  private init(_ declaration: ServiceDeclaration, _ findings: Findings) {
    (self.declaration, self.findings) = (declaration, findings)
    service = ServiceModel(file: declaration.file, name: "")
    context = BuildContext(findings, paths: declaration.paths, service: "", types: TypeTable())
  }

  /// Returns the findings in the order of the text. A finding that missing text may cause is left out, and lines with secrets are hidden.
  private func diagnostics() -> [Diagnostic] {
    var found = findings.advised(in: declaration)
    if let gaps = declaration.gaps { found.removeAll { !$0.id.hasPrefix("yaml-") && gaps.mayCause($0) } }
    if found.isEmpty { return found }
    // A key that is a mapping is mostly a text without its quotes, which another finding says better.
    let keys = found.filter { $0.id == SyntaxDiagnosticID.yamlKey.rawValue }
    for key in keys where found.contains(where: { $0.id != key.id && $0.severity == .error && $0.range.covers(key.range) }) {
      found.removeAll { $0 == key }
    }
    return found.inOrder().map(SecretLines(service, of: written).hidden)
  }

  // MARK: The service itself

  private mutating func readLevel() {
    var level = InheritedSettings()
    for entry in declaration.level.settings { read(entry, into: &level) }
    service.level = level
    service.servers = declaration.servers
    let uses = readTypes()
    if service.name.isEmpty { service.name = Paths.stem(of: service.file.name) }
    context = BuildContext(
      findings, paths: declaration.paths, service: service.name, types: service.types,
      base: service.level.base ?? service.base.map { TargetModel(base: $0) }, uses: uses)
  }

  private mutating func read(_ entry: Entry, into level: inout InheritedSettings) {
    let node = entry.value
    switch entry.name {
    case "service": service.name = Values.text(node, "the name of the service", findings) ?? ""
    case "doc": service.doc = Values.prose(node, findings)
    case "base":
      if let (text, target) = BaseReader(findings: findings).read(node) { (service.base, level.base) = (text, target) }
    case "vars": vars(node)
    default: readShared(entry, into: &level)
    }
  }

  private func readShared(_ entry: Entry, into level: inout InheritedSettings) {
    var reader = LevelReader(findings: findings, paths: declaration.paths)
    _ = reader.read(entry, into: &level)
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
    TextRules.check(text, of: node, findings)
    service.vars[name] = Text(text, range: node.range, arguments: false)
  }

  private mutating func readTypes() -> [TypeUse] {
    var uses: [TypeUse] = []
    service.types.shapes.reserveCapacity(declaration.level.types.count)
    for type in declaration.level.types {
      service.types.names.append(type.name)
      service.types.shapes[type.name] = type.shape.shape
      uses += type.shape.uses
    }
    EndlessTypes.check(declaration.level.types, service.types, findings)
    service.types.late = declaration.level.late?.index.types
    return uses
  }

  // MARK: Levels and endpoints

  private mutating func build(_ declared: LevelDeclaration, in level: InheritedSettings) {
    var own = level.inner()
    own.headers = own.headers.nearest()
    models.reserveCapacity(models.count + declared.endpoints.count)
    for endpoint in declared.endpoints { build(endpoint, in: own) }
    if let endpoints = declared.late { late = LateEndpointModels(endpoints, in: own, of: declaration, context) }
    for group in declared.groups { buildGroup(group, in: level) }
    checkSharedNames(declared)
  }

  private mutating func build(_ declared: Shared<EndpointDeclaration>, in level: InheritedSettings) {
    // What it changes is in a document that could not be read.
    if declared.value.isPartial, declared.value.line == nil, !declaration.hasAllFiles { return }
    places.append(EndpointPlace(name: level.name(of: declared.value.name), range: declared.value.range, end: declared.value.end))
    guard let endpoint = EndpointBuilder.build(declared, in: level, context) else { return }
    models.append(endpoint)
    if !service.vars.isEmpty { checkHead(of: endpoint.target) }
  }

  private func checkHead(of target: TargetModel) {
    guard let name = TargetVariable.head(of: target), let value = service.vars[name]?.literal, TargetVariable.isWholeURL(value) else {
      return
    }
    findings.error(
      .target, TargetVariable.wholeURL(name), at: target.range,
      notes: service.vars[name].map { [.init("its value is here", range: $0.range)] } ?? [])
  }

  private mutating func buildGroup(_ declared: LevelDeclaration, in outer: InheritedSettings) {
    var level = outer.inner(declared.name)
    let name = level.names.joined(separator: ".")
    guard name.utf8.count <= Self.longestPath else {
      findings.error(.size, "the group name, including its parent groups, is longer than \(Self.longestPath) bytes", at: declared.range)
      return
    }
    guard Name.isValid(declared.name) else {
      findings.error(.invalidName, "'\(declared.name)' is neither a tag of the document nor a valid group name", at: declared.range)
      return
    }
    service.groups.append(name)
    for entry in declared.settings {
      switch entry.name {
      case "doc": _ = Values.prose(entry.value, findings)
      case "prefix": read(prefix: entry.value, into: &level, in: outer)
      default: readShared(entry, into: &level)
      }
    }
    build(declared, in: level)
  }

  private func read(prefix node: Node, into level: inout InheritedSettings, in outer: InheritedSettings) {
    if let text = prefix(node) { level.prefix = BaseURL.join(outer.prefix, text) }
    if level.prefix.utf8.count > Self.longestPath {
      findings.error(
        .size, "the prefix, including those of its parent groups, is longer than \(Self.longestPath) bytes", at: node.range)
      level.prefix = ""
    }
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

  /// Reports an endpoint and a group with the same name: `users.admin` is one of them, `users.admin.ban` needs the other.
  private func checkSharedNames(_ level: LevelDeclaration) {
    if level.groups.isEmpty || level.endpoints.isEmpty { return }
    let first = Dictionary(level.endpoints.map { ($0.value.name, $0.value.range) }, uniquingKeysWith: { first, _ in first })
    for group in level.groups {
      guard let range = first[group.name] else { continue }
      findings.warning(
        .sharedName, "'\(group.name)' is both a group and an endpoint; rename one of them",
        at: group.range, notes: [.init("the endpoint is here", range: range)])
    }
  }

  // MARK: The rules of the whole

  private mutating func finish() {
    service.endpoints = late.map { Endpoints(from: $0.beside(models)) } ?? Endpoints(models)
    if let late { add(late) }
    for (index, endpoint) in models.enumerated() { traits.add(endpoint, at: (late?.count ?? 0) + index) }
    service.traits = traits.finish()
    let isWhole = declaration.hasAllFiles && declaration.gaps == nil
    let rules = TypeRules(types: service.types, findings: findings)
    if declaration.hasAllFiles, declaration.gaps?.hidesTypes != true {
      findings.add(findings.dependent.compactMap { service.types.shapes[$0.type] == nil ? nil : $0.finding })
      rules.checkNames(context, unread: declaration.gaps?.types ?? [])
    }
    service.types.flatten()
    rules.checkExamples(context)
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
      if let call = endpoint.poll?.check { calls.check(call, in: service.endpoints, service.types, of: endpoint) }
      pages.check(endpoint)
      EventFailureRule(findings: findings).check(endpoint)
    }
    if isWhole {
      auth.check(service, written, hasMore: late != nil)
      checkEmpty()
    }
    closeSecrets(of: traits.auths)
  }

  /// Adds the traits of endpoints that are not read yet: those that they inherit, and those that overlays give them.
  private mutating func add(_ late: LateEndpointModels) {
    traits.add(service.level)
    traits.add(late: late.secretVariables, hasTokens: late.hasTokens)
    for (index, endpoint) in late.changed { traits.add(endpoint, at: index) }
  }

  /// Reports a service without endpoints, unless another error explains that.
  private func checkEmpty() {
    let level = declaration.level
    guard models.isEmpty, late == nil, !findings.hasErrors else { return }
    if let key = level.groupsKey {
      findings.warning(.missingKey, "'groups' has no endpoints; add 'endpoints:' to a group", at: key)
    } else if let key = level.endpointsKey {
      findings.warning(.missingKey, "'endpoints' is empty; add a line such as 'list: GET /users'", at: key)
    } else {
      findings.error(
        .missingKey, "the spec has no endpoints; add 'endpoints:' with a line such as 'list: GET /users'", at: declaration.range)
    }
  }

  private mutating func closeSecrets(of auths: [AuthModel]) {
    let credentials = Set(auths.flatMap(\.credentials))
    service.secretVariables = Set(auths.flatMap(\.variables))
    service.secretVariables.formUnion(service.level.auth.variables + (late?.secretVariables ?? []))
    for policy in models.map(\.policy) + [service.level.policy] { service.secretVariables.formUnion(policy.tls?.variables ?? []) }
    let findings = findings
    service.closeSecrets { text, name in
      guard let literal = text.literal, !literal.isEmpty, credentials.contains(name) else { return }
      findings.warning(
        .literalSecret, "the spec contains a literal token in '\(name)', which 'auth' uses; remove it, and set its value when calling",
        at: text.range)
    }
  }
}

/// What was read: the model, and all findings in the order of the text.
package struct SpecReading: Sendable {
  package var service: ServiceModel
  package var diagnostics: [Diagnostic]
  var places: [EndpointPlace]
  /// Whether there are endpoints that are built when they are asked for.
  var isLate = false
  /// The other files.
  var folder: SpecFolder?

  /// The other files that exist, with paths from the folder of the spec. All endpoints are built for them.
  package var files: [(path: String, bytes: [UInt8])] {
    for index in 0..<service.endpoints.count { _ = try? service.endpoints[index] }
    return (folder?.read ?? []).filter { $0.identity != nil }.map { ($0.path, $0.bytes) }
  }

  /// All findings, including those in endpoints that are built when they are asked for.
  package var all: [Diagnostic] {
    guard isLate else { return diagnostics }
    let findings = Findings()
    CredentialReach(service, of: Array(service.endpoints), findings: findings).check()
    return (diagnostics + service.endpoints.findings + findings.diagnostics.filter { !diagnostics.contains($0) }).inOrder()
  }
}

/// The place of an endpoint in the text, for findings inside of it.
struct EndpointPlace: Sendable {
  var name: String
  var range: SourceRange
  var end: SourceRange
}

/// Types that no value can satisfy.
enum EndlessTypes {
  static func check(_ declared: [TypeDeclaration], _ types: TypeTable, _ findings: Findings) {
    let empty = types.emptyNames()
    for type in declared where !empty.isEmpty && empty.contains(type.name) {
      findings.error(
        .shape, "the type '\(type.name)' refers only to itself; declare its members, or refer to another type", at: type.range)
    }
    let cycles = types.endlessCycles()
    if cycles.isEmpty { return }
    let places = Dictionary(declared.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
    for cycle in cycles where empty.isDisjoint(with: cycle) {
      guard let first = cycle.first, let range = places[first] else { continue }
      let message =
        cycle.count == 1
        ? "the type '\(first)' contains itself; make the member optional, or an array"
        : "the types '\(first)' and '\(cycle[1])' contain each other; make one of the members optional, or an array"
      let notes = cycle.dropFirst().prefix(8).map { Diagnostic.Note("'\($0)' is declared here", range: places[$0]) }
      findings.error(.shape, message, at: range, notes: notes)
    }
  }
}
