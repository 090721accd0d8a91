package import DialMessage
import DialModel

extension OAuthClient {
  /// Revokes a token (RFC 7009). Returns false if the spec does not declare how.
  package func revoke(_ token: Token) async throws(CallError) -> Bool {
    guard oauth.text("revoke_url") != nil else { return false }
    let form = token.refresh.map { [("token", $0), ("token_type_hint", "refresh_token")] } ?? [("token", token.access)]
    _ = try await post(form, to: "revoke_url")
    return true
  }
}
