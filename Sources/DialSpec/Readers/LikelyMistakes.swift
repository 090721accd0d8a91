import DialModel
import DialSyntax

/// What is allowed in an endpoint and most likely meant otherwise. Each is a warning.
struct LikelyMistakes {
  let model: EndpointModel
  let draft: EndpointDraft
  let findings: Findings

  func check() {
    checkBody()
    checkPlaceholders()
  }

  /// Parameters whose place nobody wrote.
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
      .place, "'body' is sent as a field, {\"body\": …}; to send it as the whole body, write '_ body'", at: body.range)
  }

  /// `GET /users/{id} (uid Int)` sends `uid` in the query.
  private func checkPlaceholders() {
    let undeclared = model.parameters.filter { $0.place == .path && $0.range == model.target.range }
    if undeclared.isEmpty { return }
    let candidates = inferred.filter(\.isRequired)
    for parameter in candidates {
      let near = undeclared.first { Self.isSlip($0.name, parameter.name) }
      guard let meant = near ?? (undeclared.count == 1 && candidates.count == 1 ? lastNamed(undeclared[0], parameter) : nil) else {
        continue
      }
      findings.warning(
        .unknownPlaceholder,
        "the target has no placeholder '{\(parameter.name)}', so it is sent in the \(parameter.place.words); did you mean '{\(meant.name)}'?",
        at: parameter.range, notes: [.init("the target is here", range: model.target.range)],
        fixIts: [.init("use the name of the placeholder", range: parameter.range, replacement: meant.name)])
    }
  }

  /// The placeholder that ends a target, where the parameter has the last word of its name, or its name behind that of the segment before:
  /// `/tasks/{taskId}` with `id`, `/tasks/{id}` with `taskId`.
  private func lastNamed(_ placeholder: ParameterModel, _ parameter: ParameterModel) -> ParameterModel? {
    let path = model.target.text.prefix { $0 != "?" }.split(separator: "/")
    guard path.last?.contains("{\(placeholder.name)}") ?? false else { return nil }
    let (target, name) = (Self.words(placeholder.name), Self.words(parameter.name))
    if target.count > name.count, Array(target.suffix(name.count)) == name { return placeholder }
    guard name.count > target.count, Array(name.suffix(target.count)) == target, let segment = path.dropLast().last else { return nil }
    let owner = name.dropLast(target.count).joined()
    return segment.lowercased().hasPrefix(owner.prefix(max(3, owner.count - 1))) ? placeholder : nil
  }

  /// The words of a name in lower case: `taskId`, `taskID`, `task_id` and `task-id` have two.
  private static func words(_ name: String) -> [String] {
    var words = [""]
    var last: Character?
    for letter in name {
      let begins = letter.isUppercase && last?.isLowercase ?? false
      if begins || letter == "_" || letter == "-" { words.append("") }
      if letter != "_", letter != "-" { words[words.count - 1].append(letter) }
      last = letter
    }
    return words.filter { !$0.isEmpty }.map { $0.lowercased() }
  }

  /// Whether two names differ in case or `_`, or in one letter more; a plural is another name, and so are most short ones.
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
  /// Whether it has members: a record, or a type of the spec, which most likely is one.
  fileprivate var isRecord: Bool {
    switch self {
    case .record, .named: true
    default: false
    }
  }
}
