import DialModel
import DialSyntax

package struct AuthReader {
  let findings: Findings
  package static let words = ["none", "bearer", "basic", "header", "query", "digest", "oauth2", "aws4"]

  package static var wordRule: String { "'auth' must start with one of: \(words.joined(separator: ", "))" }

  func read(_ node: Node) -> AuthModel? {
    if let items = node.sequence { return AuthListReader(findings: findings).all(items, node) }
    if let any = node.mapping?.first(where: { $0.name == "any" }) { return AuthListReader(findings: findings).any(any, in: node) }
    if let aws4 = node.mapping?.first(where: { $0.name == "aws4" }) { return AWS4Reader(findings: findings).mapping(aws4, in: node) }
    if node.mapping != nil { return TokenReader(findings: findings).read(node) }
    guard let text = Values.text(node, "credentials such as 'bearer ${TOKEN}'", findings) else { return nil }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    let words = parts.map(String.init)
    func place(_ index: Int) -> SourceRange {
      let start = text.utf8.distance(from: text.startIndex, to: parts[index].startIndex)
      return node.range(of: start..<(start + parts[index].utf8.count))
    }
    guard let kind = words.first else { return refuse("'auth' is empty; for no credentials, write 'auth: none'", node) }
    VariableMistakes.check(text, of: node, findings)
    let values = words.dropFirst().map { Text($0, range: node.range, arguments: false) }
    // An unknown kind has its own finding.
    for index in words.indices.dropFirst() where Self.words.contains(kind) {
      _ = VariableMistakes.checkBare(words[index], at: place(index), findings)
    }
    switch (kind, words.count) {
    case ("none", 1): return AuthModel.none
    case ("bearer", 2): return warned(node, values, .bearer(values[0]))
    case ("basic", 3): return warned(node, [values[1]], .basic(values[0], values[1]))
    case ("header", 3):
      guard HeaderRules.isToken(words[1]), !HeaderRules.isOwned(words[1]) else {
        return findings.fail(.auth, "'\(words[1])' is not a valid header for a key; use a name such as X-Api-Key", at: place(1))
      }
      return warned(node, [values[1]], .header(words[1], values[1]))
    case ("query", 3): return warned(node, [values[1]], .query(words[1], values[1]))
    case ("digest", 3): return warned(node, [values[1]], .digest(values[0], values[1]))
    case ("aws4", _): return AWS4Reader(findings: findings).line(words, node)
    case ("none?", 1): return refuse("'none?' must be in a list; write [bearer ${TOKEN}, none?]", node)
    case ("none", _): return refuse("unexpected text after 'none'", node)
    case ("bearer", _): return refuse("'bearer' requires one value; write 'bearer ${TOKEN}'", node)
    case ("basic", _), ("digest", _): return refuse("'\(kind)' requires two values; write '\(kind) ${USER} ${PASSWORD}'", node)
    case ("header", _): return refuse("'header' requires a name and a value; write 'header X-Api-Key ${KEY}'", node)
    case ("query", _): return refuse("'query' requires a name and a value; write 'query key ${KEY}'", node)
    case ("oauth2", _): return refuse("'oauth2' must be a mapping; write {oauth2: {grant: client_credentials, token_url: …}}", node)
    default:
      // A word that is not similar to a kind may be a token without a kind, and is not repeated.
      if Suggestion.nearest(to: kind, among: Self.words) != nil,
        words.dropFirst().allSatisfy({ Self.areVariables($0) || VariableMistakes.name(in: String($0)) != nil })
      {
        findings.unknown(.auth, "kind of auth", kind, among: Self.words, at: place(0))
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

  /// Returns the credentials, with a warning if a token is literal, because every value in `auth` is a credential.
  private func warned(_ node: Node, _ secrets: [Text], _ model: AuthModel) -> AuthModel {
    let isLiteral = { (word: String) in !word.isEmpty && !word.contains(" ") && VariableMistakes.name(in: word) == nil }
    if secrets.contains(where: { $0.literal.map(isLiteral) ?? false }) { findings.warnOfLiteral("token", as: "TOKEN", at: node.range) }
    return model
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
