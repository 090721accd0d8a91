public import HTTPTypes

/// A response from the transport: its head, and a body that is still arriving.
public struct Response: Sendable {
  private var shared: CopyOnWrite<Fields>

  /// The status (RFC 9110 section 15). No status is an error here.
  public var status: HTTPResponse.Status {
    get { shared.value.status }
    _modify { yield &shared.value.status }
  }
  /// The header fields in the order received, without Content-Encoding and Content-Length if the body was decoded.
  public var headers: HTTPFields {
    get { shared.value.headers }
    _modify { yield &shared.value.headers }
  }
  /// The URL that answered, after redirects.
  public var url: String {
    get { shared.value.url }
    _modify { yield &shared.value.url }
  }
  /// The body, in pieces as they arrive.
  public var body: ResponseBody {
    get { shared.value.body }
    _modify { yield &shared.value.body }
  }
  /// The metrics of the connection, if the transport measures them.
  public var connection: ConnectionMetrics? {
    get { shared.value.connection }
    _modify { yield &shared.value.connection }
  }
  /// The number of redirects.
  package var redirects: Int {
    get { shared.value.redirects }
    _modify { yield &shared.value.redirects }
  }
  /// The body bytes of all requests.
  package var bytesSent: Int64 {
    get { shared.value.bytesSent }
    _modify { yield &shared.value.bytesSent }
  }
  /// Values that were not received, by the keys of their owners.
  package var context: MessageContext {
    _read { yield shared.value.context }
    _modify { yield &shared.value.context }
  }

  /// Creates a response in your own transport or middleware; `url` is the one that answered.
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
