import DialModel
import DialSyntax

/// The rules between the parts of one endpoint (language sections 1, 2 and 13). Rules about types wait for ``TypeRules``.
struct EndpointRules {
  let model: EndpointModel
  let draft: EndpointDraft
  let findings: Findings

  func check() {
    if mayHaveTwins {
      checkDuplicates()
      checkWireNames()
    }
    checkPlaces()
    checkBody()
    checkEncoding()
    checkEvents()
    checkSelection()
    if model.method == "HEAD" { checkHead() }
    if model.method == "CONNECT" { checkConnect() }
    if draft.pagination != nil || draft.poll != nil { PagingRules(findings: findings).check(model, draft) }
  }

  /// Whether two names of one place are the same. A look at lengths and ends tells of most endpoints that there are no such two;
  /// where it does not, few names are compared, and many are left to the checks, which hash them.
  private var mayHaveTwins: Bool {
    var names: UInt64 = 0
    var wires: UInt64 = 0
    var isSure = true
    for parameter in model.parameters {
      let name = Self.sign(parameter.name)
      let wire = Self.sign(parameter.wire)
      if names & name != 0 || wires & wire != 0 { isSure = false }
      names |= name
      wires |= wire
    }
    return !isSure && (model.parameters.count > 12 || hasTwins)
  }

  private var hasTwins: Bool {
    let parameters = model.parameters
    return parameters.indices.contains { index in
      parameters[..<index].contains { earlier in
        let later = parameters[index]
        return earlier.place == later.place && (earlier.name == later.name || HeaderRules.isSame(earlier.wire, later.wire))
      }
    }
  }

  /// One bit for a name, the same whatever its case.
  private static func sign(_ name: String) -> UInt64 {
    let letters = name.utf8
    let first = UInt64(letters.first ?? 0) | 0x20
    let last = UInt64(letters.last ?? 0) | 0x20
    return 1 << ((UInt64(letters.count) &* 0x9E37_79B9 ^ first &* 0x85EB_CA77 ^ last &* 0xC2B2_AE3D) >> 24 & 63)
  }

  private func checkDuplicates() {
    var seen: [String: ParameterModel] = [:]
    for parameter in model.parameters {
      if let first = seen[parameter.qualifiedName] {
        findings.error(
          .duplicateParameter, "the parameter '\(parameter.name)' is declared twice", at: parameter.range,
          notes: [.init("first here", range: first.range)])
      } else {
        seen[parameter.qualifiedName] = parameter
      }
    }
  }

  private func checkWireNames() {
    var seen: [String: ParameterModel] = [:]
    for parameter in model.parameters where !parameter.isSpread && parameter.place != .body && parameter.place != .template {
      let wire = parameter.place == .header ? parameter.wire.lowercased() : parameter.wire
      let key = "\(parameter.place.rawValue)\n\(wire)"
      if let first = seen[key], first.name != parameter.name {
        findings.error(
          .duplicateWireName, "'\(first.name)' and '\(parameter.name)' are both '\(parameter.wire)' in the \(parameter.place.words)",
          at: parameter.wireRange ?? parameter.range, notes: [.init("the other is here", range: first.wireRange ?? first.range)])
      } else {
        seen[key] = parameter
      }
    }
  }

  private func checkPlaces() {
    for parameter in model.parameters {
      let name = parameter.name
      if parameter.isSpread, parameter.place == .path || parameter.place == .body {
        findings.error(.parameter, "'\(name)*' cannot be spread into the \(parameter.place.words)", at: parameter.range)
      }
      if parameter.isFlag, parameter.place != .query {
        findings.error(
          .parameter, "'\(name)!' is a query key without a value: it cannot stand in the \(parameter.place.words)", at: parameter.range)
      }
      if parameter.place == .header { checkHeader(parameter) }
      if parameter.place != .part, parameter.place != .body, parameter.shape.isFile || parameter.shape.isFileList {
        findings.error(
          .place, "the file '\(name)' cannot stand in the \(parameter.place.words): a file is a part or the whole body", at: parameter.range
        )
      }
      if parameter.place == .part, model.encoding != .multipart {
        findings.error(.place, "'part.\(name)' needs a multipart body, this one is \(model.encoding.word)", at: parameter.range)
      }
      if model.isSocket, [.field, .part, .body].contains(parameter.place) {
        findings.error(.place, "a web socket has no body for '\(name)'", at: parameter.range)
      }
    }
  }

  private func checkHeader(_ parameter: ParameterModel) {
    let range = parameter.wireRange ?? parameter.range
    if HeaderRules.isOwned(parameter.wire) {
      findings.error(.headerOwned, "the header '\(parameter.wire)' belongs to the protocol and cannot be set", at: range)
    } else if !HeaderRules.isToken(parameter.wire), !(parameter.isSpread && parameter.wire.isEmpty) {
      findings.error(.headerName, "'\(parameter.wire)' is no header name: \(HeaderRules.tokenRule)", at: range)
    }
  }

