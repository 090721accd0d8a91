/// Whether a literal in a query is most likely a credential that stands in the open.
enum SecretRules {
  /// Names of credentials, without the signs between their words.
  private static let names: Set<String> = [
    "key", "apikey", "accesskey", "secretkey", "privatekey", "token", "auth", "secret", "password", "passwd", "pwd", "session",
    "sessionid", "signature", "sig",
  ]
  private static let endings = ["token", "secret", "password", "apikey"]

  /// Why a literal of this name should be a variable, or nil: the name is one of credentials, and the value looks like none that
  /// is public, such as `DEMO_KEY`.
  static func literal(in name: String, _ value: String) -> String? {
    let bare = String(decoding: name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }, as: UTF8.self).lowercased()
    guard names.contains(bare) || endings.contains(where: { bare.hasSuffix($0) }), looksLikeToken(value) else { return nil }
    return "the spec contains a literal token; use a variable such as ${TOKEN} in '\(name)', and set its value when calling"
  }

  /// Six characters or more without a blank, a digit among them; or very long.
  private static func looksLikeToken(_ text: String) -> Bool {
    let letters = text.utf8
    guard letters.count >= 6, !letters.contains(UInt8(ascii: " ")) else { return false }
    return letters.count >= 24 || letters.contains { (48...57).contains($0) }
  }
}
