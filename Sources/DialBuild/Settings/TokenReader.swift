import DialJSON
import DialModel
import DialSyntax

/// Reads `auth:` as a mapping: a token with a label, and how to fetch and renew it.
struct TokenReader {
  let findings: Findings

  func read(_ node: Node) -> TokenModel? {
    for entry in node.mapping ?? [] where !KeyTable.auth.contains(entry.name) && !entry.name.hasPrefix("x-") {
      if findings.refuseKey(entry, of: "'auth'", .auth) { return nil }
    }
    var carriers: [(key: Node, carrier: TokenModel.Carrier, label: Text)] = []
    var (login, refresh): (NamedCall?, NamedCall?) = (nil, nil)
    var paths = TokenModel.Paths.standard
    var on = StatusSet.codes(401)
    var oauth: OAuthModel?
    var supply: TokenModel.Supply?
    var keys: [String: Node] = [:]
    var isWhole = true
    let before = findings.faults.count
    KeyTable.auth.read(node, findings) { entry in
      keys[entry.name] = entry.key
      switch entry.name {
      case "login": login = call(entry)
      case "refresh": refresh = call(entry)
      case "token": paths = self.paths(entry.value)
      case "from": supply = WordTable.supply.choice(entry.value, findings)
      case "on": on = PolicyReader(findings: findings).statuses(entry.value, "on") ?? on
      case "oauth2": oauth = OAuthReader(findings: findings).read(entry.value)
      default:
        if let carrier = carrier(entry) { carriers.append((entry.key, carrier.carrier, carrier.label)) } else { isWhole = false }
      }
    }
    guard isWhole, keys["oauth2"] == nil || oauth != nil else { return nil }
    if carriers.count > 1 {
      findings.error(
        .auth, "'\(carriers[0].key.text ?? "")' conflicts with '\(carriers[1].key.text ?? "")'; a token can have only one location",
        at: carriers[1].key.range)
    }
    for name in ["login", "refresh", "token"] {
      guard oauth != nil, let key = keys[name] else { continue }
      findings.error(.auth, "'oauth2' conflicts with '\(name)'; keep one of them", at: key.range)
    }
    guard let first = carriers.first else {
      if let oauth {
        return TokenModel(
          range: node.range, carrier: .bearer, label: nil, login: nil, refresh: nil, paths: paths, on: on, oauth: oauth)
      }
      if findings.faults.count == before {
        findings.error(.auth, "missing token label; write 'bearer: session' or use 'oauth2'", at: node.range)
      }
      return nil
    }
    if let supply {
      check(supply, keys, first.carrier, &paths)
    } else if login == nil, refresh == nil, oauth == nil, first.label.literal == nil, first.label.pieces.count == 1 {
      findings.warning(
        .auth,
        "'\(first.label.variables.first ?? "")' is used as a token label here; to send the value of the variable, write 'auth: bearer ${TOKEN}'",
        at: first.label.range)
    }
    return TokenModel(
      range: node.range, carrier: first.carrier, label: first.label, login: login, refresh: refresh, paths: paths, on: on, oauth: oauth,
      supply: supply)
  }

  /// Checks a token that comes from responses: it has no other source, and is sent in the header that it arrives in.
  private func check(
    _ supply: TokenModel.Supply, _ keys: [String: Node], _ carrier: TokenModel.Carrier, _ paths: inout TokenModel.Paths
  ) {
    for name in supply == .refusal ? ["login", "refresh", "oauth2"] : ["oauth2"] {
      guard let key = keys[name], let from = keys["from"] else { continue }
      findings.error(
        .auth, "'from: \(supply.rawValue)' conflicts with '\(name)', because both get a token; keep one of them", at: key.range,
        notes: [.init("'from' is here", range: from.range)])
    }
    guard keys["token"] == nil else { return }
    if case .header(let name) = carrier {
      paths.access = .header(name)
    } else if let from = keys["from"] {
      findings.error(
        .auth,
        "'from: \(supply.rawValue)' requires 'token', the location of the token in the response; write token: {access: header.X-Token}",
        at: from.range)
    }
  }

