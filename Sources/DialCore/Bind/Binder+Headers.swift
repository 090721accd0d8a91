import DialJSON

extension Binder {
  /// Headers of service, group and endpoint, then arguments, then spread dictionaries, then cookies.
  mutating func bindHeaders() {
    let given = Set(options.headers.map { $0.0.lowercased() })
    for field in model.headers where !given.contains(field.name.lowercased()) { add(header: field) }
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .header && !parameter.isSpread {
      guard let value = slots[slot]?.json else { continue }
      note(parameter.name, .header, parameter.wire, "declared as a header")
      set(parameter.wire, argument: parameter.name, value, isSecret: parameter.isSecret)
    }
    for extra in extras where extra.place == .header {
      guard let value = extra.value.json else { continue }
      note(extra.name, .header, extra.name, "given as 'header.\(extra.name)'")
      set(extra.name, argument: extra.name, value, isSecret: false)
    }
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .header && parameter.isSpread {
      guard let value = slots[slot]?.json else { continue }
      note(parameter.name, .header, parameter.wire + "*", "spread into headers")
      spread(parameter, value)
    }
    bindCookies()
  }

  private mutating func add(header field: FieldModel) {
    let isSecret = service.isSecret(field)
    if isForeign, isSecret { return }
    if let name = field.value.soleArgument {
      guard let value = templateValue(name) else { return }
      note(name, .header, field.name, "'headers' of the spec names '{\(name)}'")
      set(field.name, argument: name, value, isSecret: isSecret)
      return
    }
    for name in field.value.arguments { note(name, .header, field.name, "'headers' of the spec names '{\(name)}'") }
    guard let text = fill(field.value, in: .field) else { return }
    if isSecret { secretVariables(of: field.value) }
    if HeaderRules.isSensitive(field.name) { secrets.add(text) }
    if let fault = headers.set(field.name, text, isSecret: isSecret) { faults.append(fault) }
  }

  /// A header from an argument: a scalar, or an array as a list.
  private mutating func set(_ wire: String, argument: String, _ value: JSON, isSecret: Bool) {
    let text: String
    if let items = value.asArray {
      let texts = items.filter { !$0.isNull }.map(ValueText.plain)
      guard !texts.contains(nil) else {
        faults.append("'\(argument)' holds a list or an object, which a header cannot")
        return
      }
      if texts.isEmpty { return }
      text = texts.compactMap { $0 }.map(HeaderRules.listItem).joined(separator: ", ")
    } else if value.asObject != nil {
      faults.append("'\(argument)' is a dictionary: spread it into headers with 'header.\(argument)*'")
      return
    } else if let plain = ValueText.plain(value) {
      text = plain
    } else {
      return
    }
    if isSecret || HeaderRules.isSensitive(wire) {
      secrets.add(text)
      if let blank = text.firstIndex(of: " ") { secrets.add(String(text[text.index(after: blank)...])) }
    }
    if let fault = headers.set(wire, text, isSecret: isSecret) { faults.append("'\(argument)': \(fault)") }
  }

  private mutating func spread(_ parameter: ParameterModel, _ value: JSON) {
    guard let members = value.asObject else {
      faults.append("'\(parameter.name)' is spread into headers and must be a dictionary")
      return
    }
    for member in members { set(parameter.wire + member.name, argument: parameter.name, member.value, isSecret: parameter.isSecret) }
  }

  /// All cookies of a call in one header (RFC 6265 section 4.2.1).
  private mutating func bindCookies() {
    var pairs: [String] = []
    func add(_ name: String, _ wire: String, _ value: JSON, _ pairs: inout [String]) {
      guard let text = ValueText.plain(value) else {
        faults.append("'\(name)' cannot be a cookie: a text, a number or a Boolean")
        return
      }
      guard HeaderRules.isToken(wire), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }) else {
        faults.append("the cookie '\(name)' holds what a cookie cannot: blanks, quotes, commas, semicolons, backslashes, controls")
        return
      }
      secrets.add(text)
      pairs.append("\(wire)=\(text)")
    }
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .cookie {
      guard let value = slots[slot]?.json else { continue }
      note(parameter.name, .cookie, parameter.wire, "declared as a cookie")
      add(parameter.name, parameter.wire, value, &pairs)
    }
    for extra in extras where extra.place == .cookie {
      if let value = extra.value.json { add(extra.name, extra.name, value, &pairs) }
    }
    if !pairs.isEmpty, let fault = headers.set("Cookie", pairs.joined(separator: "; ")) { faults.append(fault) }
  }

  /// Headers and query items of the call itself, which come last and win.
  mutating func bindOptions() {
    for (name, value) in options.headers {
      if HeaderRules.isSensitive(name) {
        secrets.add(value)
        if let blank = value.firstIndex(of: " ") { secrets.add(String(value[value.index(after: blank)...])) }
      }
      if let fault = headers.set(name, value) { faults.append(fault) }
    }
  }

  /// The static forms of `auth`; credentials stay with the origin of the base.
  mutating func bindAuth() {
    for (name, value) in options.query.items {
      if let json = value.json { append(ParameterWriter(.query, model.style).items(name, json), isSpread: false) }
    }
    if isForeign { return }
    switch model.auth {
    case .none, .pending: break
    case .bearer(let text): credential(text) { "Bearer \($0)" }
    case .basic(let user, let password):
      guard let name = fill(user, in: .field), let word = fill(password, in: .field) else { return }
      if name.contains(":") { faults.append("the user of 'auth: basic' cannot hold ':'") }
      if name.isEmpty, word.isEmpty { return refuseEmpty(user) }
      if !user.variables.isEmpty { secrets.add(name) }
      secrets.add(word)
      let pair = Base64.encode(Array("\(name):\(word)".utf8))
      secrets.add(pair)
      setCredential("Authorization", "Basic \(pair)")
    case .header(let name, let text):
      guard let value = fill(text, in: .field) else { return }
      if value.isEmpty { return refuseEmpty(text) }
      secrets.add(value)
      setCredential(name, value)
    case .query(let name, let text):
      guard let value = fill(text, in: .field) else { return }
      if value.isEmpty { return refuseEmpty(text) }
      secrets.add(value)
      secrets.queryKeys.insert(PercentEncoding.encode(name))
      query.append(QueryItem(key: name, text: "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"))
    }
  }

  /// An empty credential is none: it is never sent as an empty header.
  private mutating func refuseEmpty(_ text: Text) {
    let name = text.variables.first ?? ""
    missingVariables.append(("the variable '\(name)' is empty, and 'auth' needs it", "give it with --var \(name)=…"))
  }

  private mutating func credential(_ text: Text, _ make: (String) -> String) {
    guard let value = fill(text, in: .field) else { return }
    if value.isEmpty { return refuseEmpty(text) }
    secrets.add(value)
    setCredential("Authorization", make(value))
  }

  /// A header that an argument gave already stays.
  private mutating func setCredential(_ name: String, _ value: String) {
    if headers.contains(name) { return }
    if let fault = headers.set(name, value, isSecret: true) { faults.append("'auth': \(fault)") }
  }
}
