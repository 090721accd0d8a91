import DialJSON
import DialMessage
import DialModel
import HTTPTypes

extension Binder {
  /// Headers of service, group and endpoint, then arguments, then spread dictionaries, then cookies.
  mutating func bindHeaders(_ options: CallOptions) {
    // On another origin secrets are left out, and options of the call take the place of what the spec gives.
    let isUsual = !isForeign && options.headers.isEmpty
    if isUsual { headers = HeaderBuilder(plan.headers.fixed) }
    for (index, step) in plan.headers.steps.enumerated().dropFirst(isUsual ? plan.headers.fixedCount : 0) {
      if !isUsual, index < model.headers.count, isLeftOut(step, options.headers) { continue }
      switch step {
      case .text(let target, let text): write(text, target)
      case .argument(let slot, let target, let argument):
        if let value = given.value(slot), !value.isNull { write(value, target, argument) }
      case .extras: bindExtras()
      case .spread(let slot, let parameter): if let value = given.value(slot) { spread(value, parameter) }
      case .cookies(let cookies): bind(cookies)
      }
    }
  }

  private func isLeftOut(_ step: HeaderStep, _ given: [(String, String)]) -> Bool {
    switch step {
    case .text(let target, _), .argument(_, let target, _):
      isForeign && target.isSecret || given.contains { $0.0.lowercased() == target.wire.lowercased() }
    default: false
    }
  }

  private mutating func write(_ text: FilledText, _ target: HeaderTarget) {
    guard let filled = fill(text) else { return }
    if target.isSensitive { secrets.add(filled) }
    guard let fault = headers.set(target, filled) else { return }
    let argument = text.slots.first.map { model.parameters[$0].name }
    refuse(argument == nil ? .spec : .value, argument, fault)
  }

  private mutating func write(_ value: JSON, _ target: HeaderTarget, _ argument: String) {
    guard let text = text(value, argument) else { return }
    if target.isSecret || target.isSensitive { keepSecret(text) }
    if let fault = headers.set(target, text) { refuse(.value, argument, "'\(argument)': \(fault)") }
  }

  /// A header whose name only the call knows.
  private mutating func write(_ wire: String, _ value: JSON, _ argument: String, isSecret: Bool, member: String? = nil) {
    guard let text = text(value, member ?? argument, isMember: member != nil) else { return }
    if isSecret || HeaderRules.isSensitive(wire) { keepSecret(text) }
    if let fault = headers.set(wire, text, isSecret: isSecret) { refuse(.value, argument, "'\(argument)': \(fault)") }
  }

  /// A credential is secret with the word of its scheme and without.
  private mutating func keepSecret(_ text: String) {
    secrets.add(text)
    if let blank = text.firstIndex(of: " ") { secrets.add(String(text[text.index(after: blank)...])) }
  }

  /// The text of a header from an argument: a scalar, or an array as a list; nil where there is nothing to send.
  private mutating func text(_ value: JSON, _ argument: String, isMember: Bool = false) -> String? {
    if let plain = ValueText.plain(value) { return plain }
    if let items = value.asArray {
      let texts = items.filter { !$0.isNull }.map(ValueText.plain)
      if texts.contains(nil) { refuse(.value, argument, "'\(argument)' holds a list or an object, which a header cannot") }
      return texts.isEmpty || texts.contains(nil) ? nil : texts.compactMap { $0 }.map(HeaderRules.listItem).joined(separator: ", ")
    }
    if value.asKind == .object {
      let hint = isMember ? ", which a header cannot hold" : ": spread it into headers with 'header.\(argument)*'"
      refuse(.value, argument, "'\(argument)' is a dictionary\(hint)")
    }
    return nil
  }

  private mutating func bindExtras() {
    for extra in given.extras where extra.place == .header {
      if let value = extra.value.json { write(extra.name, value, extra.name, isSecret: false) }
    }
  }

  private mutating func spread(_ value: JSON, _ parameter: ParameterModel) {
    guard let members = value.asObject else {
      refuse(.type, parameter, "'\(parameter.name)' is spread into headers and must be a dictionary")
      return
    }
    var names: [String: String] = [:]
    for member in members {
      if let twin = names.updateValue(member.name, forKey: member.name.lowercased()) {
        refuse(.repeated, parameter, "'\(parameter.name)' gives one header twice, as '\(twin)' and as '\(member.name)'")
      }
      write(
        parameter.wire + member.name, member.value, parameter.name, isSecret: parameter.isSecret,
        member: "\(parameter.name).\(member.name)")
    }
  }

