package import DialMessage
import DialModel
import HTTPTypes
import Synchronization

/// The policy `cache`: returns cached responses, and stores those that may be cached (RFC 9111, as a private cache).
package final class ResponseCache: Sendable {
  private let current: Mutex<(any CacheStore)?>
  private let clock: @Sendable () -> Double
  private let separatesCallers: Bool
  package let refreshes = Revalidations()
  private let coalescer = RequestCoalescer<String>(late: "timed out while waiting for the response to an identical request")

  /// Creates a cache. With `separatesCallers`, headers separate callers even if no `Vary` names them, which RFC 9111 does not require.
  package init(
    _ store: (any CacheStore)? = nil, separatesCallers: Bool = true, clock: @escaping @Sendable () -> Double = { WallClock.now() }
  ) {
    current = Mutex(store)
    self.separatesCallers = separatesCallers
    self.clock = clock
  }

  deinit { refreshes.cancel(forGood: true) }

  /// The store, in memory unless another one was set.
  package var store: any CacheStore {
    get { current.withLock { $0.value { MemoryCacheStore() } } }
    set { current.withLock { $0 = newValue } }
  }

  /// Returns the middleware for the calls of an endpoint; `isBlind` if credentials are added later in a way that the cache cannot see.
  package func middleware(isBlind: Bool, over transport: any Transport) -> Middleware {
    let certificate = transport.traits.certificate
    return { [self] request, next in
      var request = request
      request.context[TransportCertificate.self] = certificate
      return try await answer(request, mayKeep: !isBlind, next)
    }
  }

  /// Responds to a request from the cache or with `next`; `mayKeep` is false if the response is streamed, or if its user is unknown.
  package func answer(_ request: PreparedRequest, mayKeep: Bool = true, _ next: Next) async throws -> Response {
    let store = store
    let cached = CachedCall(
      store: store, digest: CacheDigest(key: await store.secret(), separatesCallers: separatesCallers), clock: clock, refreshes: refreshes,
      coalescer: coalescer)
    if let order = request.context[CacheOperation.self] { return try await cached.obey(order, request) }
    let mode = request.policy.cache
    let isRead = request.method == .get || request.method == .head
    // The response to a request with a body cannot be cached.
    let isWhole = request.context[IsReadWhole.self] || request.method == .head
    if case .none = request.body, isRead, mayKeep, isWhole, mode != .none {
      return try await cached.answer(request, mode, next)
    }
    if mode == .onlyCache { throw CachedCall.miss(request, "its responses are never cached") }
    return try await isRead ? next(request) : cached.change(request, next)
  }
}

/// Requests that replace stale responses in the background: one at a time for each, cancelled with the client.
package final class Revalidations: Sendable {
  private struct State {
    var running: [String: Task<Void, Never>] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  /// Starts the work, unless work of this name is in progress.
  func begin(_ name: String, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isOver, state.running[name] == nil else { return }
      state.running[name] = Task { [weak self] in
        await work()
        self?.end(name)
      }
    }
  }

  private func end(_ name: String) { state.withLock { _ = $0.running.removeValue(forKey: name) } }

  /// Waits for all work in progress, and cancels what takes longer: a caller that has its response does not need the refreshed one
  /// (RFC 5861 section 3).
  package func settle(within limit: Duration = .seconds(2)) async {
    let tasks = state.withLock { Array($0.running.values) }
    if tasks.isEmpty { return }
    let end = Task {
      try await Task.sleep(for: limit)
      cancel()
    }
    for task in tasks { await task.value }
    end.cancel()
  }

  /// Cancels all work in progress. With `forGood`, no new work starts.
  package func cancel(forGood: Bool = false) {
    let tasks = state.withLock { state in
      state.isOver = state.isOver || forGood
      return Array(state.running.values)
    }
    for task in tasks { task.cancel() }
  }
}
