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

/// A part of a representation (RFC 9110 section 15.3.7) where the whole was asked for, which must not be taken for it.
enum PartialContent {
  /// Why an answer cannot be taken as the whole; nil where it can. Services that answer 206 with a list of theirs that goes on count it in
  /// other units than bytes, or not at all: theirs is an answer.
  static func fault(in response: Response, to request: PreparedRequest) -> CallError? {
    guard response.status == .partialContent, request.headers[.range] == nil, holdsBytes(response.headers) else { return nil }
    var error = CallError(.protocol, "the server responded with 206 Partial Content, but no range was requested", attempts: 1)
    error.status = response.status
    error.headers = response.headers
    return error
  }

  private static func holdsBytes(_ headers: HTTPFields) -> Bool {
    headers[.contentRange]?.lowercased().hasPrefix("bytes ") == true
      || headers[.contentType]?.lowercased().hasPrefix("multipart/byteranges") == true
  }
}
