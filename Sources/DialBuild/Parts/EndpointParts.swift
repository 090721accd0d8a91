import DialJSON
import DialModel
import DialSyntax

/// What an endpoint declares, with its settings read, before its parameters have locations. A class, because every rule gets it.
final class EndpointParts {
  private let declared: Shared<EndpointDeclaration>
  let line: Shared<LineDeclaration>
  /// The name with its groups.
  let name: String
  /// The target behind the prefixes of its groups.
  let target: TargetModel
  private(set) var level: InheritedSettings
  private(set) var selection: SelectionModel?
  private(set) var encodingRange: SourceRange?
  private(set) var compressRange: SourceRange?
  private(set) var hasBody: (value: BodyUse, range: SourceRange)?
  private(set) var body: (template: BodyTemplate, range: SourceRange)?
  private(set) var events: (model: EventsModel, range: SourceRange)?
  private(set) var doc: String?
  private(set) var mock: MockModel?
  private(set) var pagination: PaginationDraft?
  private(set) var poll: PollModel?
  private(set) var tags: [String: String] = [:]
  private(set) var comparisons: [Comparison]

  /// Reads the settings. Returns nil, after their findings, if there is no line.
  init?(_ declared: Shared<EndpointDeclaration>, in level: borrowing InheritedSettings, _ paths: SpecPaths, _ findings: Findings) {
    self.declared = declared
    line = declared.value.line ?? .none(at: declared.value.range)
    self.level = copy level
    comparisons = declared.value.comparisons
    name = level.name(of: declared.value.name)
    target = level.prefix.isEmpty ? line.value.target : line.value.target.under(level.prefix)
    (selection, encodingRange) = (line.value.selection, line.value.encoding?.range)
    if let result = declared.value.result, line.value.result != nil { twice("returns", "->", result.key, findings) }
    if let failure = declared.value.failure, line.value.failure != nil { twice("fails", "!", failure.key, findings) }
    for entry in declared.value.settings { read(entry, paths, findings) }
    if mock == nil { mock = declared.value.facts?.value.sample }
    if declared.value.line != nil { return }
    if !declared.value.isFaulty {
      findings.error(
        .missingKey, "the endpoint '\(declared.value.name)' has no method; add a key such as 'GET: /path'", at: declared.value.range)
    }
    return nil
  }

  var range: SourceRange { declared.value.range }

  var facts: OperationFacts? { declared.value.facts?.value }

  var responses: DeclaredResponses { declared.value.responses }

  var bodyType: String? { declared.value.bodyType }

  var declaredBody: (isDeclared: Bool, isOptional: Bool)? { declared.value.body }

  /// The parameters of `params`.
  var parameters: [ParameterDeclaration]? { declared.value.parameters }

  private var declaredResult: ResultDeclaration? { declared.value.result?.value ?? line.value.result }

  private var declaredFailure: ShapeDeclaration? { declared.value.failure?.shape ?? line.value.failure }

  private func read(_ entry: Entry, _ paths: SpecPaths, _ findings: Findings) {
    let node = entry.value
    switch entry.name {
    case "doc": doc = Values.prose(node, findings)
    case "body":
      body = BodyReader(findings: findings).read(node).map { ($0, node.range) }
    case "select":
      if selection != nil { twice("select", "@", entry.key.range, findings) }
      selection = SelectionReader.read(node, findings, &comparisons) ?? selection
    case "hasBody": hasBody = BodyUse(node, findings).map { ($0, entry.key.range) }
    case "paginate":
      var reader = PaginationReader(findings: findings, comparisons: comparisons)
      pagination = reader.read(entry)
      comparisons = reader.comparisons
    case "poll": poll = PollReader.read(node, findings, &comparisons)
    case "events": events = (EventsReader.read(node, findings, &comparisons), entry.key.range)
    case "mock": mock = MockReader(findings: findings, paths: paths, status: responses.usualStatus).read(node)
    case _ where entry.name.hasPrefix("x-"): tags[entry.name] = node.text
    default:
      if entry.name == "encoding" {
        checkEncoding(entry, findings)
        encodingRange = node.range
      }
      if entry.name == "compress" { compressRange = entry.key.range }
      var reader = LevelReader(findings: findings, paths: paths, comparisons: comparisons)
      _ = reader.read(entry, into: &level)
      comparisons = reader.comparisons
    }
  }

  private func twice(_ key: String, _ sign: String, _ range: SourceRange, _ findings: Findings) {
    findings.error(
      .signature, "'\(key)' conflicts with '\(sign)' in the endpoint line; keep one of them", at: range,
      notes: [.init("the endpoint line is here", range: line.value.range)])
  }

  /// Reports different encodings in the line and the key.
  private func checkEncoding(_ entry: Entry, _ findings: Findings) {
    guard let written = line.value.encoding, let word = entry.value.text, word != written.value.word else { return }
    findings.error(
      .encoding, "the endpoint line says '\(written.value.word)', but 'encoding' is '\(word)'; keep one of them", at: entry.value.range,
      notes: [.init("the encoding in the endpoint line is here", range: written.range)])
  }

  var result: ResultModel {
    if let result = declaredResult { return result.model }
    if events != nil { return .events(nil) }
    return line.value.method == "HEAD" ? .headers : .inferred
  }

  var failure: Shape? { declaredFailure?.shape }

  /// All names of types in the result and the failure.
  var uses: (result: [TypeUse], failure: [TypeUse]) { (declaredResult?.uses ?? [], declaredFailure?.uses ?? []) }
}

extension Shared where Value == LineDeclaration {
  fileprivate static func none(at range: SourceRange) -> Shared {
    let target = TargetModel(template: URITemplate(parts: []), text: "", range: range, isAbsolute: false)
    return Shared(LineDeclaration(method: "GET", methodRange: range, target: target, range: range))
  }
}

/// Whether requests of an endpoint have a body, as `hasBody` says.
enum BodyUse {
  case always, never
  /// Only if an argument is sent in it.
  case optional

  init?(_ node: Node, _ findings: Findings) {
    switch (node.text, CoreSchema.value(of: node)) {
    case ("optional", _): self = .optional
    case (_, .bool(let value)?): self = value ? .always : .never
    default:
      findings.error(.expectedValue, "'hasBody' must be true, false or optional, but is \(Values.shown(node))", at: node.range)
      return nil
    }
  }
}
