import DialJSON
import DialModel
import DialSyntax
import HTTPTypes

/// Combines the line and the keys of one endpoint, locates every parameter, and checks the rules between them.
struct EndpointJoin {
  let draft: EndpointDraft
  let findings: Findings

  private var method: String { draft.signature.method }

  func join() -> EndpointModel? {
    guard findings.takes(fields: draft.level.headers.count + draft.level.query.count, at: draft.range) else { return nil }
    let hasBody = carriesBody()
    let isSocket = method == Methods.socket
    let declared = merged()
    let isOpen = declared == nil
    let templates = templateNames()
    guard takes(declared ?? [], isOpen ? templates : []) else { return nil }
    let encoding = chosenEncoding(declared ?? [])
    let target = draft.level.base.map { draft.signature.target.behind($0) } ?? draft.signature.target
    let resolver = PlaceResolver(
      target: target, templates: templates, hasBody: hasBody && !isSocket, encoding: encoding,
      style: draft.level.style,
      findings: findings)
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
    let fields = fields()
    let model = EndpointModel(
      name: draft.name, range: draft.range, doc: draft.doc, method: method, hasBody: hasBody, isSocket: isSocket, encoding: encoding,
      target: draft.signature.target, parameters: parameters, isOpen: isOpen, headers: fields.headers,
      query: fields.query, body: draft.body?.template, selection: draft.signature.selection, result: result(),
      failure: draft.signature.failure, events: draft.events?.model, style: draft.level.style, auth: draft.level.auth,
      policy: draft.level.policy, mock: draft.mock, pagination: draft.pagination?.model, poll: draft.poll, tags: draft.tags,
      pending: draft.level.pending)
    EndpointRules(model: model, draft: draft, findings: findings).check()
    let mistakes = LikelyMistakes(model: model, draft: draft, findings: findings)
    mistakes.checkPlaceholders()
    if !isOpen { mistakes.check() }
    if !findings.comparisons.isEmpty { checkComparisons(of: model) }
    return model
  }

  /// Warns of `step == done` if the mock or the type of the response has a member `step`, but no member `done`.
  private func checkComparisons(of model: EndpointModel) {
    // The conditions of other streams, and of polls of another endpoint, are about other values.
    guard model.poll?.check == nil else { return }
    let mocks: [JSON] = model.mock?.answers.compactMap { if case .json(let value) = $0.body { value } else { nil } } ?? []
    for var comparison in findings.comparisons {
      let known = mocks.filter { $0.asObject?[comparison.root] != nil }
      if !known.isEmpty, known.allSatisfy({ $0.asObject?[comparison.name] == nil }) {
        findings.add(comparison.finding)
      } else if known.isEmpty, model.selection == nil, case .shape(let shape) = model.result {
        comparison.shape = shape
        findings.typedComparisons.append(comparison)
      }
    }
  }

  private func fields() -> (headers: [FieldModel], query: [FieldModel]) {
    var level = (headers: draft.level.headers, query: draft.level.query)
    addResultFields(to: &level.headers)
    guard level.headers.contains(where: \.isOwn) || level.query.contains(where: \.isOwn) else { return level }
    return (level.headers.nearest(), level.query)
  }

  /// Adds the headers that follow from the result, unless a level sets them. Some servers choose the media type by them (RFC 9110
  /// section 12.5.1); the response can still have another one. Those for events are fixed (WHATWG HTML section 9.2.2).
  private func addResultFields(to headers: inout [FieldModel]) {
    if method == Methods.socket { return }
    switch result() {
    case .events:
      add("Accept", "text/event-stream", to: &headers)
      add("Cache-Control", "no-store", to: &headers)
    case .lines: add("Accept", "application/x-ndjson, */*;q=0.1", to: &headers)
    case .shape(let shape) where isJSON(shape): add("Accept", "application/json, */*;q=0.1", to: &headers)
    // The bytes are those that the server stores, not those of a transfer.
    case .bytes where !draft.level.policy.unpacks: add("Accept-Encoding", "identity", to: &headers)
    default: break
    }
    if draft.level.policy.unpacks { add("Accept-Encoding", CodecReader.gzip, to: &headers) }
  }

  private func add(_ name: String, _ value: String, to headers: inout [FieldModel]) {
    if draft.level.headers.contains(where: { HeaderRules.isSame($0.name, name) }) { return }
    headers.append(FieldModel(name: name, value: Text(pieces: [.literal(value)], range: draft.range), isOwn: false, isSecret: false))
  }

  /// Whether a result of this shape comes from JSON, and not from text, bytes or another format.
  private func isJSON(_ shape: Shape) -> Bool {
    guard ["json", nil].contains(draft.level.policy.decode) else { return false }
    switch shape.wrapped {
    case .string, .data, .file, .void: return false
    case .record(let record): return record.members.contains { $0.head == nil }
    default: return true
    }
  }

  private func result() -> ResultModel {
    if let result = draft.signature.result { return result }
    if draft.events != nil { return .events(nil) }
    return method == "HEAD" ? .headers : .inferred
  }

  private func carriesBody() -> Bool {
    let known: Bool? = Methods.withBody.contains(method) ? true : Methods.all.contains(method) ? false : nil
    if let known {
      if let said = draft.hasBody, said.value != known {
        findings.error(
          .method, "'hasBody' applies only to custom methods; \(method) \(known ? "always" : "never") has a body", at: said.range)
      }
      return known
    }
    if let said = draft.hasBody { return said.value }
    if MethodMistakes(findings: findings).refuse(method, orNear: true, at: draft.signature.methodRange) { return false }
    return findings.fail(
      .missingKey, "the method '\(method)' requires 'hasBody: true' or 'hasBody: false'", at: draft.signature.methodRange)
  }

