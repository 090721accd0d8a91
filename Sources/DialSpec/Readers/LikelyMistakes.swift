import DialModel
import DialSyntax

/// Warnings about valid but probably unintended declarations of an endpoint.
struct LikelyMistakes {
  let model: EndpointModel
  let draft: EndpointDraft
  let findings: Findings

  func check() {
    checkBody()
    checkPlaceholders()
  }

  /// The parameters with inferred locations.
  private var inferred: [ParameterModel] {
    let declared = (draft.signature.parameters ?? []) + (draft.params ?? [])
    let names = Set(declared.filter { $0.place == nil }.map(\.name))
    return names.isEmpty ? [] : model.parameters.filter { names.contains($0.name) && [.query, .field, .part].contains($0.place) }
  }

  /// `POST /users (body User)` sends `{"body": {…}}`.
  private func checkBody() {
    guard let body = model.parameters.first(where: { $0.place == .field }), body.name == "body", body.wire == "body",
      model.encoding == .json, draft.body == nil, body.shape.wrapped.isRecord,
      !model.parameters.contains(where: { $0.place == .field && $0.name != "body" }), inferred.contains(where: { $0.name == "body" })
    else { return }
    findings.warning(
      .place, "'body' is sent as a member of that name, {\"body\": …}: the whole body is '_ body'", at: body.range)
  }

  /// `GET /users/{id} (uid Int)` sends `uid` in the query.
  private func checkPlaceholders() {
    let undeclared = model.parameters.filter { $0.place == .path && $0.range == model.target.range }
    if undeclared.isEmpty { return }
    for parameter in inferred where parameter.isRequired {
      guard let meant = undeclared.first(where: { Self.isSlip($0.name, parameter.name) }) else { continue }
      findings.warning(
        .unknownPlaceholder,
        "the target has no placeholder '{\(parameter.name)}', so that it goes to the \(parameter.place.words): did you mean '{\(meant.name)}'?",
        at: parameter.range, notes: [.init("the target is here", range: model.target.range)])
    }
  }

  /// Whether two names differ in case, `_` or one letter. Plurals and most short names are different names.
  private static func isSlip(_ one: String, _ other: String) -> Bool {
    func letters(_ name: String) -> [Character] { name.lowercased().filter { $0 != "_" && $0 != "-" } }
    let (a, b) = (letters(one), letters(other))
    if a == b { return true }
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    guard long.count == short.count + 1, short.count > 2 || short == ["i", "d"] else { return false }
    let same = zip(short, long).prefix { $0 == $1 }.count
    let isPlural = same == short.count && long.last == "s"
    return !isPlural && short[same...] == long[(same + 1)...]
  }
}

extension Shape {
  /// Whether it has members: a record or a type of the spec, which usually is one.
  fileprivate var isRecord: Bool {
    switch self {
    case .record, .named: true
    default: false
    }
  }
}
