public import DialMessage
import DialModel
public import HTTPTypes

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
        .status, "the server responded with \(status.code)", endpoint: reply.endpoint.name, hint: "to read the error response, use 'failure()'",
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
