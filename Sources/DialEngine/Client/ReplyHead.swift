import DialMessage
import DialModel
public import HTTPTypes

/// The beginning of a reply whose elements are still to come, see ``Replies/onOpen(_:)``.
public struct ReplyHead: Sendable, Hashable {
  /// Is told each head of a reply.
  package typealias Listener = @Sendable (ReplyHead) -> Void

  /// The status, an accepted one (RFC 9110 section 15).
  public var status: HTTPResponse.Status
  /// Field lines in the order received; Content-Encoding and Content-Length are gone where the coding is undone.
  public var headers: HTTPFields
  /// The URL that answered, after redirects.
  public var url: String

  /// A head, as a test may want to compare one.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], url: String = "") {
    self.status = status
    self.headers = headers
    self.url = url
  }

  var mediaType: MediaType? { Response(status: status, headers: headers).mediaType }
}
