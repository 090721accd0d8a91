/// What stands around the calls of a client below its own middlewares, outermost first.
///
/// Each is a middleware like any other. One that a program registers under its name stands in its place:
///
/// ```swift
/// users.use("retry") { request, next in try await next(request) }   // never a second try
/// ```
package enum CallPolicy: String, CaseIterable, Sendable {
  /// Answers from what is kept, and keeps answers.
  case cache
  /// Puts in what a token store, a token server or a challenge gives.
  case auth
  /// Repeats what failed in passing; what stands below it is done again for each try.
  case retry
  /// Waits until a try may go out.
  case limit
  /// Follows redirects, hop by hop.
  case redirects
  /// Keeps what servers set, and sends it back, on each hop.
  case cookies

  /// Whether the handshake of a web socket goes through it: it has no answer to keep, and its credentials go nowhere else.
  package var isForSockets: Bool {
    switch self {
    case .cache, .redirects: false
    case .auth, .retry, .limit, .cookies: true
    }
  }
}
