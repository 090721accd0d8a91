import DialModel
import DialSyntax

/// The rules between the parts of one endpoint. Rules about types are in ``TypeRules``.
struct EndpointRules {
  let model: EndpointModel
  let parts: EndpointParts
  let declared: [ParameterParts]
  let findings: Findings

  func check() {
    if mayHaveTwins {
      checkDuplicates()
      checkWireNames()
    }
    checkPlaces()
    if declaresBody { checkBody() }
    checkEncoding()
    checkCompression()
    checkEvents()
    checkSelection()
    checkContentType()
    checkStream()
    if model.isSocket { checkSocket() }
    if model.method == "HEAD" { checkHead() }
    if model.method == "CONNECT" { checkConnect() }
    if parts.pagination != nil || parts.poll != nil { PagingRules(findings: findings).check(model, parts) }
  }

  /// Whether two names in one location may be equal. Few names are compared here; many are left to the hashing checks.
  private var mayHaveTwins: Bool {
    let parameters = model.parameters
    if parameters.count > 12 { return true }
    return parameters.indices.contains { index in
      let later = parameters[index]
      return parameters[..<index].contains { earlier in
        earlier.place == later.place && (earlier.name == later.name || HeaderRules.isSame(earlier.wire, later.wire))
      }
    }
  }

  private func checkDuplicates() {
    var seen: [String: ParameterModel] = [:]
    for parameter in model.parameters {
      if let first = seen[parameter.qualifiedName] {
        findings.error(
          .duplicateParameter, "duplicate parameter '\(parameter.name)'", at: parameter.range,
          notes: [.init("first declared here", range: first.range)])
      } else {
        seen[parameter.qualifiedName] = parameter
      }
    }
  }

  private func checkWireNames() {
    var seen: [String: ParameterModel] = [:]
    for parameter in model.parameters where !parameter.isSpread && parameter.place.has(.named) {
      let wire = parameter.place.has(.caseless) ? parameter.wire.lowercased() : parameter.wire
      let key = "\(parameter.place.rawValue)\n\(wire)"
      if let first = seen[key], first.name != parameter.name {
        findings.error(
          .duplicateWireName,
          "'\(first.name)' and '\(parameter.name)' are both sent as '\(parameter.wire)' in the \(parameter.place.words); rename one of them",
          at: parameter.wireRange ?? parameter.range, notes: [.init("the other one is here", range: first.wireRange ?? first.range)])
      } else {
        seen[key] = parameter
      }
    }
  }

  private func checkPlaces() {
    for parameter in model.parameters {
      let name = parameter.name
      if parameter.isSpread, !parameter.place.has(.spread) {
        findings.error(.parameter, "'\(name)*' cannot be spread into the \(parameter.place.words); remove '*'", at: parameter.range)
      }
      if parameter.isFlag, !parameter.place.has(.flag) {
        findings.error(
          .parameter, "'\(name)!' is a query key without a value; it cannot be sent in the \(parameter.place.words)", at: parameter.range)
      }
      if parameter.place == .header { checkHeader(parameter) }
      if !parameter.place.has(.file), parameter.shape.holdsFile {
        findings.error(
          .place, "the file '\(name)' cannot be sent in the \(parameter.place.words); send it as a part or as the whole body",
          at: parameter.range
        )
      }
      if parameter.place == .part, model.encoding != .multipart {
        findings.error(.place, "'part.\(name)' requires a multipart body, but the encoding is \(model.encoding.word)", at: parameter.range)
      }
      if model.isSocket, parameter.place.has(.body) {
        findings.error(.place, "'\(name)' cannot be sent in a body, because a WebSocket request has none", at: parameter.range)
      }
    }
  }

  private func checkHeader(_ parameter: ParameterModel) {
    let range = parameter.wireRange ?? parameter.range
    if let fault = HeaderRules.ownedFault(parameter.wire) {
      findings.error(.headerOwned, fault, at: range)
    } else if !HeaderRules.isToken(parameter.wire), !(parameter.isSpread && parameter.wire.isEmpty) {
      findings.error(.headerName, "'\(parameter.wire)' is not a valid header name; use \(HeaderRules.tokenRule)", at: range)
    }
  }

