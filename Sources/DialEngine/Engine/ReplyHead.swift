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

/// Detects a part (RFC 9110 section 15.3.7) in the response to a request for the whole.
enum PartialContent {
  /// Returns why a response cannot be the whole; nil if it can. Services that use 206 for a list that continues count in other units than
  /// bytes, or not at all; these responses are accepted.
  static func fault(in response: Response, to request: PreparedRequest) -> CallError? {
    guard response.status == .partialContent, request.headers[.range] == nil, holdsBytes(response.headers) else { return nil }
    var error = CallError(.protocol, "the server answered 206 (a part) to a request for the whole", attempts: 1)
    error.status = response.status
    error.headers = response.headers
    return error
  }

  private static func holdsBytes(_ headers: HTTPFields) -> Bool {
    headers[.contentRange]?.lowercased().hasPrefix("bytes ") == true
      || headers[.contentType]?.lowercased().hasPrefix("multipart/byteranges") == true
  }
}
