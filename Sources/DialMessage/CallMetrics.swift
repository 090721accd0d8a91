/// What a call cost: ``Reply/metrics``, and the event `finished`.
public struct CallMetrics: Sendable, Hashable {
  /// What the connection of the last hop tells; nil where the transport does not tell, as a mock, or no answer came.
  public var connection: ConnectionMetrics?
  /// From the bound request to the end: all tries, redirects, middlewares and decoding included.
  public var total: Duration = .zero
  /// How often the request was sent.
  public var attempts = 1
  /// The waits between the tries, and those of a `limit`; they are part of ``total``.
  public var paused: Duration = .zero
  /// Bytes of bodies sent, with redirects and all tries.
  public var bytesSent: Int64 = 0
  /// Bytes of the reply's body, its content coding undone; none where it was discarded unread.
  public var bytesReceived: Int64 = 0
  /// The redirects that were followed.
  public var redirects = 0
  /// How a kept answer was used; nil where the server gave the answer.
  public var cache: CacheUse?

  /// Metrics of a call that did not happen, for tests.
  public init() {}

  package mutating func add(_ response: Response) {
    connection = response.connection
    bytesSent = response.bytesSent
    redirects = response.redirects
    cache = response.cache
    attempts = response.tries.count
    paused = response.tries.paused
  }
}

/// What a transport knows of one request and its connection.
public struct ConnectionMetrics: Sendable, Hashable {
  /// The wait for a connection: for a free place, its address, its handshakes.
  public var waited: Duration
  /// Made for this request; false where it was used before.
  public var isNew: Bool
  /// From the beginning of the wait to the first byte of the answer.
  public var firstByte: Duration
  /// Bytes of the request's body that were written until the head of the answer came.
  public var bytesSent: Int64
  /// The version of HTTP: `HTTP/1.1` or `HTTP/2`.
  public var version: String

  /// What a transport of your own may put into ``Response/connection``.
  public init(waited: Duration, isNew: Bool, firstByte: Duration, bytesSent: Int64, version: String = "HTTP/1.1") {
    self.waited = waited
    self.isNew = isNew
    self.firstByte = firstByte
    self.bytesSent = bytesSent
    self.version = version
  }
}
