public import DialJSON
public import DialMessage
package import DialModel
public import HTTPTypes

/// The accepted, decoded response of a call.
///
/// ```swift
/// let reply = try await users.call("getUser", ["id": 7])
/// reply.status.code          // 200
/// reply.headers["etag"]      // case-insensitive
/// reply.value.name.asString
/// ```
public struct Reply: Sendable {
  /// The format of the body.
  public enum Content: Sendable, Hashable {
    /// A JSON document.
    case json
    /// Text in the charset of the response, by default UTF-8.
    case text
    /// Unchanged bytes; base64 in `value`.
    case bytes
    /// No body: the result is the headers.
    case headers
    /// No body, or a discarded one.
    case none
  }

  /// The accepted status (RFC 9110 section 15).
  public let status: HTTPResponse.Status
  /// The header fields in the order received, without Content-Encoding and Content-Length if the body was decoded.
  public let headers: HTTPFields
  /// The URL that answered, after redirects.
  public let url: String
  /// The result: what `@` of the spec selects, text as a JSON string, bytes as base64, headers as an object.
  public let value: JSON
  /// The format of the body, by the declared result of the endpoint, otherwise by its media type.
  public let content: Content
  /// The body after decoding its content coding; empty if it was discarded. May be copied from the JSON document.
  public var body: [UInt8] { source.bytes }
  /// The metrics of the call.
  public package(set) var metrics = CallMetrics()
  package let source: ReplyBody
  /// The differences between the response and its declaration, if a ``ResponseCheck`` asks for them; otherwise empty.
  public let contract: [ContractFault]
  let plan: EndpointPlan
  /// The secrets to mask in errors.
  package let secrets: Secrets

  package var endpoint: EndpointModel { plan.model }

  /// Decodes the result as a Swift type. Throws a ``CallError`` with the endpoint, the path and the type.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    do throws(JSONError) {
      return try value.decode(type)
    } catch {
      throw decodingError("the result of '\(endpoint.name)' is no \(type): \(error.message)")
    }
  }

  func decodingError(_ message: String) -> CallError { failure(.decoding, message) }
}
