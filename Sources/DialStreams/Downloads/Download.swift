public import HTTPTypes

/// A complete file, written by ``Client/download(_:_:to:_:resume:progress:)-(_,Arguments,_,_,_,_)``.
public struct Download: Sendable {
  /// The path that was passed, or the file in the folder that was passed.
  public let path: String
  /// The size of the file in bytes.
  public let size: Int64
  /// The status of the last response: 206 if only a part was requested (RFC 9110 section 15.3.7).
  public let status: HTTPResponse.Status
  /// The header fields of the last response, in the order received.
  public let headers: HTTPFields
  /// The URL of the last response, after redirects.
  public let url: String
  /// Whether a transfer was resumed: one of this call or of an earlier one.
  public let resumed: Bool
  /// The number of requests, without redirects. More than one if a transfer broke off or could not be resumed.
  public let requests: Int
}