  /// All cookies of a call in one header (RFC 6265 section 4.2.1).
  private mutating func bind(_ cookies: [HeaderStep.Cookie]) {
    var pairs: [String] = []
    let named = cookies.filter { !$0.isSpread && given.value($0.slot) != nil }.map(\.wire)
    for cookie in cookies { if let value = given.value(cookie.slot) { add(value, cookie, beside: named, to: &pairs) } }
    for extra in given.extras where extra.place == .cookie {
      if let value = extra.value.json { add(value, extra.name, extra.name, to: &pairs) }
    }
    if pairs.isEmpty { return }
    let others = givenCookies(besides: pairs)
    for pair in others { secrets.add(String(pair.drop { $0 != "=" }.dropFirst())) }
    pairs.insert(contentsOf: others, at: 0)
    if let fault = headers.set("Cookie", pairs.joined(separator: "; ")) { refuse(.value, nil, fault) }
  }

  /// Those of a header that the spec or an argument gave; one that is given by itself wins.
  private func givenCookies(besides pairs: [String]) -> [String] {
    func name(_ pair: some StringProtocol) -> String { String(pair.prefix { $0 != "=" }) }
    guard let header = headers.fields.first(where: { $0.name == .cookie })?.value else { return [] }
    let names = Set(pairs.map { name($0) })
    return header.split(separator: ";").map { String($0.drop { $0 == " " }) }.filter { !names.contains(name($0)) }
  }

  /// A cookie, or the members of a spread dictionary; one that is named beats a spread one of the same name.
  private mutating func add(_ value: JSON, _ cookie: HeaderStep.Cookie, beside named: [String], to pairs: inout [String]) {
    guard cookie.isSpread else { return add(value, cookie.name, cookie.wire, to: &pairs) }
    guard let members = value.asObject else {
      refuse(.type, cookie.name, "'\(cookie.name)' is spread into cookies and must be a dictionary")
      return
    }
    for member in members where !member.value.isNull && !named.contains(cookie.wire + member.name) {
      add(member.value, "\(cookie.name).\(member.name)", cookie.wire + member.name, isMember: true, to: &pairs)
    }
  }

  private mutating func add(_ value: JSON, _ name: String, _ wire: String, isMember: Bool = false, to pairs: inout [String]) {
    guard let text = ValueText.plain(value) else {
      let hint = value.asKind == .object && !isMember ? "; a dictionary is spread into cookies with 'cookie.\(name)*'" : ""
      refuse(.value, name, "'\(name)' cannot be a cookie: a text, a number or a Boolean\(hint)")
      return
    }
    guard HeaderRules.isToken(wire), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }) else {
      refuse(.value, name, "the cookie '\(name)' holds what a cookie cannot: blanks, quotes, commas, semicolons, backslashes, controls")
      return
    }
    secrets.add(text)
    pairs.append("\(wire)=\(text)")
  }

  /// The static forms of `auth`.
  mutating func bind(_ credential: CredentialStep) {
    switch credential {
    case .header(let target, let value, let names):
      // A header that an argument gave already stays.
      if let name = target.name, headers.contains(name) { return }
      let source = names.count == 1 ? "the variable '\(names[0])', which 'auth' uses" : "'auth'"
      if let fault = headers.set(target, value) { refuse(.spec, nil, "\(source): \(fault)") }
    case .item(let text): url.append(text)
    case .problems(let problems): report(problems)
    }
  }

  /// Headers of the call itself, which come last and win; one that is given twice is sent twice.
  mutating func bind(optionalHeaders fields: [(String, String)]) {
    var names: Set<String> = []
    for (name, value) in fields {
      if HeaderRules.isSensitive(name) { keepSecret(value) }
      let isFirst = names.insert(name.lowercased()).inserted
      if let fault = isFirst ? headers.set(name, value) : headers.add(name, value) { refuse(.option, name, fault) }
    }
  }
}
