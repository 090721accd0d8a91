package import DialJSON
public import HTTPTypes

/// A bound request: everything that will be sent, as a value that can be inspected, changed by a middleware, and sent.
public struct PreparedRequest: Sendable {
  /// The endpoint's name with its groups, such as `admin.ban`.
  public var endpoint: String
  /// The method (RFC 9110 section 9).
  public var method: HTTPRequest.Method
  /// Absolute, encoded once, without a fragment.
  public var url: String
  /// Field lines in the order sent. The protocol's own (Host, Content-Length…) are the transport's.
  public var headers: HTTPFields
  /// The bytes that go with it; `.none` for a request without a body.
  public var body: RequestBody
  /// The timeouts and bounds of the call.
  public var policy: Policy
  /// The `x-…` keys of the endpoint, as text.
  public var tags: [String: String]
  /// The file that the body is read from, where it is one.
  package var bodyFile: File?
  /// Whether a secret went into the body: it stays with the origin then, and bytes that are no text are not shown.
  package var bodyHoldsSecret = false
  /// The endpoint, where it came with its request and stands in no spec.
  package var own: EndpointModel?
  /// Whether a codec wrote the body: it may write a secret in a way that nobody finds again.
  package var bodyIsCoded = false
  /// Whether the reply is read as a whole: a body that breaks off is then a failed try like any other.
  package var isReadWhole = false
  /// What the cache is to do in place of a call.
  var cacheOrder: CacheOrder?
  /// The statuses that the caller takes as a success; nil for those of the spec.
  var accept: StatusSet?
  /// Whether a redirect has led it here.
  var isRedirected = false
  /// What stands around each request of the call that goes out, hop by hop and try by try: what is good for one of them only, as the answer
  /// to a challenge is, is put in there.
  var around: Middleware?
  /// Whether a redirect, or the address that a reply named, has led it to another origin, for good: no credentials are added any more.
  var isAway = false
  /// The spans and figures of the call; nil where nothing is measured.
  var trace: CallTrace?
  /// What stands in place of the base of the client, where the call has one of its own.
  package var base: String?
  /// Whose call it is, where that is decided below the cache.
  package var identity = CacheIdentity()
  /// The file of the certificate that the transport shows to every server; nil where it shows none, or where nobody asks.
  var certificate: String?
  /// What follows the call; nil where nobody wants to know of it.
  var watch: CallWatch?
  /// Whether somebody wants to see how far it is.
  package var isWatched: Bool { watch != nil }
  private var socketRequest: SocketRequest?
  /// Where the reply holds tokens, as 'token' of the spec says of the endpoints that fetch them.
  package var tokenPaths: [JMESPath] = []
  /// What the spec asks of TLS; nil where it asks for nothing.
  package var tls: TLSRules?
  /// What may not leave the origin of `base` and may not be printed.
  package var secrets: Secrets

  package init(
    endpoint: String, method: HTTPRequest.Method, url: String, headers: HTTPFields = [:], body: RequestBody = .none,
    policy: Policy = .init(), tags: [String: String] = [:], secrets: Secrets = .init()
  ) {
    self.endpoint = endpoint
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.policy = policy
    self.tags = tags
    self.secrets = secrets
  }

  /// How the web socket behaves that this request opens; nil for a request that opens none.
  public var socket: SocketOptions? {
    get { socketRequest?.options }
    set { socketRequest = newValue.map { SocketRequest($0) } }
  }

  /// The call policies that act below the binder.
  public struct Policy: Sendable {
    /// The longest time until there is a connection; 10 seconds unless the spec gives another.
    public var connectTimeout: Duration = .seconds(10)
    /// The longest silence while a reply is awaited or read.
    public var readTimeout: Duration = .seconds(30)
    /// For the whole call, redirects and body included; nil for none, as in a stream.
    public var totalTimeout: Duration? = .seconds(60)
    /// When the whole call must have ended; set from `totalTimeout` when it starts. A transport ends head and body by then.
    public var deadline: ContinuousClock.Instant?
    /// How often a request whose failure may pass is sent again at most; nil for what the spec says.
    public var maxRetries: Int?
    /// How many redirects are followed; 0 gives the 3xx itself.
    public var maxRedirects = 10
    /// Hosts that credentials may follow a redirect to.
    public var trustedHosts: [String] = []
    /// What is kept of answers, and when a kept one is given.
    public var cache = CallOptions.Cache.none
    /// The largest body kept in memory, after inflating.
    public var maxBodyBytes = 64 << 20

    /// What a spec that gives no policies has: timeouts of 10, 30 and 60 seconds, 10 redirects, a body of 64 MiB.
    public init() {}
  }
}

/// The bytes that a request carries.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// The whole body, in memory.
  case bytes([UInt8])
  /// Pieces read when the request is sent, of a known length or not. `replay` makes the sequence again for another try and for a redirect
  /// that keeps the body; nil where it can be read only once.
  case stream(length: Int64?, replay: (@Sendable () -> ResponseBody)?, ResponseBody)
}

extension RequestBody {
  /// The same bytes to be sent once more; nil where they can be read only once.
  func again() -> RequestBody? {
    switch self {
    case .none, .bytes: self
    case .stream(let length, let replay?, _): .stream(length: length, replay: replay, replay())
    case .stream(_, nil, _): nil
    }
  }
}