  private func checkBody() {
    let whole = model.parameters.filter { $0.place == .body }
    let members = model.parameters.filter { $0.place.has(.body) && $0.place != .body }
    if !whole.isEmpty, whole.count + members.count > 1, refusesWhole() { return }
    if whole.count > 1 {
      findings.error(
        .bodyConflict, "'\(whole[0].name)' and '\(whole[1].name)' are both the whole body; keep one of them", at: whole[1].range,
        notes: [.init("the first is here", range: whole[0].range)])
    }
    if let body = whole.first, let member = members.first {
      findings.error(
        .bodyConflict, "'\(member.name)' is a body field, but '\(body.name)' is the whole body; send '\(member.name)' in another location",
        at: member.range, notes: [.init("the whole body is here", range: body.range)])
    }
    checkSpreads(members)
    if model.encoding.isWhole { checkUnstructured(members) }
    guard let template = parts.body else { return }
    if let body = whole.first {
      findings.error(
        .bodyConflict, "'body' conflicts with the whole body '\(body.name)'; keep one of them", at: template.range,
        notes: [.init("the whole body is here", range: body.range)])
    }
    if case .object(let written) = template.template {
      let names = Set(written.compactMap(\.name.literal))
      for member in members where !member.isSpread && names.contains(member.wire) {
        findings.error(
          .duplicateWireName, "'body' already has a field '\(member.wire)'; use '{\(member.name)}' there, or rename the parameter",
          at: member.range, notes: [.init("'body' is here", range: template.range)])
      }
      return
    }
    checkNamed(template)
    if let member = members.first {
      findings.error(
        .bodyConflict,
        "'\(member.name)' cannot be merged into a body that is not an object; use it in 'body', or send it in another location",
        at: member.range)
    }
  }

  /// Reports `in: body` next to other members of the body, where a field is meant.
  private func refusesWhole() -> Bool {
    guard let whole = declared.first(where: { $0.location == .body && $0.locationRange != nil }), let range = whole.locationRange else {
      return false
    }
    let word = model.encoding == .multipart ? "part" : "field"
    return findings.refuse(
      .bodyConflict, "'in: body' makes '\(whole.name)' the whole body; for one \(word) of it, write 'in: \(word)'", at: range,
      fix: "replace with", with: word)
  }

  /// Two spread dictionaries could have the same member, with an undefined result.
  private func checkSpreads(_ members: [ParameterModel]) {
    let spread = members.filter { $0.isSpread && $0.wire.isEmpty }
    guard spread.count > 1 else { return }
    findings.warning(
      .bodyConflict,
      "'\(spread[0].name)' and '\(spread[1].name)' are both spread into the body, so fields with the same name collide; "
        + "spread only one of them",
      at: spread[1].range, notes: [.init("the other one is here", range: spread[0].range)])
  }

  /// Items of a form and parts need names; an argument that is the whole body can be a dictionary.
  private func checkNamed(_ template: (template: BodyTemplate, range: SourceRange)) {
    guard model.encoding == .form || model.encoding == .multipart else { return }
    if case .text(let text) = template.template, text.soleArgument != nil { return }
    findings.error(
      .bodyConflict, "a \(model.encoding.word) body must be a mapping such as {name: \"{name}\"}", at: template.range)
  }

  /// Text and bytes have no members.
  private func checkUnstructured(_ members: [ParameterModel]) {
    for member in members {
      findings.error(
        .bodyConflict,
        "a \(model.encoding.word) body has no fields; write '_ \(member.name)' for the whole body, or send it in another location",
        at: member.range)
    }
    guard let template = parts.body else { return }
    switch template.template {
    case .text, .literal: break
    case .array where model.encoding == .lines: break
    default:
      if model.encoding == .lines {
        findings.error(.bodyConflict, "a lines body must be a list, with one item per line", at: template.range)
        break
      }
      findings.error(.bodyConflict, "a \(model.encoding.word) body must be a string", at: template.range)
    }
  }

  private func checkEncoding() {
    guard let range = parts.encodingRange, !model.hasBody, !model.isSocket, model.encoding != .json else { return }
    if !declaresBody {
      findings.error(
        .bodyUnasked, "\(model.method) has no body to encode as \(model.encoding.word); declare a parameter with 'field.' or '_'", at: range
      )
    }
  }

  /// The handshake of a WebSocket has no body (RFC 6455 section 4.1).
  private func checkSocket() {
    if let mock = parts.mock {
      findings.warning(.noEffect, "'mock' has no effect, because mocks do not support WebSockets", at: mock.range)
    }
    if let range = parts.encodingRange {
      findings.error(.bodyUnasked, "a WebSocket request has no body to encode as \(model.encoding.word); remove the encoding", at: range)
    }
    if let body = parts.body {
      findings.error(.place, "'body' cannot be sent, because a WebSocket request has no body; remove it", at: body.range)
    }
  }

  /// A multipart body has a Content-Type of its own, and without a body that of the spec is not sent.
  private func checkContentType() {
    func isType(_ name: String) -> Bool { HeaderRules.isSame(name, "content-type") }
    let header = model.headers.first { isType($0.name) }
    if model.encoding == .multipart, let header {
      let message = "the Content-Type of a multipart body contains its boundary and is set by Dial; remove the header"
      return findings.error(.headerOwned, message, at: header.value.range)
    }
    if mayHaveBody { return }
    let standard = model.parameters.first { $0.place == .header && isType($0.wire) && $0.defaultValue != nil }
    guard let range = standard?.range ?? header.flatMap({ $0.isOwn ? $0.value.range : nil }) else { return }
    findings.warning(.noEffect, "this Content-Type is not sent, because '\(parts.name)' has no body", at: range)
  }

