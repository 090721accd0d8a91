public import HTTPTypes

/// A bound request: everything that will be sent, as a value that can be inspected, changed by a middleware, and sent.
public struct PreparedRequest: Sendable {
  /// What mostly is the same in all calls of an endpoint: one reference, until somebody changes something of it.
  private var shared: CopyOnWrite<Fields>

  /// The endpoint's name with its groups, such as `admin.ban`.
  public var endpoint: String {
    get { shared.value.endpoint }
    _modify { yield &shared.value.endpoint }
  }
  /// The method (RFC 9110 section 9).
  public var method: HTTPRequest.Method {
    get { shared.value.method }
    _modify { yield &shared.value.method }
  }
  /// Absolute, encoded once, without a fragment.
  public var url: String
  /// Field lines in the order sent. The protocol's own (Host, Content-Length…) are the transport's.
  public var headers: HTTPFields
  /// The bytes that go with it; `.none` for a request without a body.
  public var body: RequestBody
  /// The timeouts and bounds of the call.
  public var policy: Policy {
    get {
      var policy = shared.value.policy
      policy.end = end
      return policy
    }
    set {
      end = newValue.end
      shared.value.policy = newValue
    }
  }
  /// When the whole call must have ended. Every call has another: it stands in none of those that are the same.
  package var end: Instant?
  /// The `x-…` keys of the endpoint, as text.
  public var tags: [String: String] {
    get { shared.value.tags }
    _modify { yield &shared.value.tags }
  }
  /// What does not go over the wire, under the keys of those who need it.
  package var context: MessageContext {
    _read { yield shared.value.context }
    _modify { yield &shared.value.context }
  }

  package init(
    endpoint: String, method: HTTPRequest.Method, url: String, headers: HTTPFields = [:], body: RequestBody = .none,
    policy: Policy = .init(), tags: [String: String] = [:]
  ) {
    shared = CopyOnWrite(Fields(endpoint: endpoint, method: method, policy: policy, tags: tags))
    self.url = url
    self.headers = headers
    self.body = body
    end = policy.end
  }

  /// A request that has everything else in common with another one, which has no end yet.
  @inline(__always)
  package init(like other: PreparedRequest, url: String, headers: HTTPFields, body: RequestBody) {
    // Each once and nothing in between: a request that is changed while it is made is copied when it is done.
    shared = other.shared
    self.url = url
    self.headers = headers
    self.body = body
    end = nil
  }

  private struct Fields: Sendable {
    var endpoint: String
    var method: HTTPRequest.Method
    /// Without the end, which is the call's.
    var policy: Policy
    var tags: [String: String]
    var context = MessageContext()
  }
}
