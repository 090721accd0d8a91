import DialBuild
import DialMessage
import DialModel
package import DialPolicies
import Synchronization

final class Chain: Sendable {
  private struct State {
    var registered: [(name: String, run: Middleware)] = []
    var made: [Next?]
    /// The chains with a cache, for calls that request it.
    var cached: [Int: Next] = [:]
  }

  private let transport: any Transport
  private let policies: PolicySet
  private let state: Mutex<State>
  private let named: Set<String>
  /// Whether an endpoint caches responses, so that unsafe calls must also use the cache.
  private let isCaching: Bool

  init(_ service: ServiceModel, _ transport: any Transport, _ policies: PolicySet) {
    self.transport = transport
    self.policies = policies
    state = Mutex(State(made: Array(repeating: nil, count: service.endpoints.count)))
    named = Set(service.traits.middlewares)
    isCaching = service.traits.isCaching
  }

  func register(_ name: String, _ middleware: @escaping Middleware) {
    state.withLock { state in
      state.registered.append((name, middleware))
      for index in state.made.indices { state.made[index] = nil }
      state.cached = [:]
    }
  }

  /// Returns the chain for one endpoint. An unregistered middleware in the spec is an error of the call. `cached` says whether the call
  /// requests the cache.
  func next(_ plan: EndpointPlan, cached: Bool = false) -> Next {
    let isUsual = isCached(plan.model)
    return state.withLock { state in
      guard let index = plan.index else { return make(plan, state.registered, isCached: isUsual || cached) }
      if cached, !isUsual {
        let registered = state.registered
        return state.cached.value(index) { make(plan, registered, isCached: true) }
      }
      if let next = state.made[index] { return next }
      let next = make(plan, state.registered, isCached: isUsual)
      state.made[index] = next
      return next
    }
  }

  private func isCached(_ model: EndpointModel) -> Bool {
    model.policy.isCaching || isCaching && model.method != "GET" && model.method != "HEAD"
  }

  func replaces(_ policy: CallPolicy) -> Bool {
    state.withLock { state in state.registered.contains { $0.name == policy.rawValue && !named.contains($0.name) } }
  }

  /// Mocks need no credentials.
  private var isMocked: Bool { policies.offline == .mocks }

  private var hop: Next {
    let transport = transport
    let whole = Self.around { try await Self.send($0, over: transport) }
    return Next { request in
      if request.context[EachRequest.self] == nil, request.context[CallTrace.self] == nil, request.watch == nil {
        return try await transport.send(request)
      }
      return try await whole(request)
    }
  }

  /// Adds the middleware of the request and the measurements to a transport.
  private static func around(_ send: @escaping @Sendable (PreparedRequest) async throws -> Response) -> Next {
    let measured = Next { request in
      guard let trace = request.context[CallTrace.self] else { return try await send(request) }
      return try await trace.request(request, send)
    }
    return Next { request in
      guard let around = request.context[EachRequest.self] else { return try await measured(request) }
      return try await around(request, measured)
    }
  }

  private static func send(_ request: PreparedRequest, over transport: any Transport) async throws -> Response {
    if let watch = request.watch { try await watch.send(request, over: transport) } else { try await transport.send(request) }
  }

  private func opening(_ model: EndpointModel) -> Next {
    if let transport = transport as? any SocketTransport { return Self.around { try await transport.connect($0) } }
    let error = CallError(
      .unsupported, "'\(model.name)' is a WebSocket, which this transport does not support", of: model,
      hint: "connect to the server; mocks and recordings do not support WebSockets")
    return Next { _ in throw error }
  }

  private func make(_ plan: EndpointPlan, _ registered: [(name: String, run: Middleware)], isCached: Bool) -> Next {
    var (own, replacing) = sorted(registered, for: plan.model)
    // Middlewares add values for the service, which must not go to a token server.
    if plan.isForTokens {
      own = []
      for policy in [CallPolicy.cache, .auth, .cookies] { replacing[policy] = nil }
    }
    var next = plan.model.isSocket ? opening(plan.model) : hop
    for policy in CallPolicy.allCases.reversed() where !plan.model.isSocket || policy.isForSockets {
      if policy == .cache, replacing[.cache] == nil {
        // Credentials from a middleware decide the user, but the cache cannot see them.
        if isCached {
          next = next.wrapped(
            by: policies.cache.middleware(isBlind: replacing[.auth] != nil || replacing[.cookies] != nil, over: transport))
        }
        continue
      }
      if policy == .auth, replacing[policy] == nil, isMocked { continue }
      next = next.wrapped(by: replacing[policy] ?? policies.middleware(policy, for: plan).map { [$0] } ?? [])
    }
    if isCached, let identifying = policies.identifying(plan, isMocked: isMocked) { next = next.wrapped(by: identifying) }
    for name in plan.model.policy.middlewares ?? [] where !registered.contains(where: { $0.name == name }) {
      let error = CallError(
        .middleware, "unknown middleware '\(name)'", of: plan.model, hint: "register it with use(\"\(name)\") { … }")
      return Next { _ in throw error }
    }
    return next.wrapped(by: own)
  }

