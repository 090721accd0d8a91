import DialJSON
package import DialModel
import DialSyntax

/// The rules about types, which need all of them.
package struct TypeRules {
  let types: TypeTable
  let findings: Findings

  package init(types: TypeTable, findings: Findings) {
    self.types = types
    self.findings = findings
  }

  /// - Parameter unread: the names of types that are declared, but could not be read.
  package func checkNames(_ context: BuildContext, unread: Set<String> = []) {
    checkComparisons(context.comparisons)
    let isUnknown = context.uses.contains { types[$0.name] == nil }
    if !isUnknown, context.labels.isEmpty { return }
    let known = types.names + unread.sorted() + Shape.builtins.map(\.name)
    for use in context.uses where types[use.name] == nil && !unread.contains(use.name) { refuse(use, known) }
    let names = Set(known)
    for label in context.labels where names.contains(label.name) {
      findings.warning(
        .memberNamedAsType, "the member '\(label.name)' has the name of a type; write the name of the member before its type",
        at: label.range)
    }
  }

  /// Whether a word can get quotes: it is in a text without quotes, and not at its beginning.
  private static func canBeQuoted(_ range: SourceRange) -> Bool {
    let line = range.file.lineBytes(range.start.line)
    let before = range.file.bytes[line.lowerBound..<range.offsets.lowerBound]
    // A long line can have many such words.
    guard before.count < 1000, !before.contains(where: { "\"'".utf8.contains($0) }) else { return false }
    return before.last { $0 != UInt8(ascii: " ") }.map { !":{[,-".utf8.contains($0) } ?? false
  }

  private func refuse(_ use: TypeUse, _ known: [String]) {
    if use.isAlternative {
      let word = UnknownWord(id: .unknownType, what: "type", word: use.name, known: known)
      var finding = word.finding(at: use.range)
      finding.message += "; to allow the text '\(use.name)', write it in double quotes"
      if Self.canBeQuoted(use.range) {
        finding.fixIts.append(.init("quote the text", range: use.range, replacement: "\"\(use.name)\""))
      }
      return findings.add(finding, about: .word(word))
    }
    findings.unknown(
      .unknownType, use.isResult ? "result" : "type", use.name, among: use.isResult ? ResultModel.modes + known : known, at: use.range)
  }

  /// Warns of `step == done` if the type of the response has a member `step`, but no member `done`.
  private func checkComparisons(_ comparisons: [(comparison: Comparison, shape: Shape)]) {
    for (comparison, shape) in comparisons {
      guard case .record(let record) = types.resolve(types.resolve(shape).wrapped) else { continue }
      let names = record.members.map(\.wire)
      if names.contains(comparison.root), !names.contains(comparison.name) { findings.add(comparison.finding) }
    }
  }

  func checkExamples(_ context: BuildContext) {
    let check = ShapeCheck(types: types)
    for example in context.examples {
      guard let fault = check.fault(example.value, example.shape, at: example.parameter) else { continue }
      findings.warning(
        .example, "the example of '\(example.parameter)' does not match its type: \(fault.message)", at: example.range)
    }
  }

  package func checkDefaults(_ parameters: [ParameterModel]) {
    let check = ShapeCheck(types: types)
    for parameter in parameters {
      if !parameter.constraints.isEmpty { ConstraintRules(types: types, findings: findings).check(parameter) }
      if let values = parameter.values { checkAllowed(values, of: parameter) }
      switch parameter.defaultValue {
      case .json(let value)?:
        if let fault = check.fault(value, parameter.shape, at: parameter.name) {
          refuse(value, fault, of: parameter)
        } else if let values = parameter.values, !values.contains(value) {
          findings.error(
            .defaultValue, "the default of '\(parameter.name)' is not one of its 'values'", at: parameter.defaultRange ?? parameter.range)
        } else if !parameter.constraints.isEmpty {
          ConstraintRules(types: types, findings: findings).checkDefault(value, of: parameter)
        }
      case .generated(.uuid)?: checkGenerated(parameter, "$uuid", [.string, .uuid])
      case .generated(.now)?: checkGenerated(parameter, "$now", [.string, .date])
      case .generated(.timestamp)?: checkGenerated(parameter, "$timestamp", [.int, .int64, .uint64, .double, .decimal])
      case .text?, nil: break
      }
    }
  }

  /// A value of another type could never be sent.
  private func checkAllowed(_ values: [JSON], of parameter: ParameterModel) {
    let check = ShapeCheck(types: types)
    guard let wrong = values.first(where: { check.fault($0, parameter.shape, at: parameter.name) != nil }) else { return }
    let shown = parameter.isSecret ? "a value" : "'\(ValueText.plain(wrong) ?? "\(wrong)")'"
    let isList = if case .array = types.resolve(parameter.shape.wrapped) { true } else { false }
    findings.error(
      .expectedValue,
      "\(shown) in 'values' of '\(parameter.name)' does not match its type \(parameter.shape.spelling)"
        + (isList ? "; to restrict the items of a list, write the type [a | b]" : ""), at: parameter.range)
  }

  private func refuse(_ value: JSON, _ fault: ShapeCheck.Fault, of parameter: ParameterModel) {
    let range = parameter.defaultRange ?? parameter.range
    if parameter.isSecret {
      let message = "the default of '\(parameter.name)' does not match its type \(parameter.shape.spelling)"
      return findings.error(.defaultValue, message, at: range, hidesLine: true)
    }
    let isBare = parameter.defaultRange.map { !"\"'".utf8.contains($0.file.byte(at: $0.start) ?? 0) } ?? true
    guard !isBare, let text = value.asString, let bare = try? JSON(parsing: Array(text.utf8)),
      ShapeCheck(types: types).fits(bare, parameter.shape)
    else {
      // Python writes `True`.
      let lower = isBare ? value.asString?.lowercased() : nil
      let isBool = parameter.shape.wrapped.spelling == "Bool" && (lower == "true" || lower == "false")
      return findings.error(
        .defaultValue, "the default of \(fault.message)", at: range, fix: "replace with", with: isBool ? lower ?? "" : nil)
    }
    findings.error(
      .defaultValue,
      "the default of '\(parameter.name)' is a string, but its type is \(parameter.shape.spelling); remove the quotes: \(text)", at: range,
      fix: "remove the quotes", with: text)
  }

  private func checkGenerated(_ parameter: ParameterModel, _ word: String, _ allowed: [Shape]) {
    let shape = types.resolve(parameter.shape.wrapped)
    let fits = shape.isUntyped || allowed.contains { $0.spelling == shape.spelling }
    if !fits {
      findings.error(
        .defaultValue, "\(word) does not match the type \(shape.spelling) of '\(parameter.name)'",
        at: parameter.defaultRange ?? parameter.range)
    }
  }
}

