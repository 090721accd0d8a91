package import DialJSON
package import DialMessage
package import DialModel
import HTTPTypes

/// A credential of one request that may have it, and what its kind needs to add it.
package struct CredentialContext: Sendable {
  package let credential: Credential
  package let scope: CredentialScope
  /// Decides which origins do not get the credential.
  package let foreign: CrossOriginRule
  let policy: AuthPolicy
  let delegate: any AuthDelegate

  var time: Int64 { policy.clock() }

  /// Returns the values of all keys. An optional one whose variable has no value is omitted, unless a profile could not get it.
  func values() throws(CallError) -> CredentialValues {
    var (values, filling) = (CredentialValues(), TokenArguments(delegate))
    for part in credential.parts {
      do throws(CallError) {
        values.set(part, try filling.fill(part.text) ?? "")
      } catch {
        guard part.isOptional, error.code == .variable else { throw error }
        if case .variable(_, .profile)? = error.remedy { throw error }
      }
    }
    return values
  }

  /// Adds the credential to each request that is sent, including retries and redirects, if its origin may have it.
  func onEachRequest(of request: inout PreparedRequest, _ middleware: @escaping Middleware) {
    let (outer, foreign) = (request.context[EachRequest.self], foreign)
    let own: Middleware = { request, next in
      if request.context[IsAway.self] || foreign.contains(request.url) { return try await next(request) }
      return try await middleware(request, next)
    }
    guard let outer else { return request.context[EachRequest.self] = own }
    request.context[EachRequest.self] = { request, next in try await outer(request, next.wrapped(by: own)) }
  }
}

extension Credential {
  /// What adds it to requests when they are sent; nil if its value is known before.
  package var authorizer: (any RequestAuthorizer)? { CredentialKinds[kind]?.authorization.authorizer }
}

extension Credential.Location {
  /// Whether the request has its header already. Cookies are sent beside others.
  func isGiven(in request: PreparedRequest) -> Bool {
    guard let name = header.flatMap({ HTTPField.Name($0) }), name != .cookie else { return false }
    return request.headers[name] != nil
  }

  /// Writes a secret value, which replaces an earlier one.
  func put(_ value: String, into request: inout PreparedRequest) {
    switch self {
    case .header(let header):
      guard let name = HTTPField.Name(header) else { return }
      if name == .cookie { request.headers.addCookies(value) } else { request.headers[name] = value }
    case .query(let item): request.url = Self.setting(item, value, in: request.url)
    }
  }

  /// Returns the URL with an item at the end of its query, which replaces all items of that name.
  private static func setting(_ name: String, _ value: String, in url: String) -> String {
    let key = PercentEncoding.encode(name)
    let item = "\(key)=\(PercentEncoding.encode(value))"
    guard let mark = url.firstIndex(of: "?") else { return "\(url)?\(item)" }
    let kept = url[url.index(after: mark)...].split(separator: "&").filter { $0.prefix { $0 != "=" } != key[...] }
    return "\(url[..<mark])?" + (kept.map(String.init) + [item]).joined(separator: "&")
  }
}

/// What the policy `auth` needs from its client: the spec, the values of variables, and a way to send token requests.
package protocol AuthDelegate: AnyObject, Sendable {
  var service: ServiceModel { get }
  var isUntrusted: Bool { get }
  /// Whether mocks or a recording respond, so that no tokens are fetched.
  var isOffline: Bool { get }

  /// Returns the value of `${NAME}` in `auth`. Throws an error with code `variable` if it has none.
  func variable(_ name: String) throws(CallError) -> String

  /// Returns what tells the value of a variable from another one: the value, or the program of a profile that would have to be run to get
  /// it; nil if it has none.
  func identity(of name: String) -> String?

  /// Calls an endpoint of the spec, by default at the base of the client, and returns the whole response, before `@`. `review` sees the
  /// request before it is sent, and can change it.
  func call(
    _ endpoint: String, _ arguments: [(String, JSON)], base: String?, _ review: (inout PreparedRequest) throws(CallError) -> Void
  ) async throws(CallError) -> TokenResponse

  /// Sends a request to a URL that is not an endpoint of the spec, with the timeouts and retries of `endpoint`.
  func send(
    _ endpoint: EndpointModel, to url: String, _ headers: [(String, String)], _ review: (inout PreparedRequest) -> Void
  ) async throws(CallError) -> TokenResponse
}

/// The endpoint whose calls need credentials, and the origins that may get them.
package struct CredentialScope: Sendable {
  package let endpoint: EndpointModel
  package let auth: [Credential]
  /// Decides which origins do not get credentials.
  package let foreign: CrossOriginRule
  package let base: String?

  package init(_ endpoint: EndpointModel, _ auth: [Credential], _ foreign: CrossOriginRule, base: String?) {
    (self.endpoint, self.auth, self.foreign, self.base) = (endpoint, auth, foreign, base)
  }
}
