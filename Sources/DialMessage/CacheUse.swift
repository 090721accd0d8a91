/// How a kept answer was used: ``CallMetrics/cache``, and the event `cached`.
public struct CacheUse: Sendable, Hashable {
  /// Why it could be given.
  public enum Kind: String, Sendable, Hashable {
    /// It was fresh; nothing was sent.
    case fresh
    /// It was stale, and the policy, the server or a failure let it be given all the same.
    case stale
    /// The server said that it still holds.
    case confirmed
  }

  /// Why it could be given.
  public var kind: Kind
  /// Since the origin made or confirmed the answer, whole seconds.
  public var age: Duration

  /// One of a test.
  public init(_ kind: Kind, age: Duration) {
    self.kind = kind
    self.age = age
  }
}

extension Response {
  private enum CacheUseKey: MessageContextKey { typealias Value = CacheUse }

  /// How the cache came to it; nil where it did not.
  package var cache: CacheUse? {
    get { context[CacheUseKey.self] }
    set { context[CacheUseKey.self] = newValue }
  }
}

/// The policies of the cache (RFC 9111).
public enum CacheMode: String, Sendable, CaseIterable {
  /// `none` neither gives nor keeps answers; `standard` follows the rules of RFC 9111 for the cache of one user.
  case none, standard
  /// A kept answer where there is one, however old it is and whatever its server said; else the server is asked.
  case preferCache = "prefer-cache"
  /// The same, or an error of code `cache-miss`: the server is never asked.
  case onlyCache = "only-cache"
  /// `reload` asks the server whatever is kept; `revalidate` asks it whether the kept answer still holds (RFC 9111 section 4.3). Both
  /// keep the answer, and tell caches on the way to do the same.
  case reload, revalidate
}
