import DialLibc
import DialMessage
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Converts every error of a library to a ``TransportError``.
enum ErrorMapping {
  static func map(_ error: any Error, _ exchange: Exchange) -> TransportError {
    switch error {
    case let error as TransportError: error
    case is CancellationError: Failures.cancelled
    case let error as HTTPParserError: map(error, exchange)
    case is NIOHTTPDecoderError, is UnsolicitedResponse: Failures.notHTTP(exchange, "no request is waiting for it")
    case let error as RawHead.Fault: Failures.notHTTP(exchange, error.rawValue)
    case let error as NIOConnectionError: map(error, exchange)
    case ChannelError.connectTimeout: Failures.connectTimeout(exchange, .connection)
    case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof, ChannelError.inputClosed, ChannelError.outputClosed:
      Failures.ended(exchange, reset: false)
    case let error as IOError where error.isReset: Failures.ended(exchange, reset: true)
    case let error as IOError: connectFailure(error.errnoCode, exchange)
    case let error as UnknownZone:
      TransportError(.connect, "'\(error.name)' in the URL is not a network interface of this machine", mayPass: false)
    case let error as ProxyRefusal: Failures.refused(exchange, error)
    default:
      TLSErrorMapping.map(error, exchange) ?? TransportError(.connect, "the request to \(exchange.peer) failed: \(error)")
    }
  }

  /// Converts an error before any byte of the request was written.
  static func map(_ error: any Error, opening step: ConnectionStep, _ exchange: Exchange) -> TransportError {
    if case ChannelError.connectTimeout = error { return Failures.connectTimeout(exchange, step) }
    return Failures.unsent(step == .preface ? Failures.noPreface(exchange, error) ?? map(error, exchange) : map(error, exchange))
  }

  private static func map(_ error: HTTPParserError, _ exchange: Exchange) -> TransportError {
    switch error {
    case .invalidEOFState, .closedConnection: return Failures.ended(exchange, reset: false)
    case .headerOverflow:
      return TransportError(
        .limit, "\(exchange.peer) sent headers that are too large; the limits are 256 headers, 80 KiB per header and 2 MiB in total")
    case .invalidContentLength where exchange.snapshot().phase == .body:
      return Failures.notHTTP(exchange, "a trailer contains a Content-Length")
    case .invalidContentLength: return Failures.notHTTP(exchange, "its Content-Length is not a number")
    case .unexpectedContentLength: return Failures.notHTTP(exchange, "it declares its length more than once")
    case .strictModeAssertion, .invalidConstant: return Failures.notHTTP(exchange, "a line has an invalid ending")
    case .lfExpected: return Failures.notHTTP(exchange, RawHead.Fault.bareCarriageReturn.rawValue)
    // The error of the parser is not specific.
    case .unknown where exchange.snapshot().phase == .body: return Failures.notHTTP(exchange, RawHead.Fault.bareLineFeed.rawValue)
    case .unknown: return Failures.notHTTP(exchange, RawHead.Fault.twoLengths.rawValue)
    case .invalidChunkSize: return Failures.notHTTP(exchange, "the size of a chunk is not a number")
    case .invalidVersion: return Failures.notHTTP(exchange, "its version is not 1.0 or 1.1")
    case .invalidStatus: return Failures.notHTTP(exchange, "its status is not a number of three digits")
    case .invalidHeaderToken: return Failures.notHTTP(exchange, "a header contains a character that is not allowed")
    default: return Failures.notHTTP(exchange, "\(error)")
    }
  }

  private static func map(_ error: NIOConnectionError, _ exchange: Exchange) -> TransportError {
    if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
      let whose = exchange.route.proxy == nil ? "the host" : "cannot connect to the proxy: the host"
      return TransportError(.connect, "\(whose) '\(error.host)' cannot be resolved").about(exchange.route.first)
    }
    let failures = error.connectionErrors.map(\.error)
    if error.isConnectTimeout { return Failures.connectTimeout(exchange, .connection) }
    return connectFailure((failures.first as? IOError)?.errnoCode, exchange)
  }

  /// Returns the error of a failed connection; `code` is that of the system, if known.
  private static func connectFailure(_ code: CInt?, _ exchange: Exchange) -> TransportError {
    let place = exchange.route.proxy.map { "the proxy \($0.address)" } ?? exchange.url.server.address
    let message =
      switch code {
      case nil: "cannot connect to \(place)"
      case ECONNREFUSED: "\(place) refused the connection"
      case ETIMEDOUT: "cannot connect to \(place): connection timed out"
      case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN: "cannot connect to \(place): the host is unreachable"
      case EMFILE, ENFILE: "cannot connect to \(place): too many open files"
      case let code?: "cannot connect to \(place): \(String(cString: strerror(code)).lowercased())"
      }
    return TransportError(code == ETIMEDOUT ? .timeout : .connect, message)
      .about(code == EMFILE || code == ENFILE ? .openFiles : exchange.route.first)
  }
}

extension IOError {
  var isReset: Bool { errnoCode == ECONNRESET || errnoCode == EPIPE || errnoCode == ECONNABORTED || errnoCode == ENOTCONN }
}

extension Error {
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

/// The zone of an address is not an interface of this machine.
struct UnknownZone: Error { let name: String }
