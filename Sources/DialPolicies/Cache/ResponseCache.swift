package import DialMessage
import DialModel
import HTTPTypes
import Synchronization

/// The policy `cache`: gives kept answers, and keeps those that may be kept (RFC 9111, for one user).
package final class ResponseCache: Sendable {
  private let current: Mutex<(any CacheStore)?>
  private let clock: @Sendable () -> Double
  package let refreshes = Revalidations()
  private let flights = RequestCoalescer()

  package convenience init(_ store: (any CacheStore)? = nil) { self.init(store, clock: WallClock.now) }

  /// `clock` gives seconds since 1970.
  init(_ store: (any CacheStore)?, clock: @escaping @Sendable () -> Double) {
    current = Mutex(store)
    self.clock = clock
  }

  deinit { refreshes.cancel(forGood: true) }

  /// One in memory, where no other was set.
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

  /// What stands around the calls of an endpoint.
  ///
  /// - Parameters:
  ///   - isBlind: the credentials are put in below, where the cache does not see them.
  ///   - transport: shows a certificate, perhaps.
  package func middleware(isBlind: Bool, over transport: any Transport) -> Middleware {
    let certificate = (transport as? any CertifiedTransport)?.clientCertificate
    return { [self] request, next in
      var request = request
      request.certificate = certificate
      return try await answer(request, mayKeep: !isBlind, next)
    }
  }

  /// Answers a request from what is kept, or by `next`.
  ///
  /// - Parameter mayKeep: false where the answer is read as it comes, or nobody can tell whose it is.
  package func answer(_ request: PreparedRequest, mayKeep: Bool = true, _ next: Next) async throws -> Response {
    let store = store
    let cached = CachedCall(
      store: store, digest: CacheDigest(key: await store.secret()), clock: clock, refreshes: refreshes, flights: flights)
    if let order = request.cacheOrder { return try await cached.obey(order, request) }
    let mode = request.policy.cache
    guard request.method == .get || request.method == .head else {
      guard mode != .onlyCache else { throw CachedCall.miss(request, "what it answers is never kept") }
      return try await cached.change(request, next)
    }
    guard mode != .none else { return try await next(request) }
    guard mayKeep, request.isReadWhole, cached.canAnswer(request) else {
      if mode == .onlyCache { throw CachedCall.miss(request, "what it answers is never kept") }
      return try await next(request)
    }
    return try await cached.answer(request, mode, next)
  }
}
