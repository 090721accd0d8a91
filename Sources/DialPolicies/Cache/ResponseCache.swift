package import DialMessage
import DialModel
import HTTPTypes
import Synchronization

/// The policy `cache`: returns cached responses, and stores those that may be cached (RFC 9111, as a private cache).
package final class ResponseCache: Sendable {
  private let current: Mutex<(any CacheStore)?>
  private let clock: @Sendable () -> Double
  package let refreshes = Revalidations()
  private let flights = RequestCoalescer()

  package convenience init(_ store: (any CacheStore)? = nil) { self.init(store, clock: WallClock.now) }

  /// Creates a cache; `clock` returns seconds since 1970.
  init(_ store: (any CacheStore)?, clock: @escaping @Sendable () -> Double) {
    current = Mutex(store)
    self.clock = clock
  }

  deinit { refreshes.cancel(forGood: true) }

  /// The store, in memory unless another one was set.
  package var store: any CacheStore {
    get {
      current.withLock { current in
        if let current { return current }
        let made = MemoryCacheStore()
        current = made
        return made
      }
    }
    set { current.withLock { $0 = newValue } }
  }

  /// Returns the middleware for the calls of an endpoint.
  ///
  /// - Parameters:
  ///   - isBlind: whether credentials are added later in a way that the cache cannot see.
  ///   - transport: the transport, which may present a client certificate.
  package func middleware(isBlind: Bool, over transport: any Transport) -> Middleware {
    let certificate = (transport as? any CertifiedTransport)?.clientCertificate
    return { [self] request, next in
      var request = request
      request.certificate = certificate
      return try await answer(request, mayKeep: !isBlind, next)
    }
  }

  /// Responds to a request from the cache or with `next`.
  ///
  /// - Parameter mayKeep: false if the response is streamed, or if its user is unknown.
  package func answer(_ request: PreparedRequest, mayKeep: Bool = true, _ next: Next) async throws -> Response {
    let store = store
    let cached = CachedCall(
      store: store, digest: CacheDigest(key: await store.secret()), clock: clock, refreshes: refreshes, flights: flights)
    if let order = request.cacheOrder { return try await cached.obey(order, request) }
    let mode = request.policy.cache
    guard request.method == .get || request.method == .head else {
      guard mode != .onlyCache else { throw CachedCall.miss(request, "its responses are never cached") }
      return try await cached.change(request, next)
    }
    guard mode != .none else { return try await next(request) }
    guard mayKeep, request.isReadWhole, cached.canAnswer(request) else {
      if mode == .onlyCache { throw CachedCall.miss(request, "its responses are never cached") }
      return try await next(request)
    }
    return try await cached.answer(request, mode, next)
  }
}
