import Crypto
import DialModel

/// Proves that the client that requests the token is the one that opened the browser (RFC 7636, method S256).
package struct PKCE: Sendable {
  package let verifier: String

  /// Creates a new, random verifier.
  package init() { self.init(verifier: Self.random()) }

  package init(verifier: String) { self.verifier = verifier }

  package var challenge: String { Self.base64URL(Array(SHA256.hash(data: Array(verifier.utf8)))) }

  /// Returns 43 random letters, digits, `-` and `_`.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Base64.urlSafe(Base64.encode(bytes))
  }
}
