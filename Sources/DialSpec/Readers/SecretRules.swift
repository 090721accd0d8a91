/// Decides whether a literal in a query is probably a credential.
enum SecretRules {
  /// Names of credentials, without separators.
  private static let names: Set<String> = [
    "key", "apikey", "accesskey", "secretkey", "privatekey", "token", "auth", "secret", "password", "passwd", "pwd", "session",
    "sessionid", "signature", "sig",
  ]
  private static let endings = ["token", "secret", "password", "apikey"]

  /// Returns why a literal should be a variable: it has the name of a credential, and does not look public, such as `DEMO_KEY`; otherwise
  /// nil.
  static func literal(in name: String, _ value: String) -> String? {
    let bare = String(decoding: name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }, as: UTF8.self).lowercased()
    guard names.contains(bare) || endings.contains(where: { bare.hasSuffix($0) }), looksLikeToken(value) else { return nil }
    return "a literal token in a spec: write '\(name)' with a variable such as ${TOKEN}, and give its value when calling"
  }

  /// Whether a text has at least six characters with a digit and no space, or is very long.
  private static func looksLikeToken(_ text: String) -> Bool {
    let letters = text.utf8
    guard letters.count >= 6, !letters.contains(UInt8(ascii: " ")) else { return false }
    return letters.count >= 24 || letters.contains { (48...57).contains($0) }
  }
}
