package import DialMessage
import DialModel

extension OAuthClient {
  /// Gives a token back (RFC 7009), where the spec says how; false where it does not.
  package func revoke(_ token: Token) async throws(CallError) -> Bool {
    guard oauth.text("revoke_url") != nil else { return false }
    let form = token.refresh.map { [("token", $0), ("token_type_hint", "refresh_token")] } ?? [("token", token.access)]
    _ = try await post(form, to: "revoke_url")
    return true
  }
}