  private func checkCompression() {
    guard let range = parts.compressRange, model.policy.compress == .gzip, !mayHaveBody else { return }
    findings.warning(
      .noEffect, "'compress' has no effect, because \(model.isSocket ? "a WebSocket request" : "'\(parts.name)'") has no body", at: range)
  }

  /// Whether the spec says what is in the body.
  private var declaresBody: Bool { parts.body != nil || model.parameters.contains { $0.place.has(.body) } }

  private var mayHaveBody: Bool { declaresBody || model.hasBody && model.isOpen }

  private func checkEvents() {
    guard let events = parts.events else { return }
    guard case .events = model.result else {
      findings.warning(.noEffect, "'events' has no effect, because the result is not '-> events'", at: events.range)
      return
    }
    if events.model.reconnect { checkReconnect(at: events.range) }
    guard let each = events.model.each, let selection = model.selection else { return }
    findings.error(
      .signature, "'each' conflicts with '@'; keep one of them", at: each.range,
      notes: [.init("the other one is here", range: selection.range)])
  }

  /// The argument that asks for a stream is one of the endpoint.
  private func checkStream() {
    guard let (name, _) = model.stream, !model.isOpen, !model.parameters.contains(where: { $0.name == name || $0.qualifiedName == name })
    else {
      return
    }
    var word = UnknownWord(id: .parameter, what: "parameter", word: name, known: model.parameters.map(\.name))
    word.lead = "'streamIf' names '\(name)', which is not a parameter of '\(parts.name)'"
    word.isWhole = false
    findings.add(word.finding(at: parts.range), about: .word(word))
  }

  /// A selection requires a body that is decoded as JSON.
  private func checkSelection() {
    guard let selection = model.selection else { return }
    let unread: String
    switch model.result {
    case _ where model.method == "HEAD": unread = "a response to HEAD has no body"
    case .text: unread = "'-> text' returns the body unchanged"
    case .bytes: unread = "'-> bytes' returns the body unchanged"
    case .headers: unread = "'-> headers' ignores the body"
    case .void: unread = "'-> Void' ignores the body"
    case .inferred, .shape, .events, .lines: return
    }
    findings.error(.signature, "'@' selects from the response body, but \(unread); remove one of them", at: selection.range)
  }

  /// A response to HEAD has no body (RFC 9110 section 9.3.2).
  private func checkHead() {
    switch model.result {
    case .inferred, .headers, .void: return
    case .shape(.record(let record)) where record.members.allSatisfy({ $0.head != nil }): return
    case .shape, .text, .bytes, .events, .lines: break
    }
    findings.error(
      .signature, "a response to HEAD has no body; to get its headers, remove the result", at: parts.line.value.range)
  }

  /// Reconnecting a stream sends its request again, which may not be safe (RFC 9110 section 9.2.2).
  private func checkReconnect(at range: SourceRange) {
    if Methods.isIdempotent(model.method) || model.policy.retry?.unsafe ?? false { return }
    let key = "idempotency-key"
    let headers = model.headers.map(\.name) + model.parameters.filter { $0.place == .header }.map(\.wire)
    if headers.contains(where: { $0.lowercased() == key }) { return }
    findings.warning(
      .unsafeRepeat,
      "'reconnect' sends the \(model.method) again when the stream is interrupted; set 'retry: {unsafe: true}', or add an Idempotency-Key header",
      at: range)
  }

  private func checkConnect() {
    for parameter in model.parameters where parameter.place != .path {
      findings.error(.connectParameter, "CONNECT accepts only path parameters, not '\(parameter.name)'", at: parameter.range)
    }
  }
}

/// Warnings about valid but probably unintended declarations of an endpoint.
struct LikelyMistakes {
  let model: EndpointModel
  let parts: EndpointParts
  let declared: [ParameterParts]
  let findings: Findings

  func check() {
    checkBody()
    for field in model.headers where field.isOwn && field.value.pieces.count > 1 {
      HeaderURLRule(model: model, findings: findings).check(field.value)
    }
  }

  private var inferred: [ParameterModel] {
    let names = Set(declared.lazy.filter { $0.location == nil }.map(\.name))
    return names.isEmpty ? [] : model.parameters.filter { names.contains($0.name) && [.query, .field, .part].contains($0.place) }
  }

