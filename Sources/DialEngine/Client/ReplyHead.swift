import DialMessage
import DialModel
public import HTTPTypes

/// The head of a response whose elements follow; see ``Replies/onOpen(_:)``.
public struct ReplyHead: Sendable, Hashable {
  /// Gets each head of a response.
  package typealias Listener = @Sendable (ReplyHead) -> Void

  /// The accepted status (RFC 9110 section 15).
  public var status: HTTPResponse.Status
  /// The header fields in the order received, without Content-Encoding and Content-Length if the body was decoded.
  public var headers: HTTPFields
  /// The URL that answered, after redirects.
  public var url: String

  /// Creates a head, for tests.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], url: String = "") {
    self.status = status
    self.headers = headers
    self.url = url
  }

  var mediaType: MediaType? { Response(status: status, headers: headers).mediaType }
}
