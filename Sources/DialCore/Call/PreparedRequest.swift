package import DialJSON
public import HTTPTypes

/// A bound request: everything that will be sent, as a value that can be inspected, changed by a middleware, and sent.
public struct PreparedRequest: Sendable {
  /// Copies share it until one of them is changed: a request passes through many hands on its way, of which few change anything.
  private var shared: RequestFields.Storage

  /// The endpoint's name with its groups, such as `admin.ban`.
  public var endpoint: String {
    get { shared.fields.endpoint }
    _modify { yield &unshared().fields.endpoint }
  }
  /// The method (RFC 9110 section 9).
  public var method: HTTPRequest.Method {
    get { shared.fields.method }
    _modify { yield &unshared().fields.method }
  }
  /// Absolute, encoded once, without a fragment.
  public var url: String {
    get { shared.fields.url }
    _modify { yield &unshared().fields.url }
  }
  /// Field lines in the order sent. The protocol's own (Host, Content-Length…) are the transport's.
  public var headers: HTTPFields {
    get { shared.fields.headers }
    _modify { yield &unshared().fields.headers }
  }
  /// The bytes that go with it; `.none` for a request without a body.
  public var body: RequestBody {
    get { shared.fields.body }
    _modify { yield &unshared().fields.body }
  }
  /// The timeouts and bounds of the call.
  public var policy: Policy {
    _read { yield shared.fields.policy }
    _modify { yield &unshared().fields.policy }
  }
  /// The `x-…` keys of the endpoint, as text.
  public var tags: [String: String] {
    get { shared.fields.tags }
    _modify { yield &unshared().fields.tags }
  }
  /// The file that the body is read from, where it is one.
  package var bodyFile: File? {
    get { shared.fields.bodyFile }
    _modify { yield &unshared().fields.bodyFile }
  }
  /// Whether a secret went into the body: it stays with the origin then, and bytes that are no text are not shown.
  package var bodyHoldsSecret: Bool {
    get { shared.fields.bodyHoldsSecret }
    _modify { yield &unshared().fields.bodyHoldsSecret }
  }
  /// The endpoint, where it came with its request and stands in no spec.
  package var own: EndpointModel? {
    get { shared.fields.own }
    _modify { yield &unshared().fields.own }
  }
  /// Whether a codec wrote the body: it may write a secret in a way that nobody finds again.
  package var bodyIsCoded: Bool {
    get { shared.fields.bodyIsCoded }
    _modify { yield &unshared().fields.bodyIsCoded }
  }
  /// Whether the reply is read as a whole: a body that breaks off is then a failed try like any other.
  package var isReadWhole: Bool {
    get { shared.fields.isReadWhole }
    _modify { yield &unshared().fields.isReadWhole }
  }
  /// What the cache is to do in place of a call.
  var cacheOrder: CacheOrder? {
    get { shared.fields.cacheOrder }
    _modify { yield &unshared().fields.cacheOrder }
  }
  /// The statuses that the caller takes as a success; nil for those of the spec.
  var accept: StatusSet? {
    get { shared.fields.accept }
    _modify { yield &unshared().fields.accept }
  }
  /// Whether a redirect has led it here.
  var isRedirected: Bool {
    get { shared.fields.isRedirected }
    _modify { yield &unshared().fields.isRedirected }
  }
  /// What stands around each request of the call that goes out, hop by hop and try by try: what is good for one of them only, as the answer
  /// to a challenge is, is put in there.
  var around: Middleware? {
    get { shared.fields.around }
    _modify { yield &unshared().fields.around }
  }
  /// Whether a redirect, or the address that a reply named, has led it to another origin, for good: no credentials are added any more.
  var isAway: Bool {
    get { shared.fields.isAway }
    _modify { yield &unshared().fields.isAway }
  }
  /// The spans and figures of the call; nil where nothing is measured.
  var trace: CallTrace? {
    get { shared.fields.trace }
    _modify { yield &unshared().fields.trace }
  }
  /// What stands in place of the base of the client, where the call has one of its own.
  package var base: String? {
    get { shared.fields.base }
    _modify { yield &unshared().fields.base }
  }
  /// Whose call it is, where that is decided below the cache.
  package var identity: CacheIdentity {
    get { shared.fields.identity }
    _modify { yield &unshared().fields.identity }
  }
  /// The file of the certificate that the transport shows to every server; nil where it shows none, or where nobody asks.
  var certificate: String? {
    get { shared.fields.certificate }
    _modify { yield &unshared().fields.certificate }
  }
  /// What follows the call; nil where nobody wants to know of it.
  var watch: CallWatch? {
    get { shared.fields.watch }
    _modify { yield &unshared().fields.watch }
  }
  /// Whether nothing follows it and nothing stands around it on its way, as mostly.
  var isBare: Bool { shared.fields.around == nil && shared.fields.trace == nil && shared.fields.watch == nil }
  /// Whether somebody wants to see how far it is.
  package var isWatched: Bool { watch != nil }
  private var socketRequest: SocketRequest? {
    get { shared.fields.socketRequest }
    _modify { yield &unshared().fields.socketRequest }
  }
  /// Where the reply holds tokens, as 'token' of the spec says of the endpoints that fetch them.
  package var tokenPaths: [JMESPath] {
    get { shared.fields.tokenPaths }
    _modify { yield &unshared().fields.tokenPaths }
  }
  /// What the spec asks of TLS; nil where it asks for nothing.
  package var tls: TLSRules? {
    get { shared.fields.tls }
    _modify { yield &unshared().fields.tls }
  }
  /// What may not leave the origin of `base` and may not be printed.
  package var secrets: Secrets {
    _read { yield shared.fields.secrets }
    _modify { yield &unshared().fields.secrets }
  }

  package init(
    endpoint: String, method: HTTPRequest.Method, url: String, headers: HTTPFields = [:], body: RequestBody = .none,
    policy: Policy = .init(), tags: [String: String] = [:], secrets: Secrets = .init()
  ) {
    self.init(
      RequestFields(
        endpoint: endpoint, method: method, url: url, headers: headers, body: body, policy: policy, tags: tags, secrets: secrets))
  }

  init(_ fields: consuming RequestFields) { shared = RequestFields.Storage(fields) }

  private mutating func unshared() -> RequestFields.Storage {
    if !isKnownUniquelyReferenced(&shared) { shared = RequestFields.Storage(shared.fields) }
    return shared
  }

  /// How the web socket behaves that this request opens; nil for a request that opens none.
  public var socket: SocketOptions? {
    get { socketRequest?.options }
    set { socketRequest = newValue.map { SocketRequest($0) } }
  }
}