/// The rules of `paginate:` and `poll:` that need the parameters of the endpoint, or other endpoints.
struct PagingRules {
  let findings: Findings

  func check(_ model: EndpointModel, _ parts: EndpointParts) {
    if let pagination = parts.pagination {
      if let stream = model.kindOfStream {
        findings.error(.paginate, "'paginate' cannot be used with \(stream)", at: parts.range)
      }
      for (name, range) in pagination.names where !model.isOpen { check(name, of: model, "'paginate'", .paginate, at: range) }
    }
    if model.poll != nil, let stream = model.kindOfStream {
      findings.error(.poll, "'poll' cannot be used with \(stream)", at: parts.range)
    }
    checkUnsafe(model, parts)
    guard let check = model.poll?.check, !model.isOpen else { return }
    for text in check.arguments.flatMap(\.value.texts) {
      for name in text.arguments.compactMap(PollModel.argument) {
        self.check(name, of: model, "'poll.args'", .poll, at: text.range, isWhole: false)
      }
    }
  }

  /// A request that may have started a job must not be repeated to poll it.
  private func checkUnsafe(_ model: EndpointModel, _ parts: EndpointParts) {
    guard let poll = model.poll, poll.until != nil, poll.check == nil, model.kindOfStream == nil, !Methods.isSafe(model.method)
    else { return }
    findings.warning(
      .poll,
      "'poll' does not repeat a \(model.method); set 'call' to an endpoint that returns the status, unless the response contains "
        + "a status URL",
      at: parts.range)
  }

  func check(_ name: String, of model: EndpointModel, _ what: String, _ id: FindingID, at range: SourceRange, isWhole: Bool = true) {
    guard !model.parameters.contains(where: { $0.name == name || $0.qualifiedName == name }) else { return }
    refuse(name, of: model, model.parameters.map(\.name), what, id, at: range, isWhole: isWhole)
  }

