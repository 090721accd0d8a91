import DialModel
import DialSyntax

struct FieldReader {
  let findings: Findings

  func headers(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'headers'", findings) else { return [] }
    var fields: [FieldModel] = []
    var first: [String: (name: String, range: SourceRange)] = [:]
    for entry in entries {
      guard isNamed(entry, first[HeaderRules.lowered(entry.name)]) else { continue }
      guard let text = Values.text(entry.value, "a string for the header '\(entry.name)'", findings) else { continue }
      let value = Text(text, range: entry.value.range, arguments: true)
      guard isSendable(value, text, entry) else { continue }
      first[HeaderRules.lowered(entry.name)] = (entry.name, value.range)
      fields.append(FieldModel(name: entry.name, value: value, isOwn: true, in: .header))
    }
    return fields
  }

  private func isNamed(_ entry: Entry, _ earlier: (name: String, range: SourceRange)?) -> Bool {
    if Values.swallowed(entry, findings) { return false }
    if PlaceholderNames.read(entry, in: .header, findings) == nil { return false }
    if !HeaderRules.isToken(entry.name) {
      findings.error(.headerName, "'\(entry.name)' is not a valid header name; use \(HeaderRules.tokenRule)", at: entry.key.range)
    } else if let fault = HeaderRules.ownedFault(entry.name) {
      findings.error(.headerOwned, fault, at: entry.key.range)
    } else if let earlier {
      // An equal key is a finding of YAML.
      if earlier.name == entry.name { return false }
      findings.error(
        .headerName, "duplicate header '\(entry.name)'; header names are case-insensitive", at: entry.key.range,
        notes: [.init("first declared here", range: earlier.range)])
    } else {
      return true
    }
    return false
  }

  private func isSendable(_ value: Text, _ text: String, _ entry: Entry) -> Bool {
    if value.pieces.contains(where: { if case .literal(let part) = $0 { !HeaderRules.isValue(part) } else { false } }) {
      // There is no field, so that nothing else knows that the line contains a secret.
      let finding = Diagnostic.finding(
        .error, .headerValue, HeaderRules.valueFault(in: entry.name), at: entry.value.range, hidesLine: HeaderRules.isSensitive(entry.name))
      findings.add(finding, about: .value(entry.value, key: ""))
      return false
    }
    if TextRules.refusesBraces(text, of: entry.value, findings) { return true }
    if TextRules.check(text, of: entry.value, findings) { return true }
    if let secret = HeaderRules.literalSecret(name: entry.name, value: value) {
      findings.warning(.literalSecret, secret, at: entry.value.range)
    }
    return true
  }

  func query(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'query'", findings) else { return [] }
    var fields: [FieldModel] = []
    for entry in entries {
      if Values.swallowed(entry, findings) { continue }
      guard let name = PlaceholderNames.read(entry, in: .query, findings)?.literal else { continue }
      for item in entry.value.sequence ?? [entry.value] {
        guard let text = Values.text(item, "a string for the query item '\(entry.name)'", findings) else { continue }
        let value = Text(text, range: item.range, arguments: true)
        fields.append(FieldModel(name: name, value: value, isOwn: true, in: .item))
        if TextRules.refusesBraces(text, of: item, findings) { continue }
        if !TextRules.check(text, of: item, findings), let literal = value.literal,
          let warning = SecretRules.literal(in: entry.name, literal)
        {
          findings.warning(.literalSecret, warning, at: item.range)
        }
      }
    }
    return fields
  }
}

struct BodyReader {
  let findings: Findings
  var placeholders = Text.Placeholders.names

  /// Reads the arguments of a call of another endpoint.
  static func arguments(_ node: Node, of key: String, _ findings: Findings) -> [(name: Text, value: BodyTemplate)]? {
    let reader = BodyReader(findings: findings, placeholders: .dotted)
    guard Values.mapping(node, "'args'", findings) != nil, case .object(let members)? = reader.read(node) else { return nil }
    return members
  }

