import DialModel

/// Decides whether a literal in a query is probably a credential.
package enum SecretRules {
  /// Returns why the value of this query item should be a variable; nil if the item is not secret, or the value looks public, such as
  /// `DEMO_KEY`.
  package static func literal(in name: String, _ value: String) -> String? {
    guard SecretNames.contains(name, in: .item), looksLikeToken(value) else { return nil }
    return "the spec contains a literal token; use a variable such as ${TOKEN} in '\(name)', and set its value when calling"
  }

  /// Whether a text has at least six characters with a digit and no space, or is very long.
  private static func looksLikeToken(_ text: String) -> Bool {
    let letters = text.utf8
    guard letters.count >= 6, !letters.contains(UInt8(ascii: " ")) else { return false }
    return letters.count >= 24 || letters.contains { (48...57).contains($0) }
  }
}
