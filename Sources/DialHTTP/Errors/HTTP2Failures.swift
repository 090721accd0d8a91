import DialMessage
import NIOHTTP2

/// The messages for failures of an HTTP/2 stream (RFC 9113). Those of connections are in ``Failures``.
enum HTTP2Failures {
  /// The server closed the stream early (RST_STREAM), or the whole connection (GOAWAY).
  static func reset(_ exchange: Exchange, _ code: HTTP2ErrorCode, closing what: String = "stream") -> TransportError {
    let (progress, peer) = (exchange.snapshot(), exchange.peer)
    if progress.phase == .done { return Failures.stopped(exchange, "reset the \(what) (\(name(code)))") }
    switch code {
    case .refusedStream:
      return unprocessed(exchange, TransportError(.connect, "\(peer) refused the request without processing it (REFUSED_STREAM)"))
    case .http11Required:
      exchange.update {
        $0.isUnprocessed = progress.phase != .body
        $0.needsHTTP1 = true
      }
      return TransportError(.protocol, "\(peer) requires HTTP/1.1 for this request (HTTP_1_1_REQUIRED)")
    default: break
    }
    if progress.phase == .body {
      return TransportError(.truncated, "the response from \(peer) ended early, after \(Failures.bytes(progress)): \(name(code))")
    }
    return TransportError(.protocol, "\(peer) closed the \(what) without a response: \(name(code))", mayPass: true)
  }

  /// The server closes the connection without processing the request (GOAWAY).
  static func leftBehind(_ exchange: Exchange, _ code: HTTP2ErrorCode?) -> TransportError {
    let frame = "GOAWAY" + (code.map { ", \(name($0))" } ?? "")
    let message = "\(exchange.peer) closed the connection without processing the request (\(frame))"
    return unprocessed(exchange, TransportError(.connect, message))
  }

  /// Marks an error of a request that is safe to repeat (RFC 9113 section 8.7).
  private static func unprocessed(_ exchange: Exchange, _ error: TransportError) -> TransportError {
    exchange.update { $0.isUnprocessed = true }
    var error = error
    error.isUntouched = true
    return error
  }

  /// The frames of the server were rejected; the library does not say why.
  static func refused(_ exchange: Exchange) -> TransportError {
    let (progress, peer) = (exchange.snapshot(), exchange.peer)
    guard progress.phase == .body else { return TransportError(.protocol, "\(peer) sent headers that are not valid HTTP/2") }
    guard let length = progress.bodyLength else { return TransportError(.protocol, "\(peer) sent a body that is not valid HTTP/2") }
    return TransportError(.truncated, "the response from \(peer) does not have the \(length) bytes that its Content-Length declares")
  }

  /// The server violated the protocol for the whole connection. This includes a head that is too large for the library.
  static func broken(_ exchange: Exchange, _ fault: any Error) -> TransportError {
    let (phase, peer) = (exchange.snapshot().phase, exchange.peer)
    let isUnreadable = fault is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock || fault is NIOHTTP2Errors.UnableToParseFrame
    guard isUnreadable, phase == .sending else {
      return TransportError(.protocol, "\(peer) violated the HTTP/2 protocol (\(words(fault)))", mayPass: true)
    }
    exchange.update { $0.needsHTTP1 = true }
    return TransportError(.limit, "\(peer) sent headers that are too large; the limit for HTTP/2 is 16 KiB")
  }

  /// Returns the type of an error of the library in words: `ExcessiveRSTFrames` is "excessive RST frames".
  private static func words(_ fault: any Error) -> String {
    String(describing: type(of: fault)).matches(of: /[A-Z]+(?![a-z])|[A-Z][a-z]+/).map { match in
      match.output.allSatisfy(\.isUppercase) ? String(match.output) : match.output.lowercased()
    }.joined(separator: " ")
  }

  /// The names in RFC 9113 section 7.
  private static let names = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", "FRAME_SIZE_ERROR",
    "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  private static func name(_ code: HTTP2ErrorCode) -> String {
    names.indices.contains(code.networkCode) ? names[code.networkCode] : "error \(code.networkCode)"
  }
}