  private func checkBody() {
    var whole: [ParameterModel] = []
    var members: [ParameterModel] = []
    for parameter in model.parameters {
      switch parameter.place {
      case .body: whole.append(parameter)
      case .field, .part: members.append(parameter)
      default: break
      }
    }
    if whole.count > 1 {
      findings.error(
        .bodyConflict, "two whole bodies: '\(whole[0].name)' and '\(whole[1].name)'", at: whole[1].range,
        notes: [.init("the first is here", range: whole[0].range)])
    }
    if let body = whole.first, let member = members.first {
      findings.error(
        .bodyConflict, "'\(member.name)' is a member of the body, and '\(body.name)' is the whole body: give it another place",
        at: member.range, notes: [.init("the whole body is here", range: body.range)])
    }
    checkSpreads(members)
    if model.encoding.isWhole { checkUnstructured(members) }
    guard let template = draft.body else { return }
    if let body = whole.first {
      findings.error(
        .bodyConflict, "'body' and the whole body '\(body.name)' exclude each other", at: template.range,
        notes: [.init("the whole body is here", range: body.range)])
    }
    if case .object(let written) = template.template {
      let names = Set(written.compactMap(\.name.literal))
      for member in members where !member.isSpread && names.contains(member.wire) {
        findings.error(
          .duplicateWireName, "'\(member.wire)' is a member of 'body' already: use '{\(member.name)}' there, or rename the parameter",
          at: member.range, notes: [.init("'body' is here", range: template.range)])
      }
      return
    }
    checkNamed(template)
    if let member = members.first {
      findings.error(
        .bodyConflict, "'\(member.name)' cannot be merged into a body that is no object: use it in 'body', or place it", at: member.range)
    }
  }

  /// Members of one spread dictionary would meet those of another, and nobody could say which is sent.
  private func checkSpreads(_ members: [ParameterModel]) {
    let spread = members.filter { $0.isSpread && $0.wire.isEmpty }
    guard spread.count > 1 else { return }
    findings.warning(
      .bodyConflict, "'\(spread[0].name)' and '\(spread[1].name)' are both spread into the body, where members of one name would meet",
      at: spread[1].range, notes: [.init("the other is here", range: spread[0].range)])
  }

  /// Items of a form and parts have names; an argument that is all of the body may be a dictionary.
  private func checkNamed(_ template: (template: BodyTemplate, range: SourceRange)) {
    guard model.encoding == .form || model.encoding == .multipart else { return }
    if case .text(let text) = template.template, text.soleArgument != nil { return }
    findings.error(
      .bodyConflict, "a \(model.encoding.word) body is a mapping, from names to values, such as {name: \"{name}\"}", at: template.range)
  }

  /// Text and bytes have no members.
  private func checkUnstructured(_ members: [ParameterModel]) {
    for member in members {
      findings.error(
        .bodyConflict,
        "a \(model.encoding.word) body has no members: '\(member.name)' is the whole body, '_ \(member.name)', or has a place",
        at: member.range)
    }
    guard let template = draft.body else { return }
    switch template.template {
    case .text, .literal: break
    case .array where model.encoding == .lines: break
    default:
      if model.encoding == .lines {
        findings.error(.bodyConflict, "a lines body is a list, one item a line", at: template.range)
        break
      }
      findings.error(.bodyConflict, "a \(model.encoding.word) body is one text", at: template.range)
    }
  }

  private func checkEncoding() {
    guard let range = draft.encodingRange, !model.hasBody, model.encoding != .json else { return }
    let hasBody = draft.body != nil || model.parameters.contains { [.field, .part, .body].contains($0.place) }
    if !hasBody {
      findings.error(
        .bodyUnasked, "\(model.method) has no body to write as \(model.encoding.word): declare one with 'field.' or '_'", at: range)
    }
  }

  private func checkEvents() {
    guard let events = draft.events else { return }
    guard case .events = model.result else {
      findings.warning(.noEffect, "'events' tells how a stream of '-> events' is read: it changes nothing here", at: events.range)
      return
    }
    if events.model.reconnect { checkReconnect(at: events.range) }
    guard let each = events.model.each, let selection = model.selection else { return }
    findings.error(
      .signature, "'each' and '@' both say what is taken from an event: keep one of them", at: each.range,
      notes: [.init("the other is here", range: selection.range)])
  }

  /// A selection takes a part of a body that is read as JSON.
  private func checkSelection() {
    guard let selection = model.selection else { return }
    let unread: String
    switch model.result {
    case _ where model.method == "HEAD": unread = "an answer to HEAD has none"
    case .text: unread = "'-> text' gives it as it is"
    case .bytes: unread = "'-> bytes' gives it as it is"
    case .headers: unread = "'-> headers' leaves it"
    case .void: unread = "'-> Void' leaves it"
    case .inferred, .shape, .events, .lines: return
    }
    findings.error(.signature, "'@' selects from the body of the reply, and \(unread): leave one of them out", at: selection.range)
  }

  /// An answer to HEAD has no body that could be read (RFC 9110 section 9.3.2).
  private func checkHead() {
    switch model.result {
    case .inferred, .headers, .void: return
    case .shape(.record(let record)) where record.members.allSatisfy({ $0.head != nil }): return
    case .shape, .text, .bytes, .events, .lines: break
    }
    findings.error(
      .signature, "an answer to HEAD has no body to be read: leave the result out, and it is the headers", at: draft.signature.range)
  }

  /// A stream that is taken up again sends its request again, and what is not idempotent may be done twice (RFC 9110 section 9.2.2).
  private func checkReconnect(at range: SourceRange) {
    if Methods.idempotent.contains(model.method) || model.policy.retry?.unsafe ?? false { return }
    let key = "idempotency-key"
    let headers = model.headers.map(\.name) + model.parameters.filter { $0.place == .header }.map(\.wire)
    if headers.contains(where: { $0.lowercased() == key }) { return }
    findings.warning(
      .unsafeRepeat,
      "'reconnect' sends the \(model.method) again where the stream breaks off: 'retry: {unsafe: true}' says that it may be, or give it an Idempotency-Key",
      at: range)
  }

  private func checkConnect() {
    for parameter in model.parameters where parameter.place != .path {
      findings.error(.connectParameter, "CONNECT takes path parameters only, not '\(parameter.name)'", at: parameter.range)
    }
  }
}
