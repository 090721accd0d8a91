import DialJSON
import DialModel
import DialSyntax

/// What an endpoint declares, with its settings read, before its parameters have locations. A class, because every rule gets it.
final class EndpointParts {
  let range: SourceRange
  let line: LineDeclaration
  /// The keys of the long form that are declarations themselves.
  let parameters: [ParameterDeclaration]?
  private let declaredResult: ResultDeclaration?
  private let declaredFailure: ShapeDeclaration?
  /// The name with its groups.
  let name: String
  /// The target behind the prefixes of its groups.
  let target: TargetModel
  private(set) var level: InheritedSettings
  private(set) var selection: SelectionModel?
  private(set) var encodingRange: SourceRange?
  private(set) var compressRange: SourceRange?
  private(set) var hasBody: (value: Bool, range: SourceRange)?
  private(set) var body: (template: BodyTemplate, range: SourceRange)?
  private(set) var events: (model: EventsModel, range: SourceRange)?
  private(set) var doc: String?
  private(set) var mock: MockModel?
  private(set) var pagination: PaginationDraft?
  private(set) var poll: PollModel?
  private(set) var tags: [String: String] = [:]
  private(set) var doubts: Doubts

  /// Reads the settings. Returns nil, after their findings, if there is no line.
  convenience init?(_ declaration: EndpointDeclaration, in outer: InheritedSettings, _ paths: SpecPaths, _ findings: Findings) {
    guard let line = declaration.line else {
      if !declaration.isFaulty {
        findings.error(
          .missingKey, "the endpoint '\(declaration.name)' has no method; add a key such as 'GET: /path'", at: declaration.range)
      }
      let unread = EndpointParts(declaration, .none(at: declaration.range), outer)
      unread.read(declaration, paths, findings)
      return nil
    }
    self.init(declaration, line, outer)
    read(declaration, paths, findings)
  }

  private init(_ declaration: EndpointDeclaration, _ line: LineDeclaration, _ level: InheritedSettings) {
    (range, self.line, self.level, doubts) = (declaration.range, line, level, declaration.doubts)
    (parameters, declaredResult, declaredFailure) = (declaration.parameters, declaration.result?.value, declaration.failure?.shape)
    name = level.name(of: declaration.name)
    target = level.prefix.isEmpty ? line.target : line.target.under(level.prefix)
    (selection, encodingRange) = (line.selection, line.encoding?.range)
  }

  private func read(_ declaration: EndpointDeclaration, _ paths: SpecPaths, _ findings: Findings) {
    if let result = declaration.result, line.result != nil { twice("returns", "->", result.key, findings) }
    if let failure = declaration.failure, line.failure != nil { twice("fails", "!", failure.key, findings) }
    for entry in declaration.settings { read(entry, paths, findings) }
  }

  private func read(_ entry: Entry, _ paths: SpecPaths, _ findings: Findings) {
    let node = entry.value
    switch entry.name {
    case "doc": doc = Values.prose(node, findings)
    case "body":
      var reader = BodyReader(findings: findings, doubts: doubts)
      body = reader.read(node).map { ($0, node.range) }
      doubts = reader.doubts
    case "select":
      if selection != nil { twice("select", "@", entry.key.range, findings) }
      selection = SelectionReader.read(node, findings, &doubts) ?? selection
    case "hasBody": hasBody = Values.bool(node, "hasBody", findings).map { ($0, entry.key.range) }
    case "paginate":
      var reader = PaginationReader(findings: findings, doubts: doubts)
      pagination = reader.read(entry)
      doubts = reader.doubts
    case "poll": poll = PollReader.read(node, findings, &doubts)
    case "events": events = (EventsReader.read(node, findings, &doubts), entry.key.range)
    case "mock": mock = MockReader(findings: findings, paths: paths).read(node)
    case _ where entry.name.hasPrefix("x-"): tags[entry.name] = node.text
    default:
      if entry.name == "encoding" {
        checkEncoding(entry, findings)
        encodingRange = node.range
      }
      if entry.name == "compress" { compressRange = entry.key.range }
      var reader = LevelReader(findings: findings, paths: paths, doubts: doubts)
      _ = reader.read(entry, into: &level)
      doubts = reader.doubts
    }
  }

  private func twice(_ key: String, _ sign: String, _ range: SourceRange, _ findings: Findings) {
    findings.error(
      .signature, "'\(key)' conflicts with '\(sign)' in the endpoint line; keep one of them", at: range,
      notes: [.init("the endpoint line is here", range: line.range)])
  }

  /// Reports different encodings in the line and the key.
  private func checkEncoding(_ entry: Entry, _ findings: Findings) {
    guard let written = line.encoding, let word = entry.value.text, word != written.value.word else { return }
    findings.error(
      .encoding, "the endpoint line says '\(written.value.word)', but 'encoding' is '\(word)'; keep one of them", at: entry.value.range,
      notes: [.init("the encoding in the endpoint line is here", range: written.range)])
  }

  var result: ResultModel {
    if let result = declaredResult ?? line.result { return result.model }
    if events != nil { return .events(nil) }
    return line.method == "HEAD" ? .headers : .inferred
  }

  var failure: Shape? { (declaredFailure ?? line.failure)?.shape }

  /// All names of types in the result and the failure.
  var uses: [TypeUse] {
    (line.result?.uses ?? []) + (line.failure?.uses ?? []) + (declaredResult?.uses ?? []) + (declaredFailure?.uses ?? [])
  }
}

extension LineDeclaration {
  fileprivate static func none(at range: SourceRange) -> LineDeclaration {
    let target = TargetModel(template: URITemplate(parts: []), text: "", range: range, isAbsolute: false)
    return LineDeclaration(method: "GET", methodRange: range, target: target, range: range)
  }
}