  func refuse(
    _ name: String, of model: EndpointModel, _ names: [String], _ what: String, _ id: FindingID, at range: SourceRange, isWhole: Bool = true
  ) {
    var word = UnknownWord(id: id, what: "parameter", word: name, known: names)
    word.lead = "\(what) names '\(name)', which is not a parameter of '\(model.name)'"
    word.isWhole = isWhole
    findings.add(word.finding(at: range), about: .word(word))
  }
}

/// Notes a condition of `fails` on members that only the printed element of an event has.
struct EventFailureRule {
  let findings: Findings

  func check(_ endpoint: EndpointModel) {
    guard case .events(nil) = endpoint.result, endpoint.selection == nil, endpoint.events?.each == nil,
      let when = endpoint.policy.refusal?.when, let name = when.path.outerNames.first, ["event", "data", "id"].contains(name)
    else { return }
    findings.note(
      .selection, "'when' of 'fails' applies to the data of an event, so '\(name)' must be a member of the data", at: when.range)
  }
}

/// Checks whether the path in `paginate:` can exist, as far as types and mocks show. A path that finds nothing would silently end the
/// walk after the first page.
struct PagePathRules {
  let findings: Findings
  let types: TypeTable

  func check(_ endpoint: EndpointModel) {
    guard let pagination = endpoint.pagination else { return }
    for name in [pagination.parameter, pagination.sizeParameter] { if let name { checkParameter(name, pagination, of: endpoint) } }
    guard let range = pagination.pathRange else { return }
    checkCount(pagination, of: endpoint, at: range)
    guard let path = pagination.path else { return }
    if let fault = missingMember(path, in: endpoint) {
      var finding = fault.word.finding(.warning, at: range)
      finding.notes = fault.declared.map { [.init("declared here", range: $0)] } ?? []
      findings.add(finding, about: .word(fault.word))
    } else if let mock = endpoint.mock, mock.answers.count > 1, case .json(let page) = mock.answers[0].body,
      let absence = path.absence(in: page)
    {
      findings.warning(
        .paginate, "'\(path.text)' is not in the first mock, so the other pages are never requested: \(absence.message)", at: range,
        notes: [.init("the mock is here", range: mock.answers[0].range)])
    }
  }

  /// The call would fail after the first page whose lists have different sizes.
  private func checkCount(_ pagination: PaginationModel, of endpoint: EndpointModel, at range: SourceRange) {
    guard case .offset(let offset) = pagination.way, pagination.items == nil, !offset.mayBeShort,
      let path = endpoint.selection?.path, let list = path.ambiguousList
    else { return }
    findings.warning(
      .paginate,
      "'@ \(path.text)' joins several lists, so 'offset' may count the wrong one; set 'items' to the list that it counts, such as "
        + "items: \(list)", at: range)
  }

  /// The second request would fail if its parameter could not have the value that leads to the next page.
  private func checkParameter(_ name: String, _ pagination: PaginationModel, of endpoint: EndpointModel) {
    guard let parameter = endpoint.parameters.first(where: { $0.name == name || $0.qualifiedName == name }) else { return }
    let needed: String
    switch (pagination.way, types.resolve(types.resolve(parameter.shape).wrapped)) {
    case (.cursor, .bool), (.cursor, .array), (.cursor, .dictionary), (.cursor, .record), (.cursor, .file), (.cursor, .void):
      needed = "a string or a number, because 'paginate' sends the cursor in it"
    case (.page, let shape), (.offset, let shape):
      if ShapeCheck(types: types).fits(JSON(2), shape) { return }
      needed = "an integer, because 'paginate' counts with it"
    default: return
    }
    findings.error(
      .paginate, "'\(name)' must be \(needed), but its type is \(parameter.shape.spelling)", at: parameter.range)
  }

  /// Returns the first member of a path that the type of the whole response does not have.
  private func missingMember(_ path: JMESPath, in endpoint: EndpointModel) -> (word: UnknownWord, declared: SourceRange?)? {
    guard endpoint.selection == nil, case .shape(var shape) = endpoint.result, let names = path.memberNames else { return nil }
    for name in names {
      guard case .record(let record) = types.resolve(types.resolve(shape).wrapped) else { return nil }
      if let member = record.members.first(where: { $0.wire == name }) {
        shape = member.shape
        continue
      }
      var word = UnknownWord(id: .paginate, what: "member", word: name, known: record.members.map(\.wire))
      word.lead = "'\(name)' is not a member of the response"
      word.isWhole = false
      return (word, record.members.first?.range)
    }
    return nil
  }
}

