import DialMessage
import DialModel
package import DialPolicies
import Synchronization

/// What stands around the calls of a client: its middlewares, then the policies, then the transport.
final class Chain: Sendable {
  private struct State {
    var registered: [(name: String, run: Middleware)] = []
    /// By endpoint, each made when it is first sent.
    var made: [Next?]
    /// Those with a cache, of endpoints whose calls have none unless they ask for it.
    var cached: [Int: Next] = [:]
  }

  private let transport: any Transport
  private let policies: PolicySet
  private let state: Mutex<State>
  /// Names that some `use:` of the spec mentions.
  private let named: Set<String>
  /// Whether some endpoint keeps answers: then calls that change things go through the cache, too.
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

  /// The way of the requests of one endpoint. A middleware that the spec names and nobody registered is an error of the call.
  ///
  /// - Parameter cached: the call asks for the cache, whatever the spec says.
  func next(_ plan: EndpointPlan, cached: Bool = false) -> Next {
    let isUsual = isCached(plan.model)
    return state.withLock { state in
      guard let index = plan.index else { return make(plan, state.registered, isCached: isUsual || cached) }
      if cached, !isUsual {
        if let next = state.cached[index] { return next }
        let next = make(plan, state.registered, isCached: true)
        state.cached[index] = next
        return next
      }
      if let next = state.made[index] { return next }
      let next = make(plan, state.registered, isCached: isUsual)
      state.made[index] = next
      return next
    }
  }

  /// Whether every call of an endpoint goes through the cache; where none does, it is not even in the way.
  private func isCached(_ model: EndpointModel) -> Bool {
    model.policy.isCaching || isCaching && model.method != "GET" && model.method != "HEAD"
  }

  /// Whether a program put a middleware of its own in the place of a policy.
  func replaces(_ policy: CallPolicy) -> Bool {
    state.withLock { state in state.registered.contains { $0.name == policy.rawValue && !named.contains($0.name) } }
  }
  /// Mocks ask nobody who they are.
  private var isMocked: Bool { policies.offline == .mocks }

  /// One hop, to the transport.
  private var hop: Next {
    let transport = transport
    let whole = Self.around { try await Self.send($0, over: transport) }
    return Next { request in
      if request.isBare { return try await transport.send(request) }
      return try await whole(request)
    }
  }

  /// A way to the transport: with what the request brings along for each time that it is sent, and measured, where somebody wants that.
  private static func around(_ send: @escaping @Sendable (PreparedRequest) async throws -> Response) -> Next {
    let measured = Next { request in
      guard let trace = request.trace else { return try await send(request) }
      return try await trace.request(request, send)
    }
    return Next { request in
      guard let around = request.around else { return try await measured(request) }
      return try await around(request, measured)
    }
  }

  private static func send(_ request: PreparedRequest, over transport: any Transport) async throws -> Response {
    if let watch = request.watch { try await watch.send(request, over: transport) } else { try await transport.send(request) }
  }

  /// The handshake of a web socket.
  private func opening(_ model: EndpointModel) -> Next {
    if let transport = transport as? any SocketTransport { return Self.around { try await transport.connect($0) } }
    let error = CallError(
      .unsupported, "'\(model.name)' is a web socket, which this transport does not support", endpoint: model.name,
      hint: "connect to the server; mocks and recordings do not support web sockets", location: model.range)
    return Next { _ in throw error }
  }

  private func make(_ plan: EndpointPlan, _ registered: [(name: String, run: Middleware)], isCached: Bool) -> Next {
    var (own, replacing) = sorted(registered, for: plan.model)
    // What a program adds to its requests is for the service, and not for a token server, which may be anybody's.
    if plan.isForTokens {
      own = []
      for policy in [CallPolicy.cache, .auth, .cookies] { replacing[policy] = nil }
    }
    var next = plan.model.isSocket ? opening(plan.model) : hop
    for policy in CallPolicy.allCases.reversed() where !plan.model.isSocket || policy.isForSockets {
      if policy == .cache, replacing[.cache] == nil {
        // Whose answers a program's own credentials give, the cache above them cannot see.
        if isCached {
          next = next.wrapped(
            by: policies.cache.middleware(isBlind: replacing[.auth] != nil || replacing[.cookies] != nil, over: transport))
        }
        continue
      }
      if policy == .auth, replacing[policy] == nil, isMocked { continue }
      let stand = replacing[policy] ?? policies.middleware(policy, for: plan).map { [$0] } ?? []
      next = stand.reversed().reduce(next) { next, middleware in next.wrapped(by: middleware) }
    }
    if isCached, let identifying = policies.identifying(plan, isMocked: isMocked) { next = next.wrapped(by: identifying) }
    for name in plan.model.policy.middlewares ?? [] where !registered.contains(where: { $0.name == name }) {
      let error = CallError(
        .middleware, "unknown middleware '\(name)'", endpoint: plan.model.name, hint: "register it with use(\"\(name)\") { … }",
        location: plan.model.range)
      return Next { _ in throw error }
    }
    return own.reversed().reduce(next) { next, middleware in next.wrapped(by: middleware) }
  }

  /// The middlewares of a program around one endpoint: those that the spec names nowhere and then those that it names there, and those
  /// that stand in the place of a policy, because they have its name and the spec does not mention it.
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

extension PreparedRequest {
  /// Whether nothing follows it and nothing stands around it on its way, as mostly.
  fileprivate var isBare: Bool { around == nil && trace == nil && watch == nil }
}

/// The policies of a client, and what they share between its calls.
package final class PolicySet: Sendable {
  private let time: PolicyClock
  /// nil where there is a service.
  let offline: Offline?
  let cache = ResponseCache()
  let auth: AuthPolicy
  let cookies = CookieJar()
  /// What the retries of all calls may take.
  package let budget = RetryBudget()
  private let limiters = Mutex<[ObjectIdentifier: Limiter]>([:])

  init(_ time: PolicyClock, tokens: (any TokenStore)? = nil, offline: Offline? = nil) {
    self.time = time
    self.offline = offline
    auth = AuthPolicy(tokens)
  }

  /// What one policy puts around the calls of an endpoint; nil where it has nothing to do there.
  func middleware(_ policy: CallPolicy, for plan: EndpointPlan) -> Middleware? {
    switch policy {
    // The cache stands only where it is asked for: Chain knows.
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

  /// Says above the cache whose call it is; nil where the request itself shows that.
  ///
  /// - Parameter isMocked: mocks ask nobody who they are.
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

  /// The calls under one written key go through one limiter.
  private func limiter(_ limit: LimitModel) -> Limiter {
    limiters.withLock { limiters in
      if let limiter = limiters[ObjectIdentifier(limit)] { return limiter }
      let limiter = Limiter(limit, time)
      limiters[ObjectIdentifier(limit)] = limiter
      return limiter
    }
  }
}

extension EndpointPlan {
  /// What the policy `auth` knows of it.
  var credentialScope: CredentialScope { CredentialScope(model, auth, foreign, base: base) }
}
