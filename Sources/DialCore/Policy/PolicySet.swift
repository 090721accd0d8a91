/// The policies of a client, and what they share between its calls.
final class PolicySet: Sendable {
  let cache = ResponseCache()

  /// What one policy puts around the calls of an endpoint; nil where it has nothing to do there.
  func middleware(_ policy: CallPolicy, for plan: EndpointPlan) -> Middleware? {
    switch policy {
    // It stands only where it is asked for: Chain knows.
    case .cache, .auth, .retry, .limit: nil
    case .redirects: { request, next in try await followingRedirects(request) { try await next($0) } }
    }
  }
}
