extension PreparedRequest {
  /// The call policies that act below the binder.
  public struct Policy: Sendable {
    /// The longest time until there is a connection; 10 seconds unless the spec gives another.
    public var connectTimeout: Duration = .seconds(10)
    /// The longest silence while a reply is awaited or read.
    public var readTimeout: Duration = .seconds(30)
    /// For the whole call, redirects and body included; nil for none, as in a stream.
    public var totalTimeout: Duration? = .seconds(60)
    /// When the whole call must have ended; set from `totalTimeout` when it starts. A transport ends head and body by then.
    public var deadline: ContinuousClock.Instant? {
      get { end?.instant }
      set { end = newValue.map { Instant($0) } }
    }
    var end: Instant?
    /// How long until then.
    package var timeLeft: Duration? { end.map { $0 - .now } }
    /// How often a request whose failure may pass is sent again at most; nil for what the spec says.
    public var maxRetries: Int?
    /// How many redirects are followed; 0 gives the 3xx itself.
    public var maxRedirects = 10
    /// Hosts that credentials may follow a redirect to.
    public var trustedHosts: [String] = []
    /// What is kept of answers, and when a kept one is given.
    public var cache = CacheMode.none
    /// The largest body kept in memory, after inflating.
    public var maxBodyBytes = 64 << 20

    /// What a spec that gives no policies has: timeouts of 10, 30 and 60 seconds, 10 redirects, a body of 64 MiB.
    public init() {}
  }
}
