public import HTTPTypes

/// A file that a download wrote, whole and under its name: what ``Client/download(_:_:to:_:resume:progress:)-(_,Arguments,_,_,_,_)``
/// gives.
public struct Download: Sendable {
  /// Where the file is: the path that was given, or the file in the folder that was given.
  public let path: String
  /// Bytes of the file.
  public let size: Int64
  /// The status of the last reply: 206 where a part was fetched alone (RFC 9110 section 15.3.7).
  public let status: HTTPResponse.Status
  /// Field lines of the last reply in the order received.
  public let headers: HTTPFields
  /// The URL that answered last, after redirects.
  public let url: String
  /// Whether a transfer that had broken off was taken up again: one of this call, or of one before.
  public let resumed: Bool
  /// The requests that it took, redirects not counted; more than one where a transfer broke off, or could not go on.
  public let requests: Int
}
