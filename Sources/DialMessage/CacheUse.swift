/// How a cached response was used: ``CallMetrics/cache``, and the event `cached`.
public struct CacheUse: Sendable, Hashable {
  /// Why the cached response could be used.
  public enum Kind: String, Sendable, Hashable {
    /// It was fresh; no request was sent.
    case fresh
    /// It was stale, but the policy, the server or a failure allowed its use.
    case stale
    /// The server confirmed that it is still valid.
    case confirmed
  }

  /// Why the cached response could be used.
  public var kind: Kind
  /// The time since the origin made or confirmed the response, in whole seconds.
  public var age: Duration

  /// Creates a value for tests.
  public init(_ kind: Kind, age: Duration) {
    self.kind = kind
    self.age = age
  }
}

extension Response {
  private enum CacheUseKey: MessageContextKey { typealias Value = CacheUse }

  /// How the cache was used; nil if it was not.
  package var cache: CacheUse? {
    get { context[CacheUseKey.self] }
    set { context[CacheUseKey.self] = newValue }
  }
}

/// The modes of the cache (RFC 9111).
public enum CacheMode: String, Sendable, CaseIterable {
  /// `none` does not use or store responses; `standard` follows RFC 9111 as a private cache.
  case none, standard
  /// Uses a cached response, however old and whatever the server allowed; otherwise asks the server.
  case preferCache = "prefer-cache"
  /// Uses a cached response; otherwise fails with code `cache-miss` and never asks the server.
  case onlyCache = "only-cache"
  /// `reload` always asks the server; `revalidate` asks whether the cached response is still valid (RFC 9111 section 4.3). Both store the
  /// response, and ask caches between client and server to do the same.
  case reload, revalidate
}
