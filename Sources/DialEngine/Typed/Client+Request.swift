public import DialMessage
import DialSpec
public import Logging

extension Client {
  /// Creates a client without a spec. Each request contains its endpoint as a ``Request/signature``.
  ///
  /// ```swift
  /// struct GetUser: Request {
  ///   static let signature = "GET /users/{id}"
  ///   @Path var id: Int
  /// }
  /// let ann = try await Client(base: "https://api.example.com").send(GetUser(id: 7))
  /// ```
  public init(
    base: String, variables: Variables = [:], transport: any Transport, logger: Logger? = nil, check: ResponseCheck = .off,
    instruments: Instruments = .system
  ) {
    self.init(
      Spec.empty, variables: variables, base: base, transport: transport, logger: logger, check: check, instruments: instruments)
  }

  /// Sends a request and returns the result. Throws a ``CallError`` with all wrong arguments before anything is sent.
  ///
  /// ```swift
  /// let set = try await users.send(SetPush(token: "t", replyMe: true))
  /// ```
  @discardableResult
  public func send<Sent: Request>(_ request: Sent, _ options: CallOptions = .init()) async throws(CallError) -> Sent.Response {
    try await engine.send(try engine.prepare(request, options)).decode(Sent.Response.self)
  }

  /// Sends a request and returns the response, whatever its status.
  ///
  /// ```swift
  /// let reply = try await users.reply(to: GetUser(id: 7))
  /// if !reply.isSuccess { print(try reply.failure()) }
  /// ```
  public func reply<Sent: Request>(
    to request: Sent, _ options: CallOptions = .init()
  ) async throws(CallError) -> TypedReply<Sent.Response, Sent.Failure> {
    try await engine.reply(try engine.prepare(request, options))
  }

  /// Sends a request in a new task, to observe, cancel or wait for it. Invalid arguments are thrown by ``CallTask/value``.
  ///
  /// ```swift
  /// let task = users.start(Upload(photo: .file("a.jpg")))
  /// for await step in task.progress { print(step.sent) }
  /// ```
  public func start<Sent: Request>(_ request: Sent, _ options: CallOptions = .init()) -> CallTask {
    engine.start { () throws(CallError) in try engine.prepare(request, options) }
  }

  /// Sends a request without `await`: `completion` is called once, on any thread, with the result or the error.
  @discardableResult
  public func send<Sent: Request>(
    _ request: Sent, _ options: CallOptions = .init(), completion: @escaping @Sendable (Result<Sent.Response, CallError>) -> Void
  ) -> CallTask {
    let told: @Sendable (Result<Reply, CallError>) -> Void = { completion($0.decoded()) }
    return engine.start(told) { () throws(CallError) in try engine.prepare(request, options) }
  }

  /// Returns the request without sending it, to inspect, log, change and send.
  public func prepare<Sent: Request>(_ request: Sent, _ options: CallOptions = .init()) throws(CallError) -> Draft {
    try engine.prepare(request, options)
  }
}

extension Result<Reply, CallError> {
  fileprivate func decoded<T: Decodable>() -> Result<T, CallError> {
    flatMap { reply in
      do throws(CallError) { return .success(try reply.decode(T.self)) } catch { return .failure(error) }
    }
  }
}
