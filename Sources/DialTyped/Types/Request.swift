import DialBuild
public import DialEngine
public import DialJSON
public import DialMessage
public import HTTPTypes
import Logging

/// A request as a type. Its stored properties, with or without wrappers, are the arguments of an endpoint.
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
/// The endpoint is one of the spec, or the ``signature`` of the type. A property without a wrapper is the argument with its name, sent
/// where the endpoint declares it. nil is omitted.
public protocol Request: Encodable, Sendable {
  /// The type of an accepted response; by default JSON.
  associatedtype Response: Decodable = JSON
  /// The type of a rejected response; by default JSON.
  associatedtype Failure: Decodable = JSON

  /// The name of an endpoint of the spec or, with a ``signature``, the name in errors and logs. By default that of the type.
  static var endpoint: String { get }

  /// An endpoint as in a spec, for a request without one: a line such as `POST form /v3/set_push -> (code Int)`, or the long form
  /// `{POST: /upload, timeout: 60s}`. Empty by default.
  static var signature: String { get }
}

extension Request {
  public static var endpoint: String { String("\(Self.self)".prefix { $0 != "<" }) }
  public static var signature: String { "" }
}

extension Client {
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
    let handler: @Sendable (Result<Reply, CallError>) -> Void = { result in
      completion(result.flatMap { reply in Result { () throws(CallError) in try reply.decode() } })
    }
    return engine.start(handler) { () throws(CallError) in try engine.prepare(request, options) }
  }

  /// Returns the request without sending it, to inspect, log, change and send.
  public func prepare<Sent: Request>(_ request: Sent, _ options: CallOptions = .init()) throws(CallError) -> Draft {
    try engine.prepare(request, options)
  }
}

/// The response to a typed request, whatever its status. Its value is decoded on demand.
///
/// ```swift
/// let reply = try await users.reply(to: GetUser(id: 7))
/// if reply.isSuccess { try reply.success().name } else { try reply.failure().code }
/// ```
public struct TypedReply<Success: Decodable, Failure: Decodable>: Sendable {
  /// The untyped response.
  public let reply: Reply
  /// Whether the endpoint accepts the status.
  public let isSuccess: Bool

  /// The status of the response.
  public var status: HTTPResponse.Status { reply.status }
  /// The header fields of the response.
  public var headers: HTTPFields { reply.headers }
  /// The URL of the response, after redirects.
  public var url: String { reply.url }
  /// The body.
  public var body: [UInt8] { reply.body }

  /// Returns the result. Throws a ``CallError`` with code `status` if the status is not accepted, or `decoding` if the result does not
  /// fit.
  public func success() throws(CallError) -> Success {
    guard isSuccess else {
      throw reply.failure(
        .status, "the server responded with \(status.code)", hint: "to read the error response, use 'failure()'")
    }
    return try reply.decode(Success.self)
  }

  /// Returns the body of a rejected response: as the declared failure shape if it fits, otherwise by its media type. Throws a
  /// ``CallError`` with code `decoding` if it does not fit.
  public func failure() throws(CallError) -> Failure { try reply.decodeFailure(Failure.self) }
}

extension TypedReply: SecretHolder {
  /// The status and the names of the headers, without the content.
  public var description: String { reply.description }
}
