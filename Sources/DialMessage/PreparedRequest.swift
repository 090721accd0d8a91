public import HTTPTypes

/// A bound request: everything that will be sent, as a value that you can inspect, change and send.
public struct PreparedRequest: Sendable {
  /// The parts that are usually the same for all calls of an endpoint, in one reference until they are changed.
  private var shared: CopyOnWrite<Fields>

  /// The name of the endpoint with its groups, such as `admin.ban`.
  public var endpoint: String {
    get { shared.value.endpoint }
    _modify { yield &shared.value.endpoint }
  }
  /// The method (RFC 9110 section 9).
  public var method: HTTPRequest.Method {
    get { shared.value.method }
    _modify { yield &shared.value.method }
  }
  /// The absolute, encoded URL, without a fragment.
  public var url: String
  /// The header fields in the order sent. The transport adds those of the protocol (Host, Content-Length…).
  public var headers: HTTPFields
  /// The body; `.none` if there is none.
  public var body: RequestBody
  /// The timeouts and limits of the call.
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
  /// The deadline of the call, stored outside of the shared parts because it differs for each call.
  package var end: Instant?
  /// The `x-…` keys of the endpoint, as text.
  public var tags: [String: String] {
    get { shared.value.tags }
    _modify { yield &shared.value.tags }
  }
  /// Values that are not sent, by the keys of their owners.
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

  /// Creates a request that shares the parts of another one and has no deadline yet.
  @inline(__always)
  package init(like other: PreparedRequest, url: String, headers: HTTPFields, body: RequestBody) {
    // Assigned once, without changes between: a request that is changed while it is created would be copied.
    shared = other.shared
    self.url = url
    self.headers = headers
    self.body = body
    end = nil
  }

  private struct Fields: Sendable {
    var endpoint: String
    var method: HTTPRequest.Method
    /// The policy without the deadline, which belongs to the call.
    var policy: Policy
    var tags: [String: String]
    var context = MessageContext()
  }
}
