/// Code between the binder and the transport. It can change the request or the response, respond itself, or call `next` several times.
///
/// ```swift
/// users.use("log") { request, next in
///   let response = try await next(request)
///   print(request.method, request.url, response.status.code)
///   return response
/// }
/// ```
public typealias Middleware = @Sendable (PreparedRequest, Next) async throws -> Response

/// The rest of the chain.
public struct Next: Sendable {
  private let run: @Sendable (PreparedRequest) async throws -> Response

  package init(_ run: @escaping @Sendable (PreparedRequest) async throws -> Response) { self.run = run }

  /// Passes the request to the next middleware, finally to the transport, and returns the response, whatever its status. Throws their
  /// errors, such as a ``TransportError``. You can call it several times, or not at all.
  public func callAsFunction(_ request: PreparedRequest) async throws -> Response { try await run(request) }

  /// Returns the chain with one more middleware around it.
  package func wrapped(by middleware: @escaping Middleware) -> Next {
    Next { request in try await middleware(request, self) }
  }
}

extension PreparedRequest {
  private enum AroundKey: MessageContextKey { typealias Value = Middleware }

  /// A middleware around each request that is sent, including redirects and retries. It adds values that are valid for one request only,
  /// such as the response to a challenge.
  package var around: Middleware? {
    get { context[AroundKey.self] }
    set { context[AroundKey.self] = newValue }
  }
}
