import DialMessage
import HTTPTypes

/// A part of a representation (RFC 9110 section 15.3.7) where the whole was asked for, which must not be taken for it.
enum PartialContent {
  /// Why an answer cannot be taken as the whole; nil where it can. Services that answer 206 with a list of theirs that goes on count it in
  /// other units than bytes, or not at all: theirs is an answer.
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
