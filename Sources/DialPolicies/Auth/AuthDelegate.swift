package import DialJSON
package import DialMessage
package import DialModel

/// What the policy `auth` needs of the client that it belongs to: the spec, the values of variables, and a way to send what fetches a token.
package protocol AuthDelegate: AnyObject, Sendable {
  var service: ServiceModel { get }
  /// Whether anybody may have written the spec, so that what the user keeps goes to the origin of the base only.
  var isUntrusted: Bool { get }
  /// Whether mocks or a recording answer, so that nobody gives tokens.
  var isOffline: Bool { get }

  /// The value of `${NAME}` in `auth`. Throws an error of code `variable` where nobody gives one.
  func variable(_ name: String) throws(CallError) -> String

  /// Calls an endpoint of the spec; its whole reply is the response, before `@`.
  ///
  /// - Parameters:
  ///   - base: in place of the client's; nil for that.
  ///   - review: sees the request before it is sent, and may change it.
  func call(
    _ endpoint: String, _ arguments: [(String, JSON)], base: String?, _ review: (inout PreparedRequest) throws(CallError) -> Void
  ) async throws(CallError) -> TokenResponse

  /// Sends a request to a URL that is no endpoint of the spec, bounded and retried as `endpoint` says.
  func send(
    _ endpoint: EndpointModel, to url: String, _ headers: [(String, String)], _ review: (inout PreparedRequest) -> Void
  ) async throws(CallError) -> TokenResponse
}

/// The endpoint whose calls need credentials, and where those may go.
package struct CredentialScope: Sendable {
  package let endpoint: EndpointModel
  /// The credentials that its calls carry.
  package let auth: [AuthModel]
  /// What is foreign to the base: credentials do not go there.
  package let foreign: ForeignRule
  /// The base of the calls; nil where there is none.
  package let base: String?

  package init(_ endpoint: EndpointModel, _ auth: [AuthModel], _ foreign: ForeignRule, base: String?) {
    (self.endpoint, self.auth, self.foreign, self.base) = (endpoint, auth, foreign, base)
  }
}
