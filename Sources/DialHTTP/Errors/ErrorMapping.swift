import AsyncHTTPClient
import DialMessage
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every error of the libraries below becomes a ``TransportError`` here, and nowhere else.
enum ErrorMapping {
  static func map(_ error: any Error, _ exchange: Exchange) -> TransportError {
    switch error {
    case let error as TransportError: error
    case is CancellationError: Failures.cancelled
    case let error as HTTPClientError: map(error, exchange)
    case let error as HTTPParserError: map(error, exchange)
    case is NIOHTTPDecoderError, is StrayAnswer: Failures.notHTTP(exchange, "an answer that no request asked for")
    case let error as NIOConnectionError: map(error, exchange)
    case let error as ChannelError: map(error, exchange)
    case let error as IOError: map(error, exchange)
    default: TLSErrorMapping.map(error, exchange) ?? unknown(error, exchange)
    }
  }

  private static func unknown(_ error: any Error, _ exchange: Exchange) -> TransportError {
    // The client has an error without a word in it for a proxy that closes the connection before it has answered.
    if isTunnelling(exchange) { return Failures.noTunnel(exchange, nil) }
    return TransportError(.connect, "the call to \(exchange.peer) failed: \(error)")
  }

  private static func map(_ error: HTTPClientError, _ exchange: Exchange) -> TransportError {
    switch error {
    case .cancelled: Failures.cancelled
    case .connectTimeout, .getConnectionFromPoolTimeout: Failures.connectTimeout(exchange)
    case .tlsHandshakeTimeout:
      TransportError(.timeout, "no TLS handshake with \(exchange.peer) within \(Failures.seconds(exchange.connectTimeout))")
    case .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
      TransportError(
        .timeout,
        "the proxy \(proxy(exchange)) opened no way to \(exchange.url.address) within "
          + Failures.seconds(exchange.connectTimeout)
      ).about(.proxy)
    case .deadlineExceeded: Failures.totalTimeout(exchange)
    case .readTimeout, .writeTimeout: Failures.silence(exchange)
    case .remoteConnectionClosed: Failures.ended(exchange, reset: false)
    case .invalidProxyResponse: Failures.noTunnel(exchange, nil)
    case .proxyAuthenticationRequired: Failures.proxyRefusal(exchange)
    case .bodyLengthMismatch: TransportError(.io, "the body to send has not its announced length")
    case .alreadyShutdown: Failures.shutDown
    case .invalidURL, .emptyHost: TransportError(.protocol, "the URL has no valid host and port")
    case .traceRequestWithBody: TransportError(.protocol, "a TRACE request may not have a body")
    default:
      error == .invalidHeaderFieldNames([]) || error == .invalidHeaderFieldValues([])
        ? TransportError(.protocol, "a header field has characters that cannot be sent")
        : TransportError(.connect, "the call to \(exchange.peer) failed: \(error.shortDescription)")
    }
  }

  private static func map(_ error: HTTPParserError, _ exchange: Exchange) -> TransportError {
    if isTunnelling(exchange) {
      return TransportError(.protocol, "the proxy \(proxy(exchange)) answered with something that is not HTTP").about(.proxy)
    }
    switch error {
    case .invalidEOFState, .closedConnection: return Failures.ended(exchange, reset: false)
    case .headerOverflow:
      return TransportError(
        .limit, "\(exchange.peer) sent too large a head: at most 256 fields, 80 KiB a field and 2 MiB in all are read")
    case .invalidContentLength where exchange.snapshot().phase == .body:
      return Failures.notHTTP(exchange, "a trailer gives a Content-Length")
    case .invalidContentLength: return Failures.notHTTP(exchange, "its Content-Length is no number")
    case .unexpectedContentLength: return Failures.notHTTP(exchange, "it has more than one length")
    case .invalidHeaderToken where exchange.snapshot().hasBareLineFeed: return Failures.notHTTP(exchange, bareLineFeed)
    case .strictModeAssertion, .invalidConstant: return Failures.notHTTP(exchange, "a line does not end where it should")
    case .lfExpected: return Failures.notHTTP(exchange, "a carriage return stands alone")
    case .unknown: return Failures.notHTTP(exchange, framing(exchange))
    case .invalidChunkSize: return Failures.notHTTP(exchange, "the size of a chunk is no number")
    case .invalidVersion: return Failures.notHTTP(exchange, "its version is not 1.0 or 1.1")
    case .invalidStatus: return Failures.notHTTP(exchange, "its status is no number of three digits")
    case .invalidHeaderToken: return Failures.notHTTP(exchange, "a header field has characters that are not allowed")
    default: return Failures.notHTTP(exchange, "\(error)")
    }
  }

