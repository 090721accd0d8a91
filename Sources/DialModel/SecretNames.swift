/// Decides by its name whether a value is secret: that of `access_token`, `clientSecret` and `X-Api-Key` is.
package enum SecretNames {
  private static let words: Set<String> = [
    "assertion", "auth", "authorization", "bearer", "credential", "jwt", "otp", "passphrase", "passwd", "password", "pwd", "secret",
    "session", "sig", "signature", "token",
  ]
  /// Last words of names that describe a secret but are not secret: `token_type`, `keys_url`.
  private static let harmless: Set<String> = [
    "algorithm", "at", "count", "endpoint", "expiration", "expires", "expiry", "format", "in", "length", "limit", "method", "methods",
    "name", "policy", "scheme", "scope", "scopes", "size", "status", "type", "types", "uri", "url", "usage", "version",
  ]
  /// Words that make a key a secret: `api_key`, but not `sort_key` or the key of an issue.
  private static let keyWords: Set<String> = [
    "access", "account", "admin", "api", "app", "client", "consumer", "deploy", "encryption", "license", "master", "private", "root",
    "service", "shared", "signing", "ssh", "storage", "subscription", "webhook",
  ]
  /// What brings a sign-in to a program in the address of a redirect: OAuth, CAS, SAML.
  private static let signInItems: Set<String> = ["code", "ticket", "samlresponse", "samlart"]
  /// Words that make a token a position in a list: `nextPageToken`.
  private static let pagingWords: Set<String> = ["continuation", "cursor", "next", "page", "sync"]
  /// Words that make tokens a number of words of a language model: `max_tokens`.
  private static let quantities: Set<String> = [
    "budget", "cached", "completion", "input", "max", "min", "n", "new", "num", "output", "prompt", "reasoning", "remaining", "total",
    "used",
  ]
  /// Endings of names that are a single word: `apikey`, `authtoken`.
  private static let endings = [
    "token", "secret", "password", "passwd", "apikey", "accesskey", "authkey", "secretkey", "privatekey", "sessionid",
  ]

  /// Three letters each, as a number. Every such name contains one of them.
  private static let stems = ["ass", "aut", "bea", "cre", "jwt", "key", "otp", "pas", "pat", "pwd", "sec", "ses", "sig", "tok"]
    .map { $0.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }

  package enum Place: Sendable {
    /// A member of JSON, an item of a form or a part, where `key` can mean anything.
    case member
    /// An item of a URL, where `key` alone is that of an API.
    case item
    /// An item of a URL in a response, where `code` is that of a sign-in (RFC 6749 section 4.1.2).
    case redirect
    /// A header, where every key is secret.
    case header
  }

  /// Whether a name contains one of the words, as `access_token` does. `author` and `keyboard` do not.
  package static func contains(_ name: String, in place: Place = .member) -> Bool {
    guard name.utf8.count <= 200 else { return true }
    if place == .header {
      if HeaderRules.isSensitive(name) { return true }
      if HeaderRules.isSame(name, "Idempotency-Key") || HeaderRules.isSame(name, "Access-Control-Allow-Credentials") { return false }
    }
    if place == .redirect, signInItems.contains(name.lowercased()) { return true }
    guard mayBeSecret(name) else { return false }
    var parts = Name.words(of: name) { !$0.properties.isAlphabetic }
    if let last = parts.last, harmless.contains(last) { return false }
    if isPaging(parts) || isQuantity(parts) { parts.removeLast() }
    let single = parts.map { part in part.hasSuffix("s") && part != "access" ? String(part.dropLast()) : part }
    if zip(parts, single).contains(where: { words.contains($0) || words.contains($1) }) { return true }
    // `GITHUB_PAT`, a personal access token; alone in JSON it may be a name.
    if parts.last == "pat", parts.count > 1 || place != .member { return true }
    if single.contains("key") {
      if place == .header || single.contains(where: keyWords.contains) { return true }
      if place == .item || place == .redirect, parts == ["key"] { return true }
    }
    return single.contains { part in endings.contains { part.hasSuffix($0) } }
  }

  /// Whether a name contains one of the stems. Most do not, and are not split into words. A name that is not ASCII is.
  private static func mayBeSecret(_ name: String) -> Bool {
    var last = UInt32(0)
    return name.utf8.contains { letter in
      last = (last << 8 | UInt32(letter | 0x20)) & 0xFF_FFFF
      return letter >= 0x80 || stems.contains(last)
    }
  }

  private static func isQuantity(_ parts: [String]) -> Bool {
    parts.last == "tokens" && parts.dropLast().last.map(quantities.contains) == true
  }

  private static func isPaging(_ parts: [String]) -> Bool {
    guard let last = parts.last, last.hasSuffix("token") else { return false }
    let before = last == "token" ? parts.dropLast().last ?? "" : String(last.dropLast("token".count))
    return pagingWords.contains(before)
  }

  /// What stands in for a secret.
  package static let mask = "‹redacted›"

  /// Returns the target of an endpoint without the values of items whose names are those of secrets, and without what has the shape of a token.
  package static func masked(target: String) -> String {
    var target = target
    for range in TokenShapes.ranges(in: target).reversed() { target.replaceSubrange(range, with: mask) }
    guard let mark = target.firstIndex(of: "?") else { return target }
    let items = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    let shown = items.map { item -> String in
      let name = item.prefix { $0 != "=" }
      let value = item.dropFirst(name.count + 1)
      let isLiteral = !value.isEmpty && !value.hasPrefix("{") && !value.hasPrefix("${")
      return isLiteral && contains(PercentEncoding.decode(String(name)), in: .item) ? name + "=" + mask : String(item)
    }
    return target[..<mark] + "?" + shown.joined(separator: "&")
  }
}

extension TargetModel {
  /// The text without literal secrets, for lists, descriptions and agents.
  package var shownText: String { SecretNames.masked(target: text) }
}
