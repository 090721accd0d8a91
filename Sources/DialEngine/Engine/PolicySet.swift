import DialMessage
import DialModel
package import DialPolicies
import Synchronization

/// The policies of a client, and the state that its calls share.
package final class PolicySet: Sendable {
  private let time: PolicyClock
  /// Why there is no service; nil if there is one.
  let offline: Offline?
  let cache = ResponseCache()
  let auth: AuthPolicy
  let cookies = CookieJar()
  /// The retry budget of all calls.
  package let budget = RetryBudget()
  private let limiters = Mutex<[ObjectIdentifier: Limiter]>([:])

  init(_ time: PolicyClock, tokens: (any TokenStore)? = nil, offline: Offline? = nil) {
    self.time = time
    self.offline = offline
    auth = AuthPolicy(tokens)
  }

  /// Returns the middleware of a policy for an endpoint; nil if it does nothing.
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
      guard plan.model.policy.keepsCookies == true else { return nil }
      return { [cookies] request, next in try await cookies.exchange(request, next) }
    }
  }

  /// Returns a middleware that identifies the user before the cache; nil if the request itself does.
  ///
  /// - Parameter isMocked: whether mocks respond, which need no credentials.
  func identifying(_ plan: EndpointPlan, isMocked: Bool) -> Middleware? {
    let user = isMocked ? nil : auth.identifying(plan.credentialScope)
    guard plan.model.policy.keepsCookies == true else { return user }
    return { [cookies] request, next in
      var request = request
      request.identity.cookies = cookies.identify(request)
      if let user { return try await user(request, next) }
      return try await next(request)
    }
  }

  /// Returns the limiter, which the calls below one `limit` key share.
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
  /// The facts that the policy `auth` needs.
  var credentialScope: CredentialScope { CredentialScope(model, foreign, base: base) }
}
