import Crypto
package import DialMessage
import DialModel
import DialSyntax

/// A sign-in with a browser (RFC 6749 section 4.1, RFC 8252): the address for the user, and the token for the redirect.
package struct AuthorizationCode: Sendable {
  private let client: OAuthClient
  private let proof = PKCE()
  private let state = PKCE.random()
  /// The redirect URL: `http://127.0.0.1:40123/callback`.
  private let back: String

  package init(_ client: OAuthClient, back: String) { (self.client, self.back) = (client, back) }

  /// Returns the URL to open in the browser.
  package func address() throws(CallError) -> String {
    let url = try client.address("auth_url")
    var items = [("response_type", "code"), ("client_id", try client.value("client_id") ?? ""), ("redirect_uri", back)]
    items += try client.scope()
    items += [("state", state), ("code_challenge", proof.challenge), ("code_challenge_method", "S256")]
    return url + (url.contains("?") ? "&" : "?") + FormCoding.encode(items)
  }

  package enum Verdict: Sendable {
    case code, refused
    /// A request that does not belong to this sign-in.
    case unrelated
  }

  package func verdict(_ items: [(String, String)]) -> Verdict {
    guard items.first(where: { $0.0 == "state" })?.1 == state else { return .unrelated }
    return items.contains { $0.0 == "code" } && !items.contains { $0.0 == "error" } ? .code : .refused
  }

  /// Returns the token for the query of a redirect; nil if the request does not belong to this sign-in.
  package func token(_ items: [(String, String)]) async throws(CallError) -> Token? {
    func value(_ name: String) -> String? { items.first { $0.0 == name }?.1 }
    guard value("state") == state else { return nil }
    if let error = value("error") {
      let words = value("error_description").map { " (\(TerminalText.safe($0.excerpt(200))))" } ?? ""
      throw CallError(.credentials, "the sign-in was refused: \(TerminalText.safe(error.excerpt(80)))\(words)")
    }
    guard let code = value("code") else { throw CallError(.credentials, "the sign-in returned no authorization code") }
    return try await client.token([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", back), ("code_verifier", proof.verifier),
    ])
  }
}

/// Proves that the client that requests the token is the one that opened the browser (RFC 7636, method S256).
package struct PKCE: Sendable {
  package let verifier: String

  package init(verifier: String = Self.random()) { self.verifier = verifier }

  package var challenge: String { Self.base64URL(Array(SHA256.hash(data: Array(verifier.utf8)))) }

  /// Returns 43 random letters, digits, `-` and `_`.
  package static func random() -> String { base64URL((0..<32).map { _ in UInt8.random(in: 0...255) }) }

  private static func base64URL(_ bytes: [UInt8]) -> String { Base64.urlSafe(Base64.encode(bytes)) }
}
