import Crypto
import DialModel

/// Proves that who asks for a token is who sent the user to the browser (RFC 7636, method S256).
package struct PKCE: Sendable {
  package let verifier: String

  /// A fresh one.
  package init() { self.init(verifier: Self.random()) }

  package init(verifier: String) { self.verifier = verifier }

  package var challenge: String { Self.base64URL(Array(SHA256.hash(data: Array(verifier.utf8)))) }

  /// 43 letters, digits, `-` and `_`, which nobody can guess.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Base64.urlSafe(Base64.encode(bytes))
  }
}