  /// Reads `bearer: LABEL`, `header: NAME LABEL`, `query: NAME LABEL`.
  private func carrier(_ entry: Entry) -> (carrier: TokenModel.Carrier, label: Text)? {
    guard let text = Values.text(entry.value, "the label of a token", findings) else { return nil }
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    func label(_ word: String) -> Text { Text(word, range: entry.value.range, arguments: false) }
    switch (entry.name, words.count) {
    case ("bearer", 1): return (.bearer, label(words[0]))
    case ("header", 2):
      guard HeaderRules.isToken(words[0]), !HeaderRules.isOwned(words[0]) else {
        return findings.fail(.auth, "'\(words[0])' is not a valid header for a token; use a name such as X-Token", at: entry.value.range)
      }
      return (.header(words[0]), label(words[1]))
    case ("query", 2): return (.query(words[0]), label(words[1]))
    case ("bearer", _):
      findings.error(.auth, "'bearer' requires a token label of one word; write {bearer: session}", at: entry.value.range, hidesLine: true)
    default:
      findings.error(
        .auth, "'\(entry.name)' requires a name and a token label; write {\(entry.name): X-Token session}", at: entry.value.range,
        hidesLine: true)
    }
    return nil
  }

  private func call(_ entry: Entry) -> NamedCall? {
    var name: (text: String, range: SourceRange)?
    var arguments: [(name: Text, value: BodyTemplate)] = []
    let before = findings.faults.count
    KeyTable.login.read(entry.value, as: entry.name, findings) { inner in
      if inner.name == "call" {
        name = Values.text(inner.value, "the name of an endpoint", findings).map { ($0, inner.value.range) }
      } else {
        arguments = BodyReader.arguments(inner.value, of: entry.name, findings) ?? []
      }
    }
    guard let name else {
      if findings.faults.count == before {
        findings.error(
          .auth, "'\(entry.name)' requires 'call', the endpoint that returns the token; write {call: \(entry.name)}", at: entry.key.range)
      }
      return nil
    }
    checkPlaceholders(arguments, of: entry.name)
    checkLiterals(arguments)
    return NamedCall(endpoint: name.text, range: name.range, arguments: arguments)
  }

  /// A token is shared by many calls, so it cannot use an argument of one.
  private func checkPlaceholders(_ arguments: [(name: Text, value: BodyTemplate)], of key: String) {
    for text in arguments.flatMap(\.value.texts) {
      for name in text.arguments where key == "login" || !TokenModel.members.contains(name) {
        let what = key == "login" ? "a variable ${NAME}" : TokenModel.members.map { "'{\($0)}'" }.joined(separator: " or ")
        findings.error(.auth, "unknown placeholder '{\(name)}' in '\(key).args'; write \(what)", at: text.range)
      }
    }
  }

  private func checkLiterals(_ arguments: [(name: Text, value: BodyTemplate)]) {
    for (name, value) in arguments {
      guard case .literal(let json) = value, let text = json.asString, !text.isEmpty,
        SecretNames.contains(name.literal ?? "", in: .item)
      else { continue }
      findings.warnOfLiteral(as: "PASSWORD", at: name.range)
    }
  }

  private func paths(_ node: Node) -> TokenModel.Paths {
    var paths = TokenModel.Paths.standard
    KeyTable.token.read(node, findings) { entry in
      var comparisons: [Comparison] = []
      guard
        let place = SelectionReader.location(
          entry.value, "a path such as data.token, or header.X-Token", .auth, findings, &comparisons)
      else { return }
      switch entry.name {
      case "access": paths.access = place
      case "refresh": paths.refresh = place
      default: paths.expires = place
      }
    }
    return paths
  }
}
