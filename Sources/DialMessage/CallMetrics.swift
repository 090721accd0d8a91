/// The cost of a call: ``Reply/metrics``, and the event `finished`.
public struct CallMetrics: Sendable, Hashable {
  /// The connection of the last request; nil if the transport does not report it, as a mock, or if there was no response.
  public var connection: ConnectionMetrics?
  /// The time from the bound request to the end, including all attempts, redirects, middlewares and decoding.
  public var total: Duration = .zero
  /// The number of attempts.
  public var attempts = 1
  /// The total of the pauses between attempts and of a `limit`; part of ``total``.
  public var paused: Duration = .zero
  /// The body bytes sent, including redirects and all attempts.
  public var bytesSent: Int64 = 0
  /// The body bytes of the response, after decoding its content coding; 0 if it was discarded.
  public var bytesReceived: Int64 = 0
  /// The number of redirects.
  public var redirects = 0
  /// How a cached response was used; nil if the server sent the response.
  public var cache: CacheUse?

  /// Creates empty metrics, for tests.
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

/// The metrics of one request and its connection.
public struct ConnectionMetrics: Sendable, Hashable {
  /// The wait for a connection: for a free place, the host name and the handshakes.
  public var waited: Duration
  /// Whether the connection was opened for this request.
  public var isNew: Bool
  /// The time from the start of the wait to the first byte of the response.
  public var firstByte: Duration
  /// The body bytes that were written before the head of the response arrived.
  public var bytesSent: Int64
  /// The HTTP version: `HTTP/1.1` or `HTTP/2`.
  public var version: String

  /// Creates metrics for ``Response/connection``, in your own transport.
  public init(waited: Duration, isNew: Bool, firstByte: Duration, bytesSent: Int64, version: String = "HTTP/1.1") {
    self.waited = waited
    self.isNew = isNew
    self.firstByte = firstByte
    self.bytesSent = bytesSent
    self.version = version
  }
}
