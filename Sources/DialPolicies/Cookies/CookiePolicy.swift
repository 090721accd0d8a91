package import DialMessage
import HTTPTypes

extension CookieJar {
  /// Sends the cookies of each hop along, and keeps those that its answer sets. What the call itself sends of a name stands.
  ///
  /// - Parameter domain: the one whose hosts may share them, as the spec says.
  package func exchange(_ request: PreparedRequest, sharedBelow domain: String?, _ next: Next) async throws -> Response {
    var request = request
    let own = Self.own(request)
    let pairs = added(to: request, beside: own, sharedBelow: domain)
    if !pairs.isEmpty { request.headers.setCookies((own + pairs).joined(separator: "; ")) }
    var response = try await next(request)
    response.identity.cookies = pairs.joined(separator: "; ")
    let set = response.headers[values: .setCookie]
    take(set, from: request.url, sharedBelow: domain)
    Self.hide(pairs + set, request.secrets)
    return response
  }

  /// Registers cookie values as secrets, because a server may repeat them. Short values are excluded: they are not sessions, and masking
  /// them would mask ordinary words.
  private static func hide(_ cookies: [String], _ secrets: Secrets) {
    for cookie in cookies {
      let value = cookie.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst()
      if value.utf8.count >= 8 { secrets.vault?.add(cookie: String(value)) }
    }
  }

  /// What would go with a request now, for the cache above.
  package func identify(_ request: PreparedRequest, sharedBelow domain: String?) -> String {
    added(to: request, beside: Self.own(request), sharedBelow: domain).joined(separator: "; ")
  }

  private func added(to request: PreparedRequest, beside own: [String], sharedBelow domain: String?) -> [String] {
    pairs(for: request.url, besides: Set(own.map { String($0.prefix { $0 != "=" }) }), sharedBelow: domain)
  }

  /// The cookies that the call itself sends.
  private static func own(_ request: PreparedRequest) -> [String] {
    request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.map { String($0.drop { $0 == " " }) }
  }
}
