/// Options of one call; they win over the spec and over the arguments.
public struct CallOptions: Sendable {
  /// The policies of the cache (RFC 9111).
  public enum Cache: String, Sendable, CaseIterable {
    case none, standard
    case preferCache = "prefer-cache"
    case onlyCache = "only-cache"
    case reload, revalidate
  }

  /// For the whole call.
  public var timeout: Duration?
  /// Header fields in order.
  public var headers: [(String, String)]
  /// Query items, which follow the arguments.
  public var query: Arguments
  public var cache: Cache?
  /// Which statuses are a success.
  public var accept: StatusSet?

  public init(
    timeout: Duration? = nil, headers: KeyValuePairs<String, String> = [:], query: Arguments = [:], cache: Cache? = nil,
    accept: StatusSet? = nil
  ) {
    self.timeout = timeout
    self.headers = headers.map { ($0.key, $0.value) }
    self.query = query
    self.cache = cache
    self.accept = accept
  }
}
