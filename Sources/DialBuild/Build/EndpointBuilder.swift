import DialJSON
package import DialModel
import DialSyntax
import HTTPTypes

/// Makes the model of one endpoint: combines its line and its keys, locates every parameter, and checks the rules between them.
package struct EndpointBuilder {
  let parts: EndpointParts
  let context: BuildContext
  /// The endpoint with other media types of its body, or as a stream.
  let variants: [EndpointVariant]

  private var findings: Findings { context.findings }
  private var line: LineDeclaration { parts.line.value }
  private var method: String { line.method }

  /// Returns nil after a finding that leaves nothing to build.
  package static func build(
    _ declaration: Shared<EndpointDeclaration>, in level: InheritedSettings, _ context: BuildContext
  ) -> EndpointModel? {
    let (declaration, variants) = VariantBuilder(level: level, context: context).split(declaration)
    guard let parts = EndpointParts(declaration, in: level, context.paths, context.findings) else { return nil }
    ShadowedNames.check(declaration.value.name, of: context.service, at: declaration.value.range, context.findings)
    return EndpointBuilder(parts: parts, context: context, variants: variants).model()
  }

  private func model() -> EndpointModel? {
    guard context.takes(fields: parts.level.headers.count + parts.level.query.count, at: parts.range) else { return nil }
    let hasBody = carriesBody()
    let isSocket = method == Methods.socket
    let declared = merged()
    let isOpen = declared == nil
    let templates = templateNames()
    guard takes(declared ?? [], isOpen ? templates : []) else { return nil }
    let encoding = chosenEncoding(declared ?? [])
    let slashes = Set((declared ?? []).filter { $0.settings?.keepsSlashes ?? false }.map { $0.wire ?? $0.name })
    let path = parts.target.keepingSlashes(of: slashes)
    let target = parts.level.base.map { path.behind($0) } ?? path
    let resolver = LocationResolver(
      target: target, templates: templates, bodyNames: Set(parts.body?.template.arguments ?? []), hasBody: hasBody && !isSocket,
      encoding: encoding, style: parts.level.style, context: context)
    var parameters: [ParameterModel] = []
    parameters.reserveCapacity((declared?.count ?? 0) + 2)
    for parameter in declared ?? [] { parameters.append(resolver.resolve(parameter)) }
    parameters += resolver.implicit(beside: parameters)
    resolver.checkDefaults(of: target)
    if isOpen {
      parameters += resolver.fromTemplates(beside: parameters)
    } else {
      checkTemplates(parameters)
    }
    let uses = parts.uses
    context.use(uses.result)
    context.use(uses.failure)
    let (result, failure) = (context.resolved(parts.result), parts.failure.map(context.resolved))
    context.note(result, failure)
    let fields = fields(of: result)
    let model = EndpointModel(
      name: parts.name, range: parts.range, doc: parts.doc, method: method, hasBody: hasBody,
      isBodyOptional: parts.declaredBody?.isOptional ?? (parts.hasBody?.value == .optional), isSocket: isSocket, encoding: encoding,
      target: placed(path), parameters: parameters, isOpen: isOpen, headers: fields.headers, query: fields.query,
      body: parts.body?.template, selection: parts.selection, result: result, failure: failure, events: parts.events?.model,
      style: parts.level.style, auth: parts.level.auth, ownsAuth: parts.level.ownsAuth, policy: parts.level.policy, mock: parts.mock,
      pagination: parts.pagination?.model, poll: parts.poll, tags: parts.tags,
      isDeprecated: parts.facts?.isDeprecated ?? false, sunset: parts.facts?.sunset, authHint: parts.facts?.authHint,
      responses: parts.responses, mediaType: parts.bodyType, variants: variants)
    EndpointRules(model: model, parts: parts, declared: declared ?? [], findings: findings).check()
    let mistakes = LikelyMistakes(model: model, parts: parts, declared: declared ?? [], findings: findings)
    mistakes.checkPlaceholders()
    if !isOpen { mistakes.check() }
    if !parts.comparisons.isEmpty { checkComparisons(of: model) }
    return model
  }

  /// Returns the target at the server that a document gives the operation, or below the base.
  private func placed(_ target: TargetModel) -> TargetModel {
    guard let facts = parts.facts, let server = facts.server else { return target }
    let isOfDocument = parts.level.auth.range.map { $0.file === parts.range.file } ?? false
    return target.at(
      server, base: context.base, isSecured: facts.isSecured || parts.level.ownsAuth, hasCredentials: facts.isSecured && isOfDocument)
  }

  /// Warns of `step == done` if the mock or the type of the response has a member `step`, but no member `done`.
  private func checkComparisons(of model: EndpointModel) {
    // The conditions of other streams, and of polls of another endpoint, are about other values.
    guard model.poll?.check == nil else { return }
    let mocks: [JSON] = model.mock?.answers.compactMap { if case .json(let value) = $0.body { value } else { nil } } ?? []
    for comparison in parts.comparisons {
      let known = mocks.filter { $0.asObject?[comparison.root] != nil }
      if !known.isEmpty, known.allSatisfy({ $0.asObject?[comparison.name] == nil }) {
        findings.add(comparison.finding)
      } else if known.isEmpty, model.selection == nil, case .shape(let shape) = model.result {
        context.comparisons.append((comparison, shape))
      }
    }
  }

  private func fields(of result: ResultModel) -> (headers: [FieldModel], query: [FieldModel]) {
    var level = (headers: parts.level.headers, query: parts.level.query)
    addFields(of: result, to: &level.headers)
    guard level.headers.contains(where: \.isOwn) || level.query.contains(where: \.isOwn) else { return level }
    return (level.headers.nearest(), level.query)
  }

  /// Adds the headers that follow from the result, unless a level sets them. Some servers choose the media type by them (RFC 9110
  /// section 12.5.1); the response can still have another one. Those for events are fixed (WHATWG HTML section 9.2.2).
  private func addFields(of result: ResultModel, to headers: inout [FieldModel]) {
    if method == Methods.socket { return }
    switch result {
    case .events:
      add("Accept", "text/event-stream", to: &headers)
      add("Cache-Control", "no-store", to: &headers)
    case .lines: add("Accept", "application/x-ndjson, */*;q=0.1", to: &headers)
    case .shape(let shape) where isJSON(shape): add("Accept", "application/json, */*;q=0.1", to: &headers)
    default: break
    }
    if parts.level.policy.unpacks { add("Accept-Encoding", CodecReader.gzip, to: &headers) }
  }

  private func add(_ name: String, _ value: String, to headers: inout [FieldModel]) {
    if parts.level.headers.contains(where: { HeaderRules.isSame($0.name, name) }) { return }
    headers.append(FieldModel(name: name, value: Text(pieces: [.literal(value)], range: parts.range), isOwn: false, in: .header))
  }

  /// Whether a result of this shape comes from JSON, and not from text, bytes or another format.
  private func isJSON(_ shape: Shape) -> Bool {
    guard ["json", nil].contains(parts.level.policy.decode) else { return false }
    return shape.comesFromJSON
  }

  private func carriesBody() -> Bool {
    if let declared = parts.declaredBody { return declared.isDeclared }
    if let known = Methods.hasBody(method) {
      if parts.hasBody?.value == .optional, method != Methods.socket { return true }
      if let said = parts.hasBody, said.value != (known ? .always : .never) {
        findings.error(
          .method, "'hasBody' applies only to custom methods; \(method) \(known ? "always" : "never") has a body", at: said.range)
      }
      return known
    }
    if let said = parts.hasBody { return said.value != .never }
    let message = "the method '\(method)' requires 'hasBody: true' or 'hasBody: false'"
    let word = UnknownWord(id: .method, what: "method", word: method, whole: "", known: Methods.all)
    findings.add(.finding(.error, .missingKey, message, at: line.methodRange), about: .word(word))
    return false
  }

  private func merged() -> [ParameterParts]? {
    func parts(_ declared: ParameterDeclaration) -> ParameterParts { ParameterParts(declared, context) }
    guard let line = line.parameters else { return self.parts.parameters?.map(parts) }
    var all = line.map(parts)
    guard let params = self.parts.parameters, !params.isEmpty else { return all }
    let indices = Dictionary(grouping: all.indices) { all[$0].name }
    for declared in params {
      let parameter = parts(declared)
      if let index = indices[parameter.name]?.first(where: { parameter.location == nil || all[$0].location == parameter.location }) {
        // An overlay of a document knows better than the document.
        if self.parts.facts == nil { checkTwice(parameter, all[index]) }
        parameter.refine(all[index])
        all[index] = parameter
      } else {
        all.append(parameter)
      }
    }
    return all
  }

  /// Whether the number of parameters is allowed, including those in the target and in templates.
  private func takes(_ declared: [ParameterParts], _ templates: Set<String>) -> Bool {
    let target = parts.target.template.variableCount
    let count = declared.count + target + templates.count
    if count <= EndpointModel.maxParameters { return true }
    // Declared placeholders and repeated names are one parameter each.
    let names = Set(declared.lazy.map { $0.wire ?? $0.name }).union(parts.target.template.names).union(templates)
    return context.findings.takes(parameters: max(names.count, declared.count), at: parts.range)
  }

  /// `params:` must not contradict the line.
  private func checkTwice(_ refined: ParameterParts, _ line: ParameterParts) {
    switch (line.shape, refined.shape) {
    case (.json, _), (_, .json): break
    case (let written, let type) where written.spelling != type.spelling:
      findings.error(
        .parameter, "'\(line.name)' has type \(written.spelling) in the endpoint line, but \(type.spelling) in 'params'; keep one of them",
        at: refined.range,
        notes: [.init("the endpoint line is here", range: line.range)])
    default: break
    }
    if let written = line.wire, let wire = refined.wire, written != wire {
      findings.error(
        .parameter, "the wire name of '\(line.name)' is '\(written)' in the endpoint line, but '\(wire)' in 'params'; keep one of them",
        at: refined.wireRange ?? refined.range, notes: [.init("the endpoint line is here", range: line.range)])
    }
  }

  private func chosenEncoding(_ declared: [ParameterParts]) -> Encoding {
    if let written = line.encoding { return written.value }
    let isMultipart =
      parts.encodingRange == nil && declared.contains { $0.location == .part || $0.location != .body && $0.shape.holdsFile }
    return isMultipart ? .multipart : parts.level.encoding ?? .json
  }

  private func templateNames() -> Set<String> {
    var names: Set<String> = []
    for field in parts.level.headers { names.formUnion(field.value.arguments) }
    for field in parts.level.query { names.formUnion(field.value.arguments) }
    if let body = parts.body { names.formUnion(body.template.arguments) }
    return names
  }

  /// In a closed endpoint, each of its placeholders must be a parameter.
  private func checkTemplates(_ parameters: [ParameterModel]) {
    var known: (names: [String], all: Set<String>)?
    func check(_ text: Text) {
      let used = text.arguments
      if used.isEmpty { return }
      if known == nil {
        let names = parameters.map(\.name)
        known = (names, Set(names))
      }
      guard let (names, all) = known else { return }
      // Other braces, as in GraphQL, are sent, so these are probably meant to be sent, too.
      let hasBraces = text.pieces.contains { if case .literal(let text) = $0 { text.utf8.contains(UInt8(ascii: "{")) } else { false } }
      for name in used where !all.contains(name) {
        var word = UnknownWord(id: .unknownPlaceholder, what: "parameter", word: name, known: names)
        word.lead = "'{\(name)}' is not a parameter of '\(parts.name)'"
        word.isWhole = false
        var finding = word.finding(at: text.range)
        if hasBraces {
          finding.message += "; to send the braces, write '{{\(name)}'"
        } else if let list = listed(name) {
          finding.message += "; to declare it, write '\(list.list)'"
          finding.fixIts = [list.fixIt]
        }
        findings.add(finding, about: .word(word))
      }
    }
    for field in parts.level.headers where field.isOwn { check(field.value) }
    for field in parts.level.query where field.isOwn { check(field.value) }
    for text in parts.body?.template.texts ?? [] { check(text) }
  }

  /// Returns the parameter list with one more name, and the fix-it; nil if there is no list in the line.
  private func listed(_ name: String) -> (list: String, fixIt: Diagnostic.FixIt)? {
    guard let end = line.listEnd, let parameters = line.parameters else { return nil }
    let names = parameters.count > 8 ? parameters.suffix(2).map(\.name) : parameters.map(\.name)
    let shown = (parameters.count > 8 ? ["…"] : []) + names + [name]
    return (
      "(\(shown.joined(separator: ", ")))",
      .init("add '\(name)' to the parameter list", range: end, replacement: parameters.isEmpty ? name : ", \(name)")
    )
  }
}
