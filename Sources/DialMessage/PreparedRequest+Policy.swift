extension PreparedRequest {
  /// The policies of a request that act after the binder.
  public struct Policy: Sendable {
    /// The timeout for opening a connection, by default 10 seconds.
    public var connectTimeout: Duration = .seconds(10)
    /// The timeout for waiting for data.
    public var readTimeout: Duration = .seconds(30)
    /// The timeout for the whole call, including redirects and the body; nil for none, as in a stream.
    public var totalTimeout: Duration? = .seconds(60)
    /// The deadline of the whole call, set from `totalTimeout` when it starts. A transport ends the head and the body by then.
    public var deadline: ContinuousClock.Instant? {
      get { end?.instant }
      set { end = newValue.map { Instant($0) } }
    }
    var end: Instant?
    /// The time until the deadline.
    package var timeLeft: Duration? { end.map { $0 - .now } }
    /// The maximum number of retries; nil for that of the spec.
    public var maxRetries: Int?
    /// The maximum number of redirects; with 0, the 3xx itself is returned.
    public var maxRedirects = 10
    /// Hosts that get credentials after a redirect.
    public var trustedHosts: [String] = []
    /// The mode of the cache.
    public var cache = CacheMode.none
    /// How long a successful response is fresh in the mode `standard`; nil for what its server says.
    public var cacheLifetime: Duration?
    /// The maximum size of a body in memory, after decompression.
    public var maxBodyBytes = 64 << 20

    /// Creates the default policies: timeouts of 10, 30 and 60 seconds, 10 redirects, and a body of 64 MiB.
    public init() {}
  }
}
