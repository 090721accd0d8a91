public import DialMessage
import DialModel
public import HTTPTypes

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
  /// The URL that answered, after redirects.
  public var url: String { reply.url }
  /// The body.
  public var body: [UInt8] { reply.body }

  /// Returns the result. Throws a ``CallError`` with code `status` if the status is not accepted, or `decoding` if the result does not
  /// fit.
  public func success() throws(CallError) -> Success {
    guard isSuccess else {
      var error = CallError(
        .status, "the server answered \(status.code)", endpoint: reply.endpoint.name, hint: "failure() reads its body",
        location: reply.endpoint.range, attempts: 1)
      error.status = status
      error.headers = reply.secrets.redact(headers)
      error.body = reply.secrets.redact(body)
      throw error
    }
    return try reply.decode(Success.self)
  }

  /// Returns the body of a rejected response: as the declared failure shape if it fits, otherwise by its media type. Throws a
  /// ``CallError`` with code `decoding` if it does not fit.
  public func failure() throws(CallError) -> Failure { try reply.decodeFailure(Failure.self) }
}
