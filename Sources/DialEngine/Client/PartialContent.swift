import DialMessage
import HTTPTypes

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
