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

/// Converts every error of a library to a ``TransportError``.
enum ErrorMapping {
  static func map(_ error: any Error, _ exchange: Exchange) -> TransportError {
    switch error {
    case let error as TransportError: error
    case is CancellationError: Failures.cancelled
    case let error as HTTPParserError: map(error, exchange)
    case is NIOHTTPDecoderError, is UnsolicitedResponse: Failures.notHTTP(exchange, "an answer that no request asked for")
    case let error as RawHead.Fault: Failures.notHTTP(exchange, error.what)
    case let error as NIOConnectionError: map(error, exchange)
    case let error as ChannelError: map(error, exchange)
    case let error as IOError: map(error, exchange)
    case ProxyRefusal.credentials: Failures.proxyRefusal(exchange)
    case let error as ProxyRefusal: Failures.noTunnel(exchange, error.status)
    default: TLSErrorMapping.map(error, exchange) ?? unknown(error, exchange)
    }
  }

  /// Converts an error before any byte of the request was written.
  static func map(_ error: any Error, opening step: ConnectionStep, _ exchange: Exchange) -> TransportError {
    if case ChannelError.connectTimeout = error { return Failures.connectTimeout(exchange, step) }
    return Failures.unsent(step == .preface ? Failures.noPreface(exchange, error) ?? map(error, exchange) : map(error, exchange))
  }

  private static func unknown(_ error: any Error, _ exchange: Exchange) -> TransportError {
    TransportError(.connect, "the call to \(exchange.peer) failed: \(error)")
  }

  private static func map(_ error: HTTPParserError, _ exchange: Exchange) -> TransportError {
    switch error {
    case .invalidEOFState, .closedConnection: return Failures.ended(exchange, reset: false)
    case .headerOverflow:
      return TransportError(
        .limit, "\(exchange.peer) sent too large a head: at most 256 fields, 80 KiB a field and 2 MiB in all are read")
    case .invalidContentLength where exchange.snapshot().phase == .body:
      return Failures.notHTTP(exchange, "a trailer gives a Content-Length")
    case .invalidContentLength: return Failures.notHTTP(exchange, "its Content-Length is no number")
    case .unexpectedContentLength: return Failures.notHTTP(exchange, "it has more than one length")
    case .strictModeAssertion, .invalidConstant: return Failures.notHTTP(exchange, "a line does not end where it should")
    case .lfExpected: return Failures.notHTTP(exchange, RawHead.Fault.bareCarriageReturn.what)
    case .unknown: return Failures.notHTTP(exchange, framing(exchange))
    case .invalidChunkSize: return Failures.notHTTP(exchange, "the size of a chunk is no number")
    case .invalidVersion: return Failures.notHTTP(exchange, "its version is not 1.0 or 1.1")
    case .invalidStatus: return Failures.notHTTP(exchange, "its status is no number of three digits")
    case .invalidHeaderToken: return Failures.notHTTP(exchange, "a header field has characters that are not allowed")
    default: return Failures.notHTTP(exchange, "\(error)")
    }
  }

  /// Returns the message for the unspecific error of the parser.
  private static func framing(_ exchange: Exchange) -> String {
    if exchange.snapshot().phase == .body { return RawHead.Fault.bareLineFeed.what }
    return "it has both a Content-Length and a Transfer-Encoding"
  }

  private static func map(_ error: NIOConnectionError, _ exchange: Exchange) -> TransportError {
    if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
      let whose = exchange.route.proxy == nil ? "the name" : "the proxy was not reached: its name"
      return TransportError(.connect, "\(whose) '\(error.host)' was not found").about(exchange.route.first)
    }
    let failures = error.connectionErrors.map(\.error)
    if error.isConnectTimeout { return Failures.connectTimeout(exchange, .connection) }
    return connectFailure((failures.first as? IOError)?.errnoCode, exchange)
  }

  private static func map(_ error: ChannelError, _ exchange: Exchange) -> TransportError {
    switch error {
    case .connectTimeout: Failures.connectTimeout(exchange, .connection)
    case .ioOnClosedChannel, .alreadyClosed, .eof, .inputClosed, .outputClosed: Failures.ended(exchange, reset: false)
    default: TransportError(.connect, "the call to \(exchange.peer) failed: \(error)")
    }
  }

  private static func map(_ error: IOError, _ exchange: Exchange) -> TransportError {
    if error.isReset { return Failures.ended(exchange, reset: true) }
    return connectFailure(error.errnoCode, exchange)
  }

  /// Returns the error of a failed connection; `code` is that of the system, if known.
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
}

extension IOError {
  var isReset: Bool { errnoCode == ECONNRESET || errnoCode == EPIPE || errnoCode == ECONNABORTED || errnoCode == ENOTCONN }
}

extension Error {
  /// Whether the timeout for connecting was reached.
  var isConnectTimeout: Bool {
    switch self as any Error {
    case ChannelError.connectTimeout: true
    case let error as NIOConnectionError: error.connectionErrors.contains { $0.error.isConnectTimeout }
    default: false
    }
  }

  /// Whether the connection ended, as a pooled one can at any time.
  var isBrokenConnection: Bool {
    switch self as any Error {
    case let error as ChannelError: error == .ioOnClosedChannel || error == .alreadyClosed || error == .eof
    case let error as IOError: error.isReset
    case NIOSSLError.uncleanShutdown: true
    // It sent more than the response to its last request.
    case is NIOHTTPDecoderError, is UnsolicitedResponse: true
    default: false
    }
  }
}

/// A response that the server sent before reading the request: extra bytes after the previous one.
struct UnsolicitedResponse: Error {}