  func read(_ node: Node, in name: String? = nil) -> BodyTemplate? {
    switch node.content {
    case .scalar(let scalar):
      let text = Text(scalar.text, range: node.range, placeholders: placeholders)
      if TextRules.refusesBraces(scalar.text, of: node, findings) { return .text(text) }
      TextRules.check(scalar.text, of: node, findings)
      if placeholders == .dotted, GeneratedWord(rawValue: scalar.text) != nil {
        findings.warning(
          .sentLiterally, "'\(scalar.text)' is sent literally here; make it the default of a parameter of that endpoint", at: node.range)
      }
      if text.literal == nil || scalar.text.contains("$${") || Text.holdsEscape(scalar.text) { return .text(text) }
      return Values.json(node, findings).map { .literal($0) }
    case .sequence(let items):
      var parts: [BodyTemplate] = []
      for item in items {
        guard let part = read(item, in: name) else { return nil }
        parts.append(part)
      }
      return .array(parts)
    case .mapping(let entries):
      if node.isKeyAlone {
        let message = "YAML reads '\(node.range.text)' as a mapping; quote it if it is a placeholder, or write a value"
        findings.add(.finding(.error, .expectedValue, message, at: node.range), about: .value(node, key: ""))
        return nil
      }
      var members: [(name: Text, value: BodyTemplate)] = []
      for entry in entries {
        Values.swallowed(entry, findings)
        var key = Text(entry.name, range: entry.key.range, arguments: false)
        // After a finding, the other members are read, too.
        if placeholders == .names { key = PlaceholderNames.read(entry, in: name == nil ? .field : .body, findings) ?? key }
        guard let part = read(entry.value, in: entry.name) else { return nil }
        members.append((key, part))
      }
      return .object(members)
    }
  }
}

/// Reads the names of headers, query items and body fields, in which placeholders are not replaced. `{{` is a literal `{`, as in values.
enum PlaceholderNames {
  /// Returns the name; nil after a finding. `place` is `body` for a name inside of a field.
  static func read(_ entry: Entry, in place: Place, _ findings: Findings) -> Text? {
    let (name, key) = (entry.name, entry.key)
    guard name.utf8.contains(UInt8(ascii: "{")) else { return Text(name, range: key.range, arguments: false) }
    if let mistake = LeftoverBrace(name), mistake.isPair {
      let literal = mistake.literal
      return findings.fail(
        .sentLiterally, "'\(mistake.text)' is not replaced in a name; write '\(literal)' to send it as it is", at: key.range,
        fix: "send it as it is", with: Scalar.quoted(name.replacing(mistake.text, with: literal)))
    }
    let text = Text(name, range: key.range, arguments: true)
    let isFilled = place == .field || place == .body
    for piece in text.pieces {
      switch piece {
      case .literal: continue
      case .variable where isFilled: continue
      case .argument(let argument, _): return refuse(piece, argument, text, key, place, findings)
      case .variable, .generated: return refuse(piece, nil, text, key, place, findings)
      }
    }
    return text
  }

  private static func refuse(
    _ piece: Text.Piece, _ argument: String?, _ text: Text, _ key: Node, _ place: Place, _ findings: Findings
  ) -> Text? {
    let shown = Text(pieces: [.literal(""), piece], range: text.range).spelling
    var advice: [String] = []
    if place == .body {
      advice.append("pass the whole object as an argument")
    } else if let argument {
      let location = place == .field ? "" : place.rawValue + "."
      advice.append("declare '\(location)\(argument)*' to send the members of a dictionary")
    }
    var fixIts: [Diagnostic.FixIt] = []
    if place != .header {
      advice.append("write '\(escaped(piece))' to send it as it is")
      fixIts.append(.init("send it as it is", range: key.range, replacement: Scalar.quoted(text.pieces.map(escaped).joined())))
    }
    findings.error(
      .sentLiterally, "'\(shown)' is not replaced in a name; \(advice.joined(separator: ", or "))", at: key.range, fixIts: fixIts)
    return nil
  }

  private static func escaped(_ piece: Text.Piece) -> String {
    switch piece {
    case .literal(let text): text.replacing("{", with: "{{")
    case .variable(let name): "$${\(name)}"
    case .argument(let name, let operation): "{{\(operation?.sign ?? "")\(name)}"
    case .generated(let word): "{{\(word.rawValue)}"
    }
  }
}
