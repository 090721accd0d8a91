import DialJSON
package import DialModel
package import DialSyntax

/// Finds secrets in a spec. A line with a secret is named in findings, but never printed.
package struct SecretLines: Sendable {
  private struct Line: Hashable {
    var file: String
    var number: Int
  }

  /// The secrets that are too specific to occur by chance.
  private var texts: Set<String> = []
  private var lines: Set<Line> = []

  package init(_ service: ServiceModel, of some: [EndpointModel]? = nil) {
    add(service.level.auth, service.level.headers)
    for (name, text) in service.vars where service.isSecret(name) { add(text) }
    for endpoint in some ?? Array(service.endpoints) { add(endpoint) }
  }

  private mutating func add(_ endpoint: EndpointModel) {
    add(endpoint.auth, endpoint.headers)
    for parameter in endpoint.parameters where parameter.isSecret { add(parameter) }
  }

  private mutating func add(_ auth: AuthModel, _ headers: [FieldModel]) {
    for secret in auth.leaves.flatMap(\.secrets) { add(secret) }
    for field in headers where HeaderRules.isSensitive(field.name) { add(field.value) }
  }

  private mutating func add(_ parameter: ParameterModel) {
    let range = parameter.defaultRange ?? parameter.range
    switch parameter.defaultValue {
    case .json(let json)?: add(json.asString ?? json.asNumberText ?? "", at: range)
    case .text(let text)?: add(text)
    default: break
    }
  }

  private mutating func add(_ text: Text) {
    for piece in text.pieces { if case .literal(let part) = piece { add(part, at: text.range) } }
  }

  private mutating func add(_ text: String, at range: SourceRange) {
    guard text.contains(where: { $0 != " " }) else { return }
    if text.utf8.count >= 4 { texts.insert(text) }
    for number in range.start.line...range.end.line { lines.insert(Line(file: range.file.name, number: number)) }
  }

  package func hides(_ range: SourceRange) -> Bool {
    if lines.isEmpty { return false }
    if lines.contains(Line(file: range.file.name, number: range.start.line)) { return true }
    let line = range.file.line(range.start.line)
    return texts.contains { line.contains($0) }
  }

  /// Returns a finding whose lines are safe to print.
  func hidden(_ finding: Diagnostic) -> Diagnostic {
    guard !lines.isEmpty, !finding.hidesLine, ([finding.range] + finding.notes.compactMap(\.range)).contains(where: hides) else {
      return finding
    }
    var finding = finding
    finding.hidesLine = true
    return finding
  }
}
