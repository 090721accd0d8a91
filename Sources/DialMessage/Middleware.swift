/// What stands between the binder and the transport: it may change the request or the response, answer by itself, or call
/// `next` again.
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

  /// Passes the request on, to the next middleware and at last to the transport, and gives the response, whatever its status. Throws
  /// what they throw, such as a ``TransportError``. It may be called more than once, or not at all.
  public func callAsFunction(_ request: PreparedRequest) async throws -> Response { try await run(request) }

  /// The chain with one more middleware around it.
  package func wrapped(by middleware: @escaping Middleware) -> Next {
    Next { request in try await middleware(request, self) }
  }
}

extension PreparedRequest {
  private enum AroundKey: MessageContextKey { typealias Value = Middleware }

  /// What stands around each request of the call that goes out, hop by hop and try by try: what is good for one of them only, as the answer
  /// to a challenge is, is put in there.
  package var around: Middleware? {
    get { context[AroundKey.self] }
    set { context[AroundKey.self] = newValue }
  }
}
