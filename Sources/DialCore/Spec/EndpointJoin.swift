import DialSyntax
import HTTPTypes

/// Joins the line and the keys of one endpoint: gives every parameter its place and checks the rules between them.
struct EndpointJoin {
  let draft: EndpointReader.Draft
  let findings: Findings

  private var method: String { draft.signature.method }
  private var level: Level { draft.level }

  func join() -> EndpointModel? {
    let hasBody = carriesBody()
    let isSocket = method == Methods.socket
    let declared = merged()
    let isOpen = declared == nil
    let encoding = chosenEncoding(declared ?? [])
    var resolver = PlaceResolver(
      target: draft.signature.target, templates: templateNames(), hasBody: hasBody && !isSocket, encoding: encoding, style: level.style,
      findings: findings)
    var parameters = (declared ?? []).map { resolver.resolve($0) }
    parameters += resolver.implicit(beside: parameters)
    if isOpen {
      parameters += resolver.fromTemplates(beside: parameters)
    } else {
      checkTemplates(parameters)
    }
    let model = EndpointModel(
      name: draft.name, range: draft.range, doc: draft.doc, method: method, hasBody: hasBody, isSocket: isSocket, encoding: encoding,
      target: draft.signature.target, parameters: parameters, isOpen: isOpen, headers: level.headers.nearest(),
      query: level.query, body: draft.body?.template, selection: draft.signature.selection, result: result(),
      failure: draft.signature.failure, style: level.style, auth: level.auth, policy: level.policy, mock: draft.mock, tags: draft.tags,
      pending: level.pending)
    EndpointRules(model: model, draft: draft, findings: findings).check()
    return model
  }

  private func result() -> ResultModel {
    if let result = draft.signature.result { return result }
    return method == "HEAD" ? .headers : .inferred
  }

  private func carriesBody() -> Bool {
    let known: Bool? = Methods.withBody.contains(method) ? true : Methods.all.contains(method) ? false : nil
    if let known {
      if let said = draft.hasBody, said.value != known {
        findings.error(.method, "'hasBody' is for custom methods: \(method) has \(known ? "a" : "no") body by itself", at: said.range)
      }
      return known
    }
    if let said = draft.hasBody { return said.value }
    findings.error(
      .missingKey, "the method '\(method)' needs 'hasBody: true' or 'hasBody: false'", at: draft.signature.methodRange)
    return false
  }

  /// Parameters of the line, refined by those of `params:` of the same name; nil where neither is there.
  private func merged() -> [DeclaredParameter]? {
    guard let line = draft.signature.parameters else { return draft.params }
    var all = line
    for parameter in draft.params ?? [] {
      if let index = all.firstIndex(where: { $0.name == parameter.name && (parameter.place == nil || $0.place == parameter.place) }) {
        all[index] = parameter.refining(all[index])
      } else {
        all.append(parameter)
      }
    }
    return all
  }

  private func chosenEncoding(_ declared: [DeclaredParameter]) -> Encoding {
    if let word = draft.signature.encoding { return word }
    let holdsFile = declared.contains { ($0.shape.isFile || $0.shape.isFileList) && $0.place != .body || $0.place == .part }
    if holdsFile, draft.encodingRange == nil { return .multipart }
    return level.encoding ?? .json
  }

  /// Names that header, query or body templates use up.
  private func templateNames() -> Set<String> {
    var names = Set(level.headers.flatMap(\.value.arguments))
    names.formUnion(level.query.flatMap(\.value.arguments))
    names.formUnion(draft.body?.template.arguments ?? [])
    return names
  }

  /// In a closed endpoint a placeholder of its own must be a parameter.
  private func checkTemplates(_ parameters: [ParameterModel]) {
    let names = parameters.map(\.name)
    let known = Set(names)
    func check(_ used: [String], at range: SourceRange) {
      for name in used where !known.contains(name) {
        let nearest = findings.nearest(to: name, among: names)
        findings.error(
          .unknownPlaceholder,
          "'{\(name)}' is no parameter of '\(draft.name)': \(Suggestion.phrase(nearest, among: names, what: "parameter"))",
          at: range)
      }
    }
    for field in level.headers + level.query where field.isOwn { check(field.value.arguments, at: field.value.range) }
    for text in draft.body?.template.texts ?? [] { check(text.arguments, at: text.range) }
  }
}

extension DeclaredParameter {
  /// This declaration of `params:` over that of the line: what it leaves out stays.
  fileprivate func refining(_ line: DeclaredParameter) -> DeclaredParameter {
    var merged = self
    merged.range = line.range
    merged.place = place ?? line.place
    merged.isOptional = isOptional || line.isOptional
    merged.isSpread = isSpread || line.isSpread
    merged.isFlag = isFlag || line.isFlag
    merged.isRaw = isRaw || line.isRaw
    if case .json = shape { merged.shape = line.shape }
    merged.wire = wire ?? line.wire
    merged.wireRange = wireRange ?? line.wireRange
    merged.defaultValue = defaultValue ?? line.defaultValue
    merged.defaultRange = defaultRange ?? line.defaultRange
    return merged
  }
}

extension Shape {
  /// A list of files, which are repeated parts.
  package var isFileList: Bool {
    if case .array(let item) = wrapped { item.isFile } else { false }
  }
}