  private static let bareLineFeed = "a line ends in a line feed alone, with no carriage return before it"

  /// The parser has one error for what it has no word for.
  private static func framing(_ exchange: Exchange) -> String {
    let progress = exchange.snapshot()
    if progress.hasBareLineFeed || progress.phase == .body { return bareLineFeed }
    return "it has both a Content-Length and a Transfer-Encoding"
  }

  private static func map(_ error: NIOConnectionError, _ exchange: Exchange) -> TransportError {
    if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
      let whose = exchange.route.proxy == nil ? "the name" : "the proxy was not reached: its name"
      return TransportError(.connect, "\(whose) '\(error.host)' was not found").about(exchange.route.first)
    }
    let failures = error.connectionErrors.map(\.error)
    if let timeout = failures.first(where: { if case ChannelError.connectTimeout = $0 { true } else { false } }) {
      return map(timeout, exchange)
    }
    return connectFailure((failures.first as? IOError)?.errnoCode, exchange)
  }

  private static func map(_ error: ChannelError, _ exchange: Exchange) -> TransportError {
    switch error {
    case .connectTimeout: Failures.connectTimeout(exchange)
    case .ioOnClosedChannel, .alreadyClosed, .eof, .inputClosed, .outputClosed: Failures.ended(exchange, reset: false)
    default: TransportError(.connect, "the call to \(exchange.peer) failed: \(error)")
    }
  }

  private static func map(_ error: IOError, _ exchange: Exchange) -> TransportError {
    if error.isReset { return Failures.ended(exchange, reset: true) }
    return connectFailure(error.errnoCode, exchange)
  }

  /// `code`: what the system said, where it said something.
  private static func connectFailure(_ code: CInt?, _ exchange: Exchange) -> TransportError {
    let place = exchange.route.proxy.map { "the proxy \($0.address)" } ?? exchange.url.address
    let message =
      switch code {
      case nil: "no connection to \(place)"
      case ECONNREFUSED: "\(place) refused the connection"
      case ETIMEDOUT: "no connection to \(place): the system gave up"
      case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: "no way to \(place) in the network"
      case EMFILE, ENFILE: "no connection to \(place): too many files are open"
      case let code?: "no connection to \(place): \(String(cString: strerror(code)).lowercased())"
      }
    return TransportError(code == ETIMEDOUT ? .timeout : .connect, message).about(exchange.route.first)
  }

  private static func proxy(_ exchange: Exchange) -> String { exchange.route.proxy?.address ?? "" }

  private static func isTunnelling(_ exchange: Exchange) -> Bool {
    exchange.route.tunnel != nil && exchange.snapshot().phase == .queued
  }
}

extension IOError {
  var isReset: Bool { errnoCode == ECONNRESET || errnoCode == EPIPE || errnoCode == ECONNABORTED || errnoCode == ENOTCONN }
}

extension Error {
  /// The connection ended, as one of a pool may at any time.
  var isBrokenConnection: Bool {
    switch self {
    case let error as HTTPClientError: error == .remoteConnectionClosed
    case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
    case let error as IOError: error.isReset
    // It had more to say than the answer to its last request.
    case is NIOHTTPDecoderError, is StrayAnswer: true
    default: false
    }
  }
}
