package import DialMessage
import HTTPTypes

extension PreparedRequest {
  private enum CompressionKey: MessageContextKey { typealias Value = Bool }

  /// Whether the policy `compress` still has to compress the body. Dial wrote the Content-Encoding then; that of a caller says that the
  /// body is encoded already.
  package var isToBeCompressed: Bool {
    get { context[CompressionKey.self] ?? false }
    set { context[CompressionKey.self] = newValue ? true : nil }
  }

  /// Returns the request with its body as it is sent. A stream is compressed while it is read, so its length is unknown.
  package func compressed() throws(TransportError) -> PreparedRequest {
    // A redirect to a GET removes the body with its headers; a middleware may have encoded it.
    guard isToBeCompressed, headers[.contentEncoding] == "gzip" else { return self }
    var request = self
    request.isToBeCompressed = false
    switch body {
    case .none: break
    case .bytes(let bytes): request.body = .bytes(try GzipCompressor().finish(bytes))
    case .stream(let length, let replay, let pieces):
      let again: (@Sendable () -> ResponseBody)? = replay.map { make in
        { @Sendable in ResponseBody(CompressedChunks(pieces: make(), length: length)) }
      }
      request.body = .stream(length: nil, replay: again, ResponseBody(CompressedChunks(pieces: pieces, length: length)))
    }
    return request
  }
}
