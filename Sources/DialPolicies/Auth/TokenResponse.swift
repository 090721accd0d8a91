package import DialJSON
import DialMessage
import DialModel
import DialSyntax
package import HTTPTypes

package struct TokenResponse: Sendable {
  /// The body; null if it is not JSON.
  package let value: JSON
  let headers: HTTPFields

  package init(value: JSON, headers: HTTPFields) { (self.value, self.headers) = (value, headers) }

  /// Reads the token. Throws if there is none, or if it cannot be sent. With `isOAuth`, it comes from a token server (RFC 6749 section
  /// 5.1). The refresh token of `old` is kept if the response contains none (section 6).
  func token(at paths: TokenModel.Paths, isOAuth: Bool, renewing old: Token?) throws(CallError) -> Token {
    let json = value
    guard paths.access.header != nil || json.asObject != nil || json.asArray != nil else {
      let type = headers[.contentType].map { "'\($0.excerpt)'" } ?? "a response without a media type"
      throw refused("expected JSON, found \(type)")
    }
    guard let access = text(paths.access), !access.isEmpty else {
      throw refused("the response has no token at '\(paths.access.text)'")
    }
    let refresh = text(paths.refresh)
    for part in [access, refresh ?? ""] where !part.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      throw refused("the token contains a character that is not allowed in a header")
    }
    if isOAuth, let type = json[member: "token_type"].asString, type.lowercased() != "bearer" {
      throw refused("unsupported token type '\(type.excerpt(40))'; only bearer tokens are supported")
    }
    let scope = isOAuth ? json[member: "scope"].asString.map { $0.excerpt(500) } : nil
    var token = Token(access, refresh: refresh.flatMap { $0.isEmpty ? nil : $0 } ?? old?.refresh, expires: expiry(paths), scope: scope)
    if let old {
      token.session = old.session
      token.scope = token.scope ?? old.scope
    }
    return token
  }

  private func text(_ place: ResponseLocation) -> String? {
    switch place {
    case .header(let name): return HTTPField.Name(name).flatMap { headers[$0] }
    case .path(let path):
      guard let found = try? path.select(value) else { return nil }
      return found.asString ?? found.asNumberText
    }
  }

  /// Reads seconds from now, a Unix time in seconds or milliseconds, or a date. Anything else is ignored.
  private func expiry(_ paths: TokenModel.Paths) -> Timestamp? {
    guard let text = text(paths.expires) else { return nil }
    guard let number = Double(text) else { return Timestamp(rfc3339: text) }
    guard number > 0 else { return nil }
    switch number {
    case ..<1_000_000_000: return Timestamp(seconds: Int64(WallClock.now()) + Int64(number))
    case ..<100_000_000_000: return Timestamp(seconds: Int64(number))
    default: return number < 1e15 ? Timestamp(seconds: Int64(number / 1000)) : nil
    }
  }

  private func refused(_ message: String) -> CallError { CallError(.credentials, message) }
}
