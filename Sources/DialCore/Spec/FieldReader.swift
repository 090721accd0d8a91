import DialSyntax

/// Reads `headers:` and `query:`: names to texts that may hold variables and placeholders.
struct FieldReader {
  let findings: Findings

  func headers(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'headers'", findings) else { return [] }
    var fields: [FieldModel] = []
    var first: [String: SourceRange] = [:]
    for entry in entries {
      if Values.swallowed(entry, findings) { continue }
      guard HeaderRules.isToken(entry.name) else {
        findings.error(.headerName, "'\(entry.name)' is no header name: \(HeaderRules.tokenRule)", at: entry.key.range)
        continue
      }
      if HeaderRules.isOwned(entry.name) {
        findings.error(.headerOwned, "the header '\(entry.name)' belongs to the protocol and cannot be set", at: entry.key.range)
        continue
      }
      if let earlier = first[HeaderRules.lowered(entry.name)] {
        findings.error(
          .headerName, "the header '\(entry.name)' is given twice: case makes no difference", at: entry.key.range,
          notes: [.init("first here", range: earlier)])
        continue
      }
      guard let text = Values.text(entry.value, "a text for the header '\(entry.name)'", findings) else { continue }
      let value = Text(text, range: entry.value.range, arguments: true)
      if value.pieces.contains(where: { if case .literal(let part) = $0 { !HeaderRules.isValue(part) } else { false } }) {
        findings.error(
          .headerValue, "the header '\(entry.name)' holds what a header cannot: only printable ASCII and tab", at: entry.value.range)
        continue
      }
      if let secret = HeaderRules.literalSecret(name: entry.name, value: value) {
        findings.warning(.literalSecret, secret, at: entry.value.range)
      }
      let isSecret = HeaderRules.isSensitive(entry.name) || HeaderRules.soundsSecret(entry.name) && !value.variables.isEmpty
      GeneratedWords.check(text, entry.name, in: "header", at: entry.value.range, findings)
      fields.append(FieldModel(name: entry.name, value: value, isOwn: true, isSecret: isSecret))
      first[HeaderRules.lowered(entry.name)] = value.range
    }
    return fields
  }

  func query(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'query'", findings) else { return [] }
    var fields: [FieldModel] = []
    for entry in entries {
      if Values.swallowed(entry, findings) { continue }
      for item in entry.value.sequence ?? [entry.value] {
        guard let text = Values.text(item, "a text for the query item '\(entry.name)'", findings) else { continue }
        let value = Text(text, range: item.range, arguments: true)
        let isSecret = HeaderRules.soundsSecret(entry.name) && !value.variables.isEmpty
        if let literal = value.literal, let warning = SecretRules.literal(in: entry.name, literal) {
          findings.warning(.literalSecret, warning, at: item.range)
        }
        GeneratedWords.check(text, entry.name, in: "query", at: item.range, findings)
        fields.append(FieldModel(name: entry.name, value: value, isOwn: true, isSecret: isSecret))
      }
    }
    return fields
  }
}
