import DialMessage
import DialModel
package import DialPolicies
import Synchronization

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
