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
    VariableMistakes.check(text, of: node, findings)
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
    guard let kind = CredentialKinds[word] else { return unknown(words, node) }
    for word in words.dropFirst() { _ = VariableMistakes.checkBare(word.text, at: word.range, findings) }
    guard let syntax = kind.syntax else {
      return refuse("'oauth2' must be a mapping; write {oauth2: {grant: client_credentials, token_url: …}}", node)
    }
    guard (syntax.required.count...syntax.line.count).contains(words.count - 1) else {
      return refuse("'\(word)' requires \(syntax.needs); write '\(syntax.example)'", node)
    }
    return CredentialReader(kind: kind, syntax: syntax, findings: findings).line(words.dropFirst(), node)
  }

  private func unknown(_ words: [(text: String, range: SourceRange)], _ node: Node) -> AuthModel? {
    let kind = words[0].text
    // A word that is not similar to a kind may be a token without a kind, and is not repeated.
    if Suggestion.nearest(to: kind, among: Self.words) != nil,
      words.dropFirst().allSatisfy({ Self.areVariables($0.text) || VariableMistakes.name(in: $0.text) != nil })
    {
      findings.unknown(.auth, "kind of auth", kind, among: Self.words, at: words[0].range)
    } else {
      let form =
        Self.meansKey(kind)
        ? "; for an API key, write 'header X-Api-Key ${KEY}'" : words.count == 1 ? "; for a token, write 'bearer ${TOKEN}'" : ""
      let isToken = words.count == 1 && kind.hasPrefix("${") && kind.hasSuffix("}")
      findings.error(
        .auth, Self.wordRule + form, at: node.range, fix: "write 'bearer'", with: isToken ? "bearer \(kind)" : nil, hidesLine: true)
    }
    return nil
  }

  /// Whether a word means an API key, as OpenAPI and others call it.
  private static func meansKey(_ word: String) -> Bool {
    ["apikey", "key", "xapikey"].contains(word.lowercased().filter { $0 != "-" && $0 != "_" })
  }

  /// A line with a word that is not a variable may contain a token, and is not printed.
  private func refuse(_ message: String, _ node: Node) -> AuthModel? {
    let words = (node.text ?? "").split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst()
    // `basic ${USER}:${PASSWORD}` and `query key=${KEY}`.
    let kind = (node.text ?? "").prefix { $0 != " " }
    let sides = words.count == 1 ? words.first?.split(maxSplits: 1, whereSeparator: { ":=".contains($0) }) ?? [] : []
    let isName = kind == "query" || kind == "header"
    let isClear = sides.count == 2 && sides[1].hasPrefix("${") && (isName ? Name.isValid(String(sides[0])) : sides[0].hasPrefix("${"))
    return findings.fail(
      .auth, message, at: node.range, fix: "insert a space", with: isClear ? "\(kind) \(sides[0]) \(sides[1])" : nil,
      hidesLine: !words.allSatisfy(Self.areVariables))
  }

  /// Whether a word consists of variables, such as `${USER}:${PASSWORD}`, so that it contains no secret.
  private static func areVariables(_ word: some StringProtocol) -> Bool {
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
