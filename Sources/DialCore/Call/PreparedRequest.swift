package import DialJSON
public import HTTPTypes

/// A bound request: everything that will be sent, as a value that can be inspected, changed by a middleware, and sent.
public struct PreparedRequest: Sendable {
  /// What mostly is the same in all calls of an endpoint: one reference, until somebody changes something of it.
  private(set) var shared: Shared<RequestFields>

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
  var end: Moment?
  /// The `x-…` keys of the endpoint, as text.
  public var tags: [String: String] {
    get { shared.value.tags }
    _modify { yield &shared.value.tags }
  }
  /// The file that the body is read from, where it is one.
  package var bodyFile: File? {
    get { shared.value.bodyFile }
    _modify { yield &shared.value.bodyFile }
  }
  /// Whether a secret went into the body: it stays with the origin then, and bytes that are no text are not shown.
  package var bodyHoldsSecret: Bool {
    get { shared.value.bodyHoldsSecret }
    _modify { yield &shared.value.bodyHoldsSecret }
  }
  /// The endpoint, where it came with its request and stands in no spec.
  package var own: EndpointModel? {
    get { shared.value.own }
    _modify { yield &shared.value.own }
  }
  /// Whether a codec wrote the body: it may write a secret in a way that nobody finds again.
  package var bodyIsCoded: Bool {
    get { shared.value.bodyIsCoded }
    _modify { yield &shared.value.bodyIsCoded }
  }
  /// Whether the reply is read as a whole: a body that breaks off is then a failed try like any other.
  package var isReadWhole: Bool
  /// What the cache is to do in place of a call.
  var cacheOrder: CacheOrder? {
    get { shared.value.cacheOrder }
    _modify { yield &shared.value.cacheOrder }
  }
  /// The statuses that the caller takes as a success; nil for those of the spec.
  var accept: StatusSet? {
    get { shared.value.accept }
    _modify { yield &shared.value.accept }
  }
  /// Whether a redirect has led it here.
  var isRedirected: Bool {
    get { shared.value.isRedirected }
    _modify { yield &shared.value.isRedirected }
  }
  /// What stands around each request of the call that goes out, hop by hop and try by try: what is good for one of them only, as the answer
  /// to a challenge is, is put in there.
  var around: Middleware? {
    get { shared.value.around }
    _modify { yield &shared.value.around }
  }
  /// Whether a redirect, or the address that a reply named, has led it to another origin, for good: no credentials are added any more.
  var isAway: Bool {
    get { shared.value.isAway }
    _modify { yield &shared.value.isAway }
  }
  /// The spans and figures of the call; nil where nothing is measured.
  var trace: CallTrace?
  /// What stands in place of the base of the client, where the call has one of its own.
  package var base: String? {
    get { shared.value.base }
    _modify { yield &shared.value.base }
  }
  /// Whose call it is, where that is decided below the cache.
  package var identity: CacheIdentity {
    get { shared.value.identity }
    _modify { yield &shared.value.identity }
  }
  /// The file of the certificate that the transport shows to every server; nil where it shows none, or where nobody asks.
  var certificate: String? {
    get { shared.value.certificate }
    _modify { yield &shared.value.certificate }
  }
  /// What follows the call; nil where nobody wants to know of it.
  var watch: CallWatch? {
    get { shared.value.watch }
    _modify { yield &shared.value.watch }
  }
  /// Whether nothing follows it and nothing stands around it on its way, as mostly.
  var isBare: Bool { shared.value.around == nil && trace == nil && shared.value.watch == nil }
  /// Whether somebody wants to see how far it is.
  package var isWatched: Bool { watch != nil }
  /// Where the reply holds tokens, as 'token' of the spec says of the endpoints that fetch them.
  package var tokenPaths: [JMESPath] {
    get { shared.value.tokenPaths }
    _modify { yield &shared.value.tokenPaths }
  }
  /// What the spec asks of TLS; nil where it asks for nothing.
  package var tls: TLSRules? {
    get { shared.value.tls }
    _modify { yield &shared.value.tls }
  }
  /// What may not leave the origin of `base` and may not be printed.
  package var secrets: Secrets {
    _read { yield shared.value.secrets }
    _modify { yield &shared.value.secrets }
  }

  package init(
    endpoint: String, method: HTTPRequest.Method, url: String, headers: HTTPFields = [:], body: RequestBody = .none,
    policy: Policy = .init(), tags: [String: String] = [:], secrets: Secrets = .init()
  ) {
    self.init(
      Shared(RequestFields(endpoint: endpoint, method: method, policy: policy, tags: tags, secrets: secrets)), url: url, headers: headers,
      body: body)
    end = policy.end
  }

  /// A request of the endpoint whose requests have this in common.
  @inline(__always) init(_ shared: Shared<RequestFields>, url: String = "", headers: HTTPFields = [:], body: RequestBody = .none) {
    // Each once and nothing in between: a request that is changed while it is made is copied when it is done.
    self.shared = shared
    self.url = url
    self.headers = headers
    self.body = body
    end = nil
    isReadWhole = false
    trace = nil
  }

  /// How the web socket behaves that this request opens; nil for a request that opens none.
  public var socket: SocketOptions? {
    get { shared.value.socketRequest?.options }
    set { shared.value.socketRequest = newValue.map { SocketRequest($0) } }
  }
}