/// Notes mocks that differ from the declared response. This can be intended, to see what a client does with it.
struct MockRules {
  let findings: Findings
  let types: TypeTable

  func check(_ endpoint: EndpointModel) {
    // While a job runs, its result is missing.
    guard let mock = endpoint.mock, endpoint.policy.decode == nil, endpoint.poll == nil else { return }
    for answer in mock.answers where answer.error == nil && StatusSet.success.contains(answer.status) {
      guard case .json(let json) = answer.body, let fault = fault(of: json, endpoint) else { continue }
      // The values of variables are unknown.
      guard !JSONWriter.text(json).contains("${") else { continue }
      findings.note(.mock, "the mock does not match the declared response: \(fault)", at: answer.range)
    }
  }

  private func fault(of json: JSON, _ endpoint: EndpointModel) -> String? {
    var value = json
    if let path = endpoint.selection?.path {
      guard let found = try? path.select(json) else { return nil }
      if found.isNull, let (name, available, _) = path.absentMember(in: json) {
        return "'@ \(path.text)' selects nothing, because '\(name)' is missing; \(Suggestion.phrase(nil, among: available, what: "member"))"
      }
      value = found
    }
    guard case .shape(let shape) = endpoint.result else { return nil }
    let check = ShapeCheck(types: types, names: .wires, dates: endpoint.style.dates ?? .rfc3339)
    return check.fault(value, shape, at: "")?.named("the result")
  }
}

/// Checks that an endpoint that the spec calls exists, and that its arguments fit.
struct NamedCallRules {
  let findings: Findings
  let id: FindingID
  let key: String

  /// - Parameter caller: the endpoint that polls; nil for a token.
  func check(_ call: NamedCall, in endpoints: Endpoints, _ types: TypeTable, of caller: EndpointModel? = nil) {
    guard let called = endpoints[call.endpoint] else {
      findings.unknown(id, "endpoint", call.endpoint, of: "'\(key).call'", among: endpoints.names, at: call.range)
      return
    }
    if let stream = called.kindOfStream {
      let what = key == "poll" ? "be polled" : "return a token"
      findings.error(id, "'\(key).call' names '\(called.name)', but \(stream) cannot \(what)", at: call.range)
    }
    if let caller, called === caller, !Methods.isSafe(caller.method) {
      findings.error(
        id,
        "'\(key).call' names the endpoint itself, but each \(caller.method) could start another job; name the endpoint that returns the state",
        at: call.range)
    }
    check(call, fits: called, types)
  }

  private func check(_ call: NamedCall, fits called: EndpointModel, _ types: TypeTable) {
    var isMisnamed = false
    var named: [String: [ParameterModel]] = [:]
    for parameter in called.parameters {
      named[parameter.name, default: []].append(parameter)
      if parameter.qualifiedName != parameter.name { named[parameter.qualifiedName, default: []].append(parameter) }
    }
    let names = called.parameters.map(\.name)
    for (text, value) in call.arguments {
      guard let name = text.literal else { continue }
      let found = named[name] ?? []
      if found.isEmpty, !called.isOpen, name != "_" {
        isMisnamed = true
        PagingRules(findings: findings).refuse(name, of: called, names, "'\(key).args'", id, at: text.range)
      }
      guard found.count == 1, case .literal(let json) = value else { continue }
      if let fault = ShapeCheck(types: types).fault(json, found[0].shape, at: name) {
        findings.error(id, "invalid argument in '\(key).args': \(fault.message)", at: text.range)
      }
    }
    let missing = call.missing(in: called)
    // A misspelled argument is not also reported as missing.
    guard !missing.isEmpty, !isMisnamed else { return }
    let needed = missing.map { "'\($0.name)'" }.joined(separator: ", ")
    findings.error(
      id, "'\(called.name)' requires \(needed), but '\(key).args' does not set \(missing.count == 1 ? "it" : "them")", at: call.range,
      notes: missing.first.map { [.init("declared here", range: $0.range)] } ?? [])
  }
}

