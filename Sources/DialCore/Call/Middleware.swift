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

  public func callAsFunction(_ request: PreparedRequest) async throws -> Response { try await run(request) }

  /// The chain with one more middleware around it.
  package func wrapped(by middleware: @escaping Middleware) -> Next {
    Next { request in try await middleware(request, self) }
  }
}
