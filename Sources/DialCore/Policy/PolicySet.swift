/// The policies of a client, and what they share between its calls.
final class PolicySet: Sendable {
  let cache = ResponseCache()
  let cookies = CookieJar()

  /// What one policy puts around the calls of an endpoint; nil where it has nothing to do there.
  func middleware(_ policy: CallPolicy, for plan: EndpointPlan) -> Middleware? {
    switch policy {
    // The cache stands only where it is asked for: Chain knows.
    case .cache, .auth, .retry, .limit: return nil
    case .redirects: return { request, next in try await followingRedirects(request) { try await next($0) } }
    case .cookies:
      guard plan.model.policy.keepsCookies == true else { return nil }
      return { [cookies] request, next in try await cookies.exchange(request, next) }
    }
  }
}