/// The rules of `auth:` about other endpoints: those that fetch and renew a token must exist and work without it.
struct AuthRules {
  let findings: Findings

  /// - Parameters:
  ///   - written: the endpoints that are known without those that are built when they are asked for.
  ///   - hasMore: whether there are such endpoints.
  func check(_ service: ServiceModel, _ written: [EndpointModel], hasMore: Bool) {
    if written.contains(where: { $0.auth.range != nil }) {
      CredentialReach(service, of: written, hasMore: hasMore, findings: findings).check()
    }
    let tokens = Self.distinct(service)
    if tokens.isEmpty { return }
    let endpoints = service.endpoints
    let shared = Self.shared(service, written)
    for token in tokens {
      for (key, call) in [("login", token.login), ("refresh", token.refresh)] {
        guard let call else { continue }
        NamedCallRules(findings: findings, id: .auth, key: key).check(call, in: service.endpoints, service.types)
        if let called = endpoints[call.endpoint] { check(called, key, call, of: token, endpoints, shared) }
      }
    }
  }

  /// The headers of the last credentials, which many endpoints inherit, and the fields that were reported in their place.
  struct HeaderUses {
    fileprivate var auth: SourceRange?
    fileprivate var names: Set<String> = []
    fileprivate var told: Set<SourceRange> = []
  }

  /// A header of the spec takes the place of a credential, except for cookies, which are joined.
  func checkHeaders(of endpoint: EndpointModel, _ uses: inout HeaderUses) {
    guard let range = endpoint.auth.range, !endpoint.headers.isEmpty else { return }
    if range != uses.auth {
      // A token is fetched with such a header.
      let headers = endpoint.auth.leaves.lazy.filter { $0.token == nil }.compactMap(\.location.header).map(HeaderRules.lowered)
      (uses.auth, uses.names) = (range, Set(headers).subtracting(["cookie"]))
    }
    let names = uses.names
    if names.isEmpty { return }
    for field in endpoint.headers
    where field.value.arguments.isEmpty && names.contains(HeaderRules.lowered(field.name)) && uses.told.insert(field.value.range).inserted {
      findings.warning(
        .noEffect, "'headers' sets '\(field.name)', so the credentials in 'auth' are not sent; keep one of them", at: field.value.range,
        hidesLine: true)
    }
  }

  /// An endpoint that fetches a token does not inherit that token. It could never start if it required the token, directly or through
  /// another one.
  private func check(
    _ called: EndpointModel, _ key: String, _ call: NamedCall, of token: TokenModel, _ endpoints: Endpoints,
    _ shared: Set<SourceRange>
  ) {
    for needed in called.auth.tokens {
      if needed.isSame(as: token) {
        if shared.contains(needed.range) { continue }
        findings.error(
          .auth, "'\(key)' calls '\(called.name)', which requires the same token; set 'auth: none' on '\(called.name)'", at: call.range)
      } else if reaches(token, from: needed, endpoints) {
        findings.error(
          .auth, "'\(key)' calls '\(called.name)', whose token is fetched with this token; set 'auth: none' on '\(called.name)'",
          at: call.range,
          notes: [.init("its token is declared here", range: needed.range)])
      }
    }
  }

  private func reaches(_ goal: TokenModel, from start: TokenModel, _ endpoints: Endpoints) -> Bool {
    var seen: Set<SourceRange> = []
    var waiting = [start]
    while let token = waiting.popLast() {
      guard seen.insert(token.range).inserted else { continue }
      for needed in token.endpoints.flatMap({ endpoints[$0]?.auth.tokens ?? [] }) where !needed.isSame(as: token) {
        if needed.isSame(as: goal) { return true }
        waiting.append(needed)
      }
    }
    return false
  }

  private static func distinct(_ service: ServiceModel) -> [TokenModel] {
    var seen: Set<SourceRange> = []
    return service.tokens.filter { seen.insert($0.range).inserted }
  }

  private static func shared(_ service: ServiceModel, _ written: [EndpointModel]) -> Set<SourceRange> {
    var counts: [SourceRange: Int] = [:]
    for token in written.flatMap(\.auth.tokens) { counts[token.range, default: 0] += 1 }
    var shared = Set(counts.filter { $0.value > 1 }.keys)
    shared.formUnion(service.level.auth.tokens.map(\.range))
    return shared
  }
}
