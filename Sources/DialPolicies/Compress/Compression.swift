package import DialMessage
import HTTPTypes

extension DeflateStream {
  /// Creates a stream of gzip (RFC 1952). The same bytes give the same result: the header has no time and no name.
  fileprivate static func gzip() throws(TransportError) -> DeflateStream {
    // A window of 32 KiB, with the header and the trailer of gzip.
    guard let stream = DeflateStream(bits: 15 + 16) else { throw TransportError(.limit, "not enough memory to compress the body") }
    return stream
  }
}

extension ResponseBody {
  /// Returns the body of a request, compressed as it is read. `declared` is its length.
  fileprivate func compressed(_ declared: Int64?) -> ResponseBody {
    ResponseBody {
      var pieces = (declared.map(ofLength) ?? self).makeAsyncIterator()
      var compressor: DeflateStream?
      var isDone = false
      return {
        if isDone { return nil }
        let gzip = try compressor ?? .gzip()
        compressor = gzip
        while let piece = try await pieces.next() {
          let packed = gzip.write(piece)
          if !packed.isEmpty { return packed }
        }
        isDone = true
        return gzip.write([], .finish)
      }
    }
  }
}

/// Whether the policy `compress` still has to compress the body. Dial wrote the Content-Encoding then; that of a caller says that the
/// body is encoded already.
package enum IsToBeCompressed: MessageFlag {}

extension PreparedRequest {
  /// Returns the request with its body as it is sent. A stream is compressed while it is read, so its length is unknown.
  package func compressed() throws(TransportError) -> PreparedRequest {
    // A redirect to a GET removes the body with its headers; a middleware may have encoded it.
    guard context[IsToBeCompressed.self], headers[.contentEncoding] == "gzip" else { return self }
    var request = self
    request.context[IsToBeCompressed.self] = false
    switch body {
    case .none: break
    case .bytes(let bytes): request.body = .bytes(try DeflateStream.gzip().write(bytes, .finish))
    case .stream(let length, let replay, let pieces):
      let again: (@Sendable () -> ResponseBody)? = replay.map { make in { @Sendable in make().compressed(length) } }
      request.body = .stream(length: nil, replay: again, pieces.compressed(length))
    }
    return request
  }
}
