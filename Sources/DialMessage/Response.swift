public import HTTPTypes

/// The answer as it comes from the wire: a head, and a body that is still arriving.
public struct Response: Sendable {
  private var shared: CopyOnWrite<Fields>

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
  /// The redirects on the way here.
  package var redirects: Int {
    get { shared.value.redirects }
    _modify { yield &shared.value.redirects }
  }
  /// The bytes of bodies sent on all of the way.
  package var bytesSent: Int64 {
    get { shared.value.bytesSent }
    _modify { yield &shared.value.bytesSent }
  }
  /// What did not come over the wire, under the keys of those who need it.
  package var context: MessageContext {
    _read { yield shared.value.context }
    _modify { yield &shared.value.context }
  }

  /// An answer of your own, from a transport or a middleware; `url` is the one that answered.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], url: String = "", body: ResponseBody = .init()) {
    self.init(status: status, headers: headers, url: url, body: body, connection: nil)
  }

  package init(status: HTTPResponse.Status, headers: HTTPFields, url: String, body: ResponseBody, connection: ConnectionMetrics?) {
    shared = CopyOnWrite(Fields(status: status, headers: headers, url: url, body: body, connection: connection))
  }

  private struct Fields: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var url: String
    var body: ResponseBody
    var connection: ConnectionMetrics?
    var redirects = 0
    var bytesSent: Int64 = 0
    var context = MessageContext()
  }
}
