package import Dial

/// What the person who starts the server decides.
package struct AgentOptions: Sendable {
  /// Whether each endpoint is a tool, instead of three tools for all endpoints.
  package var makesToolOfEach = false
  /// The endpoints that the agent sees; all if empty.
  package var only: [String] = []
  /// Endpoints and methods that are called besides the safe methods.
  package var allowed: [String] = []
  /// Whether a person is asked before a call that is not allowed.
  package var asks = false
  /// The maximum size of a result.
  package var maxBytes = 64_000
  /// The maximum time of a call with all attempts, and of a wait; that of the spec if nil.
  package var timeout: Duration?
  /// Whether binary results are base64 in the result.
  package var showsBinary = false
  /// Reads the stored cookies of a spec before a call that needs them.
  package var readCookies: @Sendable (Client) throws(CallError) -> Void = { _ in }
  /// Stores the cookies after such a call.
  package var writeCookies: @Sendable (Client) async -> Void = { _ in }
  /// Gets a line for each call.
  package var audit: (@Sendable (JSON) -> Void)?
  /// Words what makes a failed call of a spec succeed.
  package var hint: @Sendable (_ remedy: Remedy, _ spec: String) -> String
  /// Words what allows an endpoint or its method.
  package var permission: @Sendable (_ endpoint: String, _ method: String) -> String

  package init(
    hint: @escaping @Sendable (_ remedy: Remedy, _ spec: String) -> String,
    permission: @escaping @Sendable (_ endpoint: String, _ method: String) -> String
  ) {
    (self.hint, self.permission) = (hint, permission)
  }
}
