public import HTTPTypes

/// The answer as it comes from the wire: a head, and a body that is still arriving.
public struct Response: Sendable {
  private var shared: Shared<Fields>

  /// The status (RFC 9110 section 15); every status is an answer, none is an error here.
  public var status: HTTPResponse.Status {
    get { shared.value.status }
    _modify { yield &shared.value.status }
  }
  /// Field lines in the order received. Content-Encoding and Content-Length are gone where the coding was undone.
  public var headers: HTTPFields {
    get { shared.value.headers }
    _modify { yield &shared.value.headers }
  }
  /// The URL that answered: the request's, or the last redirect's.
  public var url: String {
    get { shared.value.url }
    _modify { yield &shared.value.url }
  }
  /// The bytes that are still to come, in pieces.
  public var body: ResponseBody {
    get { shared.value.body }
    _modify { yield &shared.value.body }
  }
  /// What the transport measured, where it does.
  public var connection: ConnectionMetrics? {
    get { shared.value.connection }
    _modify { yield &shared.value.connection }
  }
  /// The web socket that a handshake opened; nil for every other answer.
  public var socket: (any SocketConnection)? {
    get { shared.value.socket }
    _modify { yield &shared.value.socket }
  }
  /// How the cache came to it; nil where it did not.
  var cache: CacheUse? {
    get { shared.value.cache }
    _modify { yield &shared.value.cache }
  }
  /// Why credentials that were refused are not tried again.
  var refusal: CredentialRefusal? {
    get { shared.value.refusal }
    _modify { yield &shared.value.refusal }
  }
  /// Another try would be answered in the same way: a recording has no other answer.
  package var isLastKnown: Bool {
    get { shared.value.isLastKnown }
    _modify { yield &shared.value.isLastKnown }
  }
  /// A redirect to another origin has left the Idempotency-Key behind, so that the request must not go again.
  var hasLostKey: Bool {
    get { shared.value.hasLostKey }
    _modify { yield &shared.value.hasLostKey }
  }
  /// Who was sent, as far as a policy below the cache decided that.
  var identity: CacheIdentity {
    get { shared.value.identity }
    _modify { yield &shared.value.identity }
  }
  /// The redirects on the way here, and the bytes of bodies sent on all of it.
  var redirects: Int {
    get { shared.value.redirects }
    _modify { yield &shared.value.redirects }
  }
  var bytesSent: Int64 {
    get { shared.value.bytesSent }
    _modify { yield &shared.value.bytesSent }
  }
  /// The tries before this one.
  var tries: TryLog {
    get { shared.value.tries }
    _modify { yield &shared.value.tries }
  }

  /// An answer of your own, from a transport or a middleware; `url` is the one that answered.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], url: String = "", body: ResponseBody = .init()) {
    self.init(status: status, headers: headers, url: url, body: body, connection: nil)
  }

  package init(status: HTTPResponse.Status, headers: HTTPFields, url: String, body: ResponseBody, connection: ConnectionMetrics?) {
    shared = Shared(Fields(status: status, headers: headers, url: url, body: body, connection: connection))
  }

  private struct Fields: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var url: String
    var body: ResponseBody
    var connection: ConnectionMetrics?
    var socket: (any SocketConnection)?
    var cache: CacheUse?
    var refusal: CredentialRefusal?
    var isLastKnown = false
    var hasLostKey = false
    var identity = CacheIdentity()
    var redirects = 0
    var bytesSent: Int64 = 0
    var tries = TryLog()
  }
}
