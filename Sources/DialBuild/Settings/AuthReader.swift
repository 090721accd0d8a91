import DialModel
import DialPolicies
import DialSyntax

/// Reads `auth`: a line such as `bearer ${TOKEN}`, a mapping, or a list. The kinds of credentials say what a line and a mapping contain.
package struct AuthReader {
  let findings: Findings
  package static let words = ["none"] + CredentialKinds.all.map(\.name)

  package static var wordRule: String { "'auth' must start with one of: \(words.joined(separator: ", "))" }

  func read(_ node: Node) -> AuthModel? {
    if let items = node.sequence { return AuthListReader(findings: findings).all(items, node) }
    if let entries = node.mapping {
      if let any = entries.first(where: { $0.name == "any" }) { return AuthListReader(findings: findings).any(any, in: node) }
      if entries.contains(where: { $0.name == "scheme" }), let kind = CredentialKinds["scheme"], let syntax = kind.syntax {
        return CredentialReader(kind: kind, syntax: syntax, findings: findings).mapping(node, in: node)
      }
      for entry in entries {
        if let kind = CredentialKinds[entry.name], let syntax = kind.syntax, syntax.more != nil {
          return CredentialReader(kind: kind, syntax: syntax, findings: findings).mapping(entry, in: node)
        }
      }
      return TokenReader(findings: findings).read(node).map { .one(Credential($0)) }
    }
    guard let text = Values.text(node, "credentials such as 'bearer ${TOKEN}'", findings) else { return nil }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard let word = parts.first.map(String.init) else { return refuse("'auth' is empty; for no credentials, write 'auth: none'", node) }
    TextRules.check(text, of: node, findings)
    let words = parts.map { part in
      let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
      return (text: String(part), range: node.range(of: start..<(start + part.utf8.count)))
    }
    switch (word, words.count) {
    case ("none", 1): return AuthModel.none
    case ("none", _): return refuse("unexpected text after 'none'", node)
    case ("none?", 1): return refuse("'none?' must be in a list; write [bearer ${TOKEN}, none?]", node)
    default: break
    }
    guard let kind = CredentialKinds[word] else { return refuse(Self.wordRule, node, hidesLine: true) }
    guard let syntax = kind.syntax else {
      return refuse("'oauth2' must be a mapping; write {oauth2: {grant: client_credentials, token_url: …}}", node)
    }
    guard (syntax.required.count...syntax.line.count).contains(words.count - 1) else {
      return refuse("'\(word)' requires \(syntax.needs); write '\(syntax.example)'", node)
    }
    return CredentialReader(kind: kind, syntax: syntax, findings: findings).line(words.dropFirst(), node)
  }

  /// A line with a word that is not a variable may contain a token, and is not printed.
  private func refuse(_ message: String, _ node: Node, hidesLine: Bool = false) -> AuthModel? {
    let words = (node.text ?? "").split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst()
    let hidesLine = hidesLine || !words.allSatisfy(Self.areVariables)
    findings.add(.finding(.error, .auth, message, at: node.range, hidesLine: hidesLine), about: .value(node, key: "auth"))
    return nil
  }

  /// Whether a word consists of variables, such as `${USER}:${PASSWORD}`, so that it contains no secret.
  package static func areVariables(_ word: some StringProtocol) -> Bool {
    let parts = word.split(separator: "}", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.last == "" && parts.dropLast().allSatisfy { $0.drop { ":=".contains($0) }.hasPrefix("${") }
  }
}

extension Findings {
  /// Warns of a secret in the text of the spec, for which a variable with this name could stand.
  func warnOfLiteral(_ what: String = "secret", as name: String = "SECRET", at range: SourceRange) {
    warning(
      .literalSecret, "the spec contains a literal \(what); use a variable such as ${\(name)} and set its value when calling", at: range)
  }

  /// Reports other keys in a mapping that can have only one.
  func refuseKeys(besides key: String, in node: Node, _ advice: String) {
    for other in node.mapping ?? [] where other.name != key {
      error(.auth, "'\(other.name)' cannot be combined with '\(key)'; \(advice)", at: other.key.range)
    }
  }
}
