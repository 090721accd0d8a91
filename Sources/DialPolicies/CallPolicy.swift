/// The policies around the calls of a client, inside its own middlewares, outermost first.
///
/// Each is a middleware. A middleware that the program registers under the same name replaces it:
///
/// ```swift
/// users.use("retry") { request, next in try await next(request) }   // no retries
/// ```
package enum CallPolicy: String, CaseIterable, Sendable {
  /// Returns and stores cached responses.
  case cache
  /// Adds credentials from a token store, a token server or a challenge.
  case auth
  /// Retries temporary failures. The policies below run again for each attempt.
  case retry
  /// Waits until an attempt may be sent.
  case limit
  /// Follows redirects.
  case redirects
  /// Stores cookies and sends them back, for each redirect.
  case cookies

  /// Whether the handshake of a web socket uses it. A handshake is neither cached nor redirected.
  package var isForSockets: Bool {
    switch self {
    case .cache, .redirects: false
    case .auth, .retry, .limit, .cookies: true
    }
  }
}
