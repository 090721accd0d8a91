import DialModel
import DialSyntax

/// Reads `headers:` and `query:`: names to texts that may hold variables and placeholders.
struct FieldReader {
  let findings: Findings

  func headers(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'headers'", findings) else { return [] }
    var fields: [FieldModel] = []
    var first: [String: SourceRange] = [:]
    for entry in entries {
      guard isNamed(entry, first[HeaderRules.lowered(entry.name)]) else { continue }
      guard let text = Values.text(entry.value, "a string for the header '\(entry.name)'", findings) else { continue }
      let value = Text(text, range: entry.value.range, arguments: true)
      guard isSendable(value, text, entry) else { continue }
      first[HeaderRules.lowered(entry.name)] = value.range
      let isSecret = HeaderRules.isSensitive(entry.name) || !value.variables.isEmpty && HeaderRules.soundsSecret(entry.name)
      fields.append(FieldModel(name: entry.name, value: value, isOwn: true, isSecret: isSecret))
    }
    return fields
  }

  /// - Parameter earlier: where a header of this name was given before.
  private func isNamed(_ entry: Entry, _ earlier: SourceRange?) -> Bool {
    if Values.swallowed(entry, findings) { return false }
    if !HeaderRules.isToken(entry.name) {
      findings.error(.headerName, "'\(entry.name)' is not a valid header name; use \(HeaderRules.tokenRule)", at: entry.key.range)
    } else if HeaderRules.isOwned(entry.name) {
      findings.error(.headerOwned, "the header '\(entry.name)' is set by the protocol and cannot be changed", at: entry.key.range)
    } else if let earlier {
      findings.error(
        .headerName, "duplicate header '\(entry.name)'; header names are case-insensitive", at: entry.key.range,
        notes: [.init("first declared here", range: earlier)])
    } else {
      return true
    }
    return false
  }

  private func isSendable(_ value: Text, _ text: String, _ entry: Entry) -> Bool {
    if value.pieces.contains(where: { if case .literal(let part) = $0 { !HeaderRules.isValue(part) } else { false } }) {
      findings.error(
        .headerValue, "the header '\(entry.name)' contains an invalid character; use printable ASCII characters and tabs", at: entry.value.range)
      return false
    }
    if VariableMistakes.checkWords(text, of: entry.value, findings) { return true }
    if let secret = HeaderRules.literalSecret(name: entry.name, value: value) {
      findings.warning(.literalSecret, secret, at: entry.value.range)
    }
    GeneratedWords.check(text, entry.name, in: "header", at: entry.value.range, findings)
    VariableMistakes.check(text, at: entry.value.range, findings)
    return true
  }

  func query(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'query'", findings) else { return [] }
    var fields: [FieldModel] = []
    for entry in entries {
      if Values.swallowed(entry, findings) { continue }
      for item in entry.value.sequence ?? [entry.value] {
        guard let text = Values.text(item, "a string for the query item '\(entry.name)'", findings) else { continue }
        let value = Text(text, range: item.range, arguments: true)
        let isSecret = !value.variables.isEmpty && HeaderRules.soundsSecret(entry.name)
        if !VariableMistakes.checkWords(text, of: item, findings), let literal = value.literal,
          let warning = SecretRules.literal(in: entry.name, literal)
        {
          findings.warning(.literalSecret, warning, at: item.range)
        }
        GeneratedWords.check(text, entry.name, in: "query", at: item.range, findings)
        VariableMistakes.check(text, at: item.range, findings)
        fields.append(FieldModel(name: entry.name, value: value, isOwn: true, isSecret: isSecret))
      }
    }
    return fields
  }
}
