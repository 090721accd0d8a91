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
