public import DialJSON
public import DialMessage
import DialModel
import DialSpec
public import HTTPTypes
public import Logging

/// A request as a type: its stored properties, with or without a wrapper, are the arguments of an endpoint.
///
/// ```swift
/// struct SetPush: Request {
///   static let endpoint = "setPush"
///   @Header("TOKEN") var token: String? = nil
///   @Field("push_reply_me") var replyMe: Bool? = nil
///   struct Response: Decodable { var code: Int }
/// }
/// let set = try await users.send(SetPush(token: "t", replyMe: true))   // SetPush.Response
/// ```
///
/// The endpoint is one of the spec, or the type brings it along as a ``signature``. A property without a wrapper is an argument of its
/// name, placed as the endpoint says. What is nil is left out.
public protocol Request: Encodable, Sendable {
  /// What an accepted reply is read as; JSON where nothing else is said.
  associatedtype Response: Decodable = JSON
  /// What a refused reply is read as; JSON where nothing else is said.
  associatedtype Failure: Decodable = JSON

  /// The name of the endpoint: one of the spec, or what a request with a ``signature`` is called in errors and logs. By default that of the type.
  static var endpoint: String { get }

  /// An endpoint as a spec has it, for a request that needs none: a line such as `POST form /v3/set_push -> (code Int)`, or the
  /// long form `{POST: /upload, timeout: 60s}`. Empty, the default, for an endpoint of the spec.
  static var signature: String { get }
}

extension Request {
  public static var endpoint: String { String("\(Self.self)".prefix { $0 != "<" }) }
  public static var signature: String { "" }
}

extension Client {
  /// A client without a spec: endpoints come with the requests, each with a ``Request/signature`` of its own.
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

  /// Sends a request and reads the result. Throws a ``CallError`` with all faults of the arguments before anything is sent.
  ///
  /// ```swift
  /// let set = try await users.send(SetPush(token: "t", replyMe: true))
  /// ```
  @discardableResult
  public func send<Sent: Request>(_ request: Sent, _ options: CallOptions = .init()) async throws(CallError) -> Sent.Response {
    try await engine.send(try engine.prepare(request, options)).decode(Sent.Response.self)
  }

  /// Sends a request and gives the reply, whatever its status.
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

  /// Sends a request in a task of its own: to watch, to cancel, to wait for. What is wrong with it is thrown by ``CallTask/value``.
  ///
  /// ```swift
  /// let task = users.start(Upload(photo: .file("a.jpg")))
  /// for await step in task.progress { print(step.sent) }
  /// ```
  public func start<Sent: Request>(_ request: Sent, _ options: CallOptions = .init()) -> CallTask {
    engine.start { () throws(CallError) in try engine.prepare(request, options) }
  }

  /// Sends a request without `await`: `completion` is called once, on no particular thread, with the result or the error.
  @discardableResult
  public func send<Sent: Request>(
    _ request: Sent, _ options: CallOptions = .init(), completion: @escaping @Sendable (Result<Sent.Response, CallError>) -> Void
  ) -> CallTask {
    let told: @Sendable (Result<Reply, CallError>) -> Void = { completion($0.decoded()) }
    return engine.start(told) { () throws(CallError) in try engine.prepare(request, options) }
  }

  /// The request as a value: to inspect, log, change and send.
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

/// A reply to a typed request, whatever its status: its value is read when it is asked for.
///
/// ```swift
/// let reply = try await users.reply(to: GetUser(id: 7))
/// if reply.isSuccess { try reply.success().name } else { try reply.failure().code }
/// ```
public struct TypedReply<Success: Decodable, Failure: Decodable>: Sendable {
  /// The reply as a call by name gives it.
  public let reply: Reply
  /// Whether the status is one that the endpoint accepts.
  public let isSuccess: Bool

  /// The status of the reply.
  public var status: HTTPResponse.Status { reply.status }
  /// The field lines of the reply.
  public var headers: HTTPFields { reply.headers }
  /// The URL that answered, after redirects.
  public var url: String { reply.url }
  /// The body as it came.
  public var body: [UInt8] { reply.body }

  /// The result. Throws a ``CallError`` of code `status` where the status is not accepted, of code `decoding` where the result does not fit.
  public func success() throws(CallError) -> Success {
    guard isSuccess else {
      var error = CallError(
        .status, "the server responded with \(status.code)", endpoint: reply.endpoint.name,
        hint: "to read the error response, use 'failure()'",
        location: reply.endpoint.range, attempts: 1)
      error.status = status
      error.headers = reply.secrets.redact(headers)
      error.body = reply.secrets.redact(body)
      throw error
    }
    return try reply.decode(Success.self)
  }

  /// The body of a refused reply: as the declared failure shape where it fits, else by its media type. Throws a ``CallError`` of code
  /// `decoding` where it does not fit.
  public func failure() throws(CallError) -> Failure { try reply.decodeFailure(Failure.self) }
}