  /// Returns the middlewares of one endpoint: those that the spec names nowhere, then those that it names here; and those that replace a
  /// policy, because they have its name and the spec does not name them.
  private func sorted(
    _ registered: [(name: String, run: Middleware)], for model: EndpointModel
  ) -> (own: [Middleware], replacing: [CallPolicy: [Middleware]]) {
    let used = model.policy.middlewares ?? []
    var own: [Middleware] = []
    var replacing: [CallPolicy: [Middleware]] = [:]
    for (name, run) in registered where !named.contains(name) && !used.contains(name) {
      if let policy = CallPolicy(rawValue: name) { replacing[policy, default: []].append(run) } else { own.append(run) }
    }
    for name in used { own += registered.first { $0.name == name }.map { [$0.run] } ?? [] }
    return (own, replacing)
  }
}

/// The policies of a client, and the state that its calls share.
package final class PolicySet: Sendable {
  private let time: PolicyClock
  /// Why there is no service; nil if there is one.
  let offline: Offline?
  let cache = ResponseCache()
  let auth: AuthPolicy
  let cookies = CookieJar()
  package let budget = RetryBudget()
  private let limiters = Mutex<[ObjectIdentifier: Limiter]>([:])
  /// How rates are shared with other processes, before the first call; nil if their `limit` says it.
  let sharing = Mutex<RateSharing?>(nil)
  private let spec: Spec

  init(_ spec: Spec, _ time: PolicyClock, tokens: (any TokenStore)? = nil, offline: Offline? = nil) {
    self.spec = spec
    self.time = time
    self.offline = offline
    auth = AuthPolicy(tokens)
  }

  func middleware(_ policy: CallPolicy, for plan: EndpointPlan) -> Middleware? {
    switch policy {
    // Chain adds the cache only where it is needed.
    case .cache: return nil
    case .auth: return auth.middleware(for: plan.credentialScope)
    case .retry:
      let rule = RetryRule(plan.model.policy.retry, accept: plan.accept, offline: offline)
      let retry = RetryMiddleware(rule, budget, time)
      return { request, next in try await retry.send(request, next) }
    case .limit:
      guard offline == nil, let limit = plan.model.policy.limit else { return nil }
      let limiter = limiter(limit)
      return { request, next in try await limiter.send(request, next) }
    case .redirects: return { request, next in try await followingRedirects(request, next) }
    case .cookies:
      guard let model = plan.model.policy.cookies, model.isKept else { return nil }
      return { [cookies] request, next in try await cookies.exchange(request, sharedBelow: model.domain, next) }
    // Mocks and recordings see the body as it is written.
    case .compress:
      guard offline == nil, plan.model.policy.compress == .gzip else { return nil }
      return { request, next in try await next(request.compressed()) }
    }
  }

  /// Returns a middleware that identifies the user before the cache; nil if the request itself does, or mocks respond.
  func identifying(_ plan: EndpointPlan, isMocked: Bool) -> Middleware? {
    let user = isMocked ? nil : auth.identifying(plan.credentialScope)
    guard let model = plan.model.policy.cookies, model.isKept else { return user }
    return { [cookies] request, next in
      var request = request
      request.identity.cookies = cookies.identify(request, sharedBelow: model.domain)
      if let user { return try await user(request, next) }
      return try await next(request)
    }
  }

  private func limiter(_ limit: LimitModel) -> Limiter {
    let given = sharing.withLock { $0 }
    return limiters.withLock { limiters in
      limiters.value(ObjectIdentifier(limit)) { Limiter(limit, time, sharing: RateSharing.result(given, limit, spec)) }
    }
  }
}

extension EndpointPlan {
  var credentialScope: CredentialScope { CredentialScope(model, auth, foreign, base: base) }
}
