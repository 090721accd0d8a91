package import DialJSON
package import DialMessage
package import DialModel

/// What the policy `auth` needs from its client: the spec, the values of variables, and a way to send token requests.
package protocol AuthDelegate: AnyObject, Sendable {
  var service: ServiceModel { get }
  /// Whether someone else may have written the spec, so that stored secrets may go only to the origin of the base.
  var isUntrusted: Bool { get }
  /// Whether mocks or a recording respond, so that no tokens are fetched.
  var isOffline: Bool { get }

  /// Returns the value of `${NAME}` in `auth`. Throws an error with code `variable` if it has none.
  func variable(_ name: String) throws(CallError) -> String

  /// Calls an endpoint of the spec. The whole response is returned, before `@`.
  ///
  /// - Parameters:
  ///   - base: the base to use instead of that of the client; nil for that of the client.
  ///   - review: sees the request before it is sent, and can change it.
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
  /// The credentials that its calls carry.
  package let auth: [AuthModel]
  /// Decides which origins do not get credentials.
  package let foreign: ForeignRule
  /// The base of the calls; nil if there is none.
  package let base: String?

  package init(_ endpoint: EndpointModel, _ auth: [AuthModel], _ foreign: ForeignRule, base: String?) {
    (self.endpoint, self.auth, self.foreign, self.base) = (endpoint, auth, foreign, base)
  }
}