  private func merged() -> [DeclaredParameter]? {
    guard var all = draft.signature.parameters else { return draft.params }
    guard let params = draft.params, !params.isEmpty else { return all }
    let indices = Dictionary(grouping: all.indices) { all[$0].name }
    for parameter in params {
      if let index = indices[parameter.name]?.first(where: { parameter.place == nil || all[$0].place == parameter.place }) {
        checkTwice(parameter, all[index])
        parameter.refine(all[index])
        all[index] = parameter
      } else {
        all.append(parameter)
      }
    }
    return all
  }

  /// Whether the number of parameters is allowed, including those in the target and in templates.
  private func takes(_ declared: [DeclaredParameter], _ templates: Set<String>) -> Bool {
    let target = draft.signature.target.template.variableCount
    let count = declared.count + target + templates.count
    if count <= EndpointModel.maxParameters { return true }
    // Declared placeholders and repeated names are one parameter each.
    let names = Set(declared.lazy.map { $0.wire ?? $0.name }).union(draft.signature.target.template.names).union(templates)
    return findings.takes(parameters: max(names.count, declared.count), at: draft.range)
  }

  /// `params:` must not contradict the line.
  private func checkTwice(_ refined: DeclaredParameter, _ line: DeclaredParameter) {
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

  private func chosenEncoding(_ declared: [DeclaredParameter]) -> Encoding {
    if let word = draft.signature.encoding { return word }
    let isMultipart =
      draft.encodingRange == nil && declared.contains { $0.place == .part || $0.place != .body && $0.shape.holdsFile }
    return isMultipart ? .multipart : draft.level.encoding ?? .json
  }

  private func templateNames() -> Set<String> {
    var names: Set<String> = []
    for field in draft.level.headers { names.formUnion(field.value.arguments) }
    for field in draft.level.query { names.formUnion(field.value.arguments) }
    if let body = draft.body { names.formUnion(body.template.arguments) }
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
        let nearest = findings.nearest(to: name, among: names)
        let list = nearest == nil && !hasBraces ? listed(name) : nil
        findings.error(
          .unknownPlaceholder,
          "'{\(name)}' is not a parameter of '\(draft.name)'; \(Suggestion.phrase(nearest, among: names, what: "parameter"))"
            + (list.map { "; to declare it, write '\($0.list)'" } ?? "")
            + (hasBraces ? "; to send the braces, write '{{\(name)}'" : ""),
          at: text.range, fixIts: list.map { [$0.fixIt] } ?? [])
      }
    }
    for field in draft.level.headers where field.isOwn { check(field.value) }
    for field in draft.level.query where field.isOwn { check(field.value) }
    for text in draft.body?.template.texts ?? [] { check(text) }
  }

  /// Returns the parameter list with one more name, and the fix-it; nil if there is no list in the line.
  private func listed(_ name: String) -> (list: String, fixIt: Diagnostic.FixIt)? {
    guard let list = draft.signature.list, let parameters = draft.signature.parameters else { return nil }
    let names = parameters.count > 8 ? parameters.suffix(2).map(\.name) : parameters.map(\.name)
    let shown = (parameters.count > 8 ? ["…"] : []) + names + [name]
    return (
      "(\(shown.joined(separator: ", ")))",
      .init(
        "add '\(name)' to the parameter list", range: list.text.range(list.end..<list.end),
        replacement: parameters.isEmpty ? name : ", \(name)")
    )
  }
}

extension Shape {
  /// Whether it is a file or a list of files.
  package var holdsFile: Bool { isFile || isFileList }

  package var isFileList: Bool {
    if case .array(let item) = wrapped { item.isFile } else { false }
  }
}

/// A parameter as declared in the line or in `params:`; missing properties are inferred later.
final class DeclaredParameter {
  let name: String
  var range: SourceRange
  var place: Place?
  /// Where `in:` sets the location.
  var placeRange: SourceRange?
  var isOptional = false
  var isSpread = false
  var isFlag = false
  var isRaw = false
  var shape: Shape = .json { didSet { isTyped = true } }
  /// Whether a type is declared, even if it is `JSON`.
  private(set) var isTyped = false
  var wire: String?
  var wireRange: SourceRange?
  var defaultValue: DefaultValue?
  var defaultRange: SourceRange?
  var style = Style()
  var values: [Scalar] = []
  var isSecret = false
  var file = FileRules()
  var fileKeys: [(name: String, range: SourceRange)] = []
  var doc: String?
  var example: Node?

  init(name: String, range: SourceRange, place: Place? = nil, isRaw: Bool = false) {
    self.name = name
    self.range = range
    self.place = place
    self.isRaw = isRaw
  }

  /// Completes the declaration in `params:` from the line.
  func refine(_ line: DeclaredParameter) {
    range = line.range
    place = place ?? line.place
    isOptional = isOptional || line.isOptional
    isSpread = isSpread || line.isSpread
    isFlag = isFlag || line.isFlag
    isRaw = isRaw || line.isRaw
    if case .json = shape, line.isTyped { shape = line.shape }
    wire = wire ?? line.wire
    wireRange = wireRange ?? line.wireRange
    defaultValue = defaultValue ?? line.defaultValue
    defaultRange = defaultRange ?? line.defaultRange
  }
}
