public import DialJSON
public import DialMessage
package import DialModel
public import HTTPTypes

/// An accepted answer, decoded: what a call gives back.
///
/// ```swift
/// let reply = try await users.call("getUser", ["id": 7])
/// reply.status.code          // 200
/// reply.headers["etag"]      // by text, in any case
/// reply.value.name.asString
/// ```
public struct Reply: Sendable {
  /// What the body was read as.
  public enum Content: Sendable, Hashable {
    /// A JSON document.
    case json
    /// Text in the charset that the reply names, UTF-8 by default.
    case text
    /// Bytes as they came; base64 in `value`.
    case bytes
    /// Nothing: the result is the headers.
    case headers
    /// Nothing: there was no body, or it was discarded.
    case none
  }

  /// The status of the reply, an accepted one (RFC 9110 section 15).
  public let status: HTTPResponse.Status
  /// The field lines of the reply in the order received; Content-Encoding and Content-Length are gone where the coding was undone.
  public let headers: HTTPFields
  /// The URL that answered, after redirects.
  public let url: String
  /// The result: what the spec's `@` selected, text as a JSON string, bytes as base64, headers as an object.
  public let value: JSON
  /// What the body was read as: by the declared result of the endpoint, else by its media type.
  public let content: Content
  /// The body as it came, content coding undone; empty where it was discarded unread. Copied from the JSON that was read, where it was.
  public var body: [UInt8] { source.bytes }
  /// What the call cost.
  public package(set) var metrics = CallMetrics()
  package let source: ReplyBody
  /// In what the reply is not as the spec declares it, where a ``ResponseCheck`` asks for that; else empty.
  public let contract: [ContractFault]
  let plan: EndpointPlan
  /// What an error about this reply may not show.
  package let secrets: Secrets

  package var endpoint: EndpointModel { plan.model }

  /// The result as a type of Swift. A declared tuple of one element, `-> (n Int)`, is read as that element, too: Swift has no such tuples.
  /// Throws a ``CallError`` that names endpoint, path and type.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    do throws(JSONError) {
      return try value.decode(type)
    } catch {
      if let shape = plan.reply.shape, let element = SoleElement(types: plan.types).value(value, shape),
        let result = try? element.decode(type)
      {
        return result
      }
      throw decodingError("cannot read the result of '\(endpoint.name)' as \(type): \(error.message)")
    }
  }

  func decodingError(_ message: String) -> CallError { failure(.decoding, message) }
}
