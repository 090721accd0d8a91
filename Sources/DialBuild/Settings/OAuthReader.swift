import DialModel
import DialSyntax

/// Reads `oauth2:`. The required keys depend on the grant.
struct OAuthReader {
  let findings: Findings

  func read(_ node: Node) -> OAuthModel? {
    guard Values.mapping(node, "'oauth2'", findings) != nil else { return nil }
    var grant: (OAuthModel.Grant, SourceRange)?
    var clientAuth = OAuthModel.ClientAuth.basic
    var values: [String: Text] = [:]
    var keys: [String: SourceRange] = [:]
    let before = findings.faults.count
    KeyTable.oauth2.read(node, findings) { entry in
      keys[entry.name] = entry.key.range
      switch entry.name {
      case "grant": grant = WordTable.grant.choice(entry.value, findings).map { ($0, entry.value.range) }
      case "client_auth": clientAuth = WordTable.clientAuth.choice(entry.value, findings) ?? clientAuth
      case "scope": values["scope"] = scope(entry.value)
      default: values[entry.name] = value(entry)
      }
    }
    guard let grant else {
      if findings.faults.count == before {
        findings.error(
          .missingKey, "'oauth2' requires 'grant'; expected one of: \(WordTable.grant.words.joined(separator: ", "))", at: node.range)
      }
      return nil
    }
    // A misspelled key may be the missing one.
    let isMisspelled = findings.faults[before...].contains { $0.finding.id == FindingID.unknownKey.rawValue }
    check(grant.0, at: grant.1, keys, isComplete: !isMisspelled)
    return OAuthModel(range: node.range, grant: grant.0, clientAuth: clientAuth, values: values)
  }

  /// One text, or a list of scopes.
  private func scope(_ node: Node) -> Text? {
    guard let items = Values.texts(node, "scope", findings), !items.isEmpty else { return nil }
    return Text(items.joined(separator: " "), range: node.range, arguments: false)
  }

  private func value(_ entry: Entry) -> Text? {
    guard let text = Values.text(entry.value, "a string for '\(entry.name)'", findings) else { return nil }
    let isMisspelt = TextRules.check(text, of: entry.value, findings)
    let value = Text(text, range: entry.value.range, arguments: false)
    if entry.name.hasSuffix("_url"), let literal = value.literal { checkURL(literal, entry) }
    if isMisspelt { return value }
    if let literal = value.literal, !literal.isEmpty, OAuthModel.secrets.contains(entry.name) {
      findings.warnOfLiteral(at: entry.value.range)
    }
    return value
  }

  private func checkURL(_ text: String, _ entry: Entry) {
    let path = text.hasPrefix(OAuthModel.origin) ? String(text.dropFirst(OAuthModel.origin.count)) : text
    if path.hasPrefix("/"), !path.hasPrefix("//") { return }
    guard let origin = Origin(text), ["http", "https"].contains(origin.scheme), !text.contains("@") else {
      findings.error(
        .auth, "'\(entry.name)' must be a URL such as https://login.example.com/token, or a path such as /token", at: entry.value.range)
      return
    }
    if origin.scheme == "http", !Loopback.contains(origin.host) {
      findings.error(
        .auth, "'\(entry.name)' must use https, because it receives secrets; http is allowed only for localhost", at: entry.value.range)
    }
  }

  private func check(_ grant: OAuthModel.Grant, at range: SourceRange, _ keys: [String: SourceRange], isComplete: Bool) {
    let missing = grant.needs.filter { keys[$0] == nil }
    if isComplete, !missing.isEmpty {
      let names = missing.map { "'\($0)'" }.joined(separator: ", ")
      findings.error(.missingKey, "the grant '\(grant.rawValue)' requires \(names)", at: range)
    }
    for name in grant.leaves {
      guard let key = keys[name] else { continue }
      findings.warning(.noEffect, "'\(name)' has no effect with the grant '\(grant.rawValue)'", at: key)
    }
    if let key = keys["client_auth"], keys["client_secret"] == nil {
      findings.warning(.noEffect, "'client_auth' has no effect without 'client_secret'", at: key)
    }
  }
}
