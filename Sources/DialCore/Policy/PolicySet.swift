import Synchronization

/// The policies of a client, and what they share between its calls.
package final class PolicySet: Sendable {
  private let time: PolicyTime
  let cache = ResponseCache()
  let auth: AuthPolicy
  let cookies = CookieJar()
  /// What the retries of all calls may take.
  package let budget = RetryBudget()
  private let limiters = Mutex<[ObjectIdentifier: Limiter]>([:])

  init(_ time: PolicyTime, tokens: (any TokenStore)? = nil) {
    self.time = time
    auth = AuthPolicy(tokens)
  }

  /// What one policy puts around the calls of an endpoint; nil where it has nothing to do there.
  func middleware(_ policy: CallPolicy, for plan: EndpointPlan) -> Middleware? {
    switch policy {
    // The cache stands only where it is asked for: Chain knows.
    case .cache: return nil
    case .auth: return auth.middleware(for: plan)
    case .retry:
      let retry = RetryMiddleware(RetryRule(plan.model.policy.retry, accept: plan.accept), budget, time)
      return { request, next in try await retry.send(request) { try await next($0) } }
    case .limit:
      guard let limit = plan.model.policy.limit else { return nil }
      let limiter = limiter(limit)
      return { request, next in try await limiter.send(request, next) }
    case .redirects: return { request, next in try await followingRedirects(request) { try await next($0) } }
    case .cookies:
      guard plan.model.policy.keepsCookies == true else { return nil }
      return { [cookies] request, next in try await cookies.exchange(request, next) }
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
