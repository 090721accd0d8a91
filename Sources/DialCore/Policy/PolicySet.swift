/// The policies of a client, and what they share between its calls.
final class PolicySet: Sendable {
  let auth: AuthPolicy
  let cache = ResponseCache()
  let cookies = CookieJar()

  init(tokens: (any TokenStore)? = nil) { auth = AuthPolicy(tokens) }

  /// What one policy puts around the calls of an endpoint; nil where it has nothing to do there.
  func middleware(_ policy: CallPolicy, for plan: EndpointPlan) -> Middleware? {
    switch policy {
    case .auth: return auth.middleware(for: plan)
    // The cache stands only where it is asked for: Chain knows.
    case .cache, .retry, .limit: return nil
    case .redirects: return { request, next in try await followingRedirects(request) { try await next($0) } }
    case .cookies:
      guard plan.model.policy.keepsCookies == true else { return nil }
      return { [cookies] request, next in try await cookies.exchange(request, next) }
    }
  }
}