  /// `POST /users (body User)` sends `{"body": {…}}`. A text called `body` is a usual field, of a comment for example.
  private func checkBody() {
    guard let body = model.parameters.first(where: { $0.place == .field }), body.name == "body", body.wire == "body",
      model.encoding == .json, parts.body == nil, body.shape.wrapped.mayBeWhole,
      !model.parameters.contains(where: { $0.place == .field && $0.name != "body" }), inferred.contains(where: { $0.name == "body" })
    else { return }
    findings.warning(
      .place, "'body' is sent as a field, {\"body\": …}; to send it as the whole body, write '_ body', or 'field.body' for the field",
      at: body.range, fix: "make it the whole body", with: "_ body")
  }

  /// `GET /users/{id} (uid Int)` sends `uid` in the query.
  func checkPlaceholders() {
    let undeclared = model.parameters.filter { $0.place == .path && $0.range == model.target.range }
    if undeclared.isEmpty { return }
    let candidates = inferred.filter(\.isRequired)
    for parameter in candidates {
      let near = undeclared.first { Self.isSlip($0.name, parameter.name) }
      guard let meant = near ?? (undeclared.count == 1 && candidates.count == 1 ? lastNamed(undeclared[0], parameter) : nil) else {
        continue
      }
      // A placeholder has the name that is sent.
      let range = parameter.wireRange ?? parameter.range
      findings.warning(
        .unknownPlaceholder,
        "the target has no placeholder '{\(parameter.wire)}', so it is sent in the \(parameter.place.words); did you mean '{\(meant.name)}'?",
        at: range, notes: [.init("the target is here", range: model.target.range)],
        fix: "use the name of the placeholder", with: meant.name)
    }
  }

  /// Returns the last placeholder if the parameter has the last word of its name, or its name after that of the previous segment:
  /// `/tasks/{taskId}` with `id`, `/tasks/{id}` with `taskId`.
  private func lastNamed(_ placeholder: ParameterModel, _ parameter: ParameterModel) -> ParameterModel? {
    let path = model.target.text.prefix { $0 != "?" }.split(separator: "/")
    guard path.last?.contains("{\(placeholder.name)}") ?? false else { return nil }
    let (target, name) = (Name.words(of: placeholder.name), Name.words(of: parameter.name))
    if target.count > name.count, Array(target.suffix(name.count)) == name { return placeholder }
    guard name.count > target.count, Array(name.suffix(target.count)) == target, let segment = path.dropLast().last else { return nil }
    let owner = name.dropLast(target.count).joined()
    return segment.lowercased().hasPrefix(owner.prefix(max(3, owner.count - 1))) ? placeholder : nil
  }

  /// Whether two names differ in case, `_` or one letter, or are `id` and `di`. Plurals and most short names are different names.
  private static func isSlip(_ one: String, _ other: String) -> Bool {
    func letters(_ name: String) -> [Character] { name.lowercased().filter { $0 != "_" && $0 != "-" } }
    let (a, b) = (letters(one), letters(other))
    if a == b || a.count == 2 && a == b.reversed() { return true }
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    guard long.count == short.count + 1, short.count > 2 || short == ["i", "d"] else { return false }
    let same = zip(short, long).prefix { $0 == $1 }.count
    let isPlural = same == short.count && long.last == "s"
    return !isPlural && short[same...] == long[(same + 1)...]
  }
}

extension Shape {
  fileprivate var mayBeWhole: Bool {
    switch self {
    case .record, .named, .json, .data, .array, .dictionary: true
    default: false
    }
  }
}

/// Endpoints with the name of a member of `Client`; in Swift, call them with `users["name"](…)`.
enum ShadowedNames {
  static let members: Set<String> = [
    "call", "prepare", "start", "download", "stream", "events", "bytes", "pages", "items", "poll", "connect", "endpoint", "send", "use",
    "on", "tokens", "renew",
    "codecs", "cache", "cookieJar", "cancelAll", "spec", "base", "variables",
  ]

  /// One bit for each first letter of these names, which excludes most others.
  private static let initials = members.reduce(into: UInt32(0)) { $0 |= bit(of: $1) }

  private static func bit(of name: String) -> UInt32 { 1 << UInt32((name.utf8.first ?? 0) & 31) }

  static func check(_ name: String, of service: String, at range: SourceRange, _ findings: Findings) {
    guard initials & bit(of: name) != 0, members.contains(name) else { return }
    let client = variable(for: service)
    findings.note(.hiddenName, "in Swift, '\(name)' is hidden by a member of Client; call it as \(client)[\"\(name)\"](…)", at: range)
  }

  /// Returns a Swift name for the client of a service: `authTokens` for `auth-tokens`.
  private static func variable(for service: String) -> String {
    let words = service.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let name = words.enumerated().map { index, word -> String in
      let first = word.prefix(1)
      return (index == 0 ? first.lowercased() : first.uppercased()) + word.dropFirst()
    }
    return words.first?.first?.isLetter ?? false ? name.joined() : "client"
  }
}
