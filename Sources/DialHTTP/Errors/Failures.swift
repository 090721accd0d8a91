import DialMessage
import DialModel
import NIOSSL

/// The messages for failures of a server or of the network.
enum Failures {
  static let cancelled = TransportError(.cancelled, "the call was cancelled")
  static let shutDown = TransportError(.connect, "the transport has been shut down", mayPass: false)

  static func connectTimeout(_ exchange: Exchange, _ step: ConnectionStep) -> TransportError {
    let activity =
      switch step {
      case .tunnel: "waiting for the proxy \(exchange.route.proxy?.address ?? "") to connect to \(exchange.url.server.address)"
      case .tls: "during the TLS handshake with \(exchange.peer)"
      case .connection, .preface: "connecting to \(exchange.peer)"
      }
    let error = TransportError(.timeout, "timed out after \(DurationText.text(exchange.policy.connectTimeout)) \(activity)")
    return unsent(error.about(step == .tunnel ? .proxy : nil))
  }

  /// Marks an error before any byte of the request was written.
  static func unsent(_ error: TransportError) -> TransportError {
    var error = error
    error.isUnsent = true
    return error
  }

  static func silence(_ exchange: Exchange) -> TransportError {
    let progress = exchange.snapshot()
    let missing =
      switch progress.phase {
      case .queued, .sending: "data from \(exchange.peer)"
      case .head: "the rest of the headers from \(exchange.peer)"
      case .body: "more data from \(exchange.peer), after \(bytes(progress))"
      case .done: "\(exchange.peer) to read the request; it responded with \(exchange.inbox.status) after \(sentBytes(exchange))"
      }
    return TransportError(.timeout, "timed out after \(DurationText.text(exchange.policy.readTimeout)) waiting for \(missing)")
  }

  static func totalTimeout(_ exchange: Exchange) -> TransportError {
    let progress = exchange.snapshot()
    let time = exchange.policy.totalTimeout.map { " after \(DurationText.text($0))" } ?? ""
    let place =
      switch progress.phase {
      case .queued: "while connecting to \(exchange.peer)"
      case .sending where (exchange.length ?? 0) > progress.sent:
        "while sending the body to \(exchange.peer), with \(sentBytes(exchange)) sent"
      case .sending: "waiting for \(exchange.peer)"
      case .head: "while receiving the headers from \(exchange.peer)"
      case .body: "while receiving the body from \(exchange.peer), with \(bytes(progress)) received"
      case .done: "while sending the body to \(exchange.peer), with \(sentBytes(exchange)) sent"
      }
    return TransportError(.timeout, "timed out\(time) \(place)")
  }

  /// The connection was closed or reset before the response ended.
  static func ended(_ exchange: Exchange, reset: Bool) -> TransportError {
    let progress = exchange.snapshot()
    let reset = reset || progress.isReset
    let (peer, verb) = (exchange.peer, reset ? "reset" : "closed")
    switch progress.phase {
    case .queued where exchange.route.isTunnelled: return refused(exchange, .other)
    case .queued: return TransportError(.connect, "\(peer) \(verb) the connection before it was used")
    case .sending where reset: return TransportError(.connect, "\(peer) reset the connection without a response")
    case .sending where progress.isUnclean && !progress.reused: return brokenOff(exchange)
    // A closed connection says nothing about the next attempt.
    case .sending: return TransportError(.protocol, "\(peer) closed the connection without a response", mayPass: true)
    case .head:
      let count = progress.received
      return TransportError(.protocol, "\(peer) \(verb) the connection while sending its headers, after \(count) bytes", mayPass: true)
    case .body:
      return TransportError(.truncated, "the response from \(peer) ended early, after \(bytes(progress))")
    case .done: return stopped(exchange, "\(verb) the connection")
    }
  }

  /// The server responded with a success, and did not read the rest of the request. It has processed the request, which is not sent again.
  static func stopped(_ exchange: Exchange, _ what: String) -> TransportError {
    let status = exchange.inbox.status
    return TransportError(
      .protocol, "\(exchange.peer) responded with \(status) and \(what) after \(sentBytes(exchange)) of the request", mayPass: false)
  }

  /// The connection ended before the HTTP/2 greeting of the server; nil for other errors.
  static func noPreface(_ exchange: Exchange, _ error: any Error) -> TransportError? {
    if case NIOSSLError.uncleanShutdown = error { return brokenOff(exchange) }
    guard error.isBrokenConnection else { return nil }
    return TransportError(.connect, "\(exchange.peer) closed the connection before it was used")
  }

  private static func brokenOff(_ exchange: Exchange) -> TransportError {
    let isGiven = exchange.destination.serverContext?.configuration.certificateChain.isEmpty == false
    let cause = isGiven ? "it may have rejected the client certificate" : "it may require a client certificate"
    return TransportError(.tls, "\(exchange.peer) closed the connection after the TLS handshake; \(cause)").about(.clientCertificate)
  }

  /// The proxy rejected the tunnel, closed the connection, or sent something else.
  static func refused(_ exchange: Exchange, _ refusal: ProxyRefusal) -> TransportError {
    let (proxy, server) = (exchange.route.proxy?.address ?? "", exchange.url.server.address)
    let (what, mayPass): (String, Bool?)
    switch refusal {
    case .credentials(let scheme, let status): return proxyRefusal(exchange, scheme, status)
    case .status(let status):
      (what, mayPass) = ("refused to connect to \(server) (status \(status))", TransientError.isPassing(status: status))
    case .socks(let code):
      let reason = socksReasons[code] ?? "SOCKS code \(code)"
      // General failures and unreachable servers pass, like the 502 of a tunnel; a rule or an unknown command does not.
      (what, mayPass) = ("refused to connect to \(server) (\(reason))", [1, 3, 4, 5, 6].contains(code))
    case .other: (what, mayPass) = ("did not open a usable tunnel to \(server)", nil)
    }
    return TransportError(.protocol, "the proxy \(proxy) \(what)", mayPass: mayPass).about(.proxy)
  }

  /// RFC 1928 section 6.
  private static let socksReasons: [UInt8: String] = [
    1: "general failure", 2: "not allowed by its rules", 3: "network unreachable", 4: "host unreachable", 5: "connection refused",
    6: "TTL expired", 7: "command not supported", 8: "address type not supported",
  ]

  /// The proxy requires a user and password, or rejected them. `scheme` is what it offers instead of Basic.
  static func proxyRefusal(_ exchange: Exchange, _ scheme: ProxyScheme?, _ status: Int = 407) -> TransportError {
    let proxy = exchange.route.proxy
    let what =
      if let scheme { "requires \(scheme.name) authentication, but only Basic is supported" } else {
        "\(proxy?.credentials == nil ? "requires a" : "rejected the") user and password"
      }
    let isSOCKS = proxy?.kind == .socks5
    var error = TransportError(.credentials, "the proxy \(proxy?.address ?? "") \(what)\(isSOCKS ? "" : " (\(status))")")
    if isSOCKS { error.hint = "put them into the URL of the proxy: socks5h://USER:PASSWORD@HOST:PORT" }
    return error
  }

  static func notHTTP(_ exchange: Exchange, _ what: String) -> TransportError {
    let progress = exchange.snapshot()
    // A server that does not read the body takes it for the next request.
    if progress.phase == .done { return stopped(exchange, "sent bytes that belong to no response") }
    guard progress.phase != .body else {
      return TransportError(.protocol, "\(exchange.peer) sent a body that is not valid HTTP: \(what)")
    }
    let opening = progress.opening
    if opening.starts(with: [0x15, 0x03]) {
      return TransportError(.protocol, "\(exchange.peer) uses TLS; use https in the URL")
    }
    if !progress.isHTTP, !opening.starts(with: Exchange.Progress.beginning) {
      return TransportError(.protocol, "\(exchange.peer) sent a response that is not HTTP: '\(String(escaping: opening))'")
    }
    return TransportError(.protocol, "\(exchange.peer) sent a response that is not valid HTTP: \(what)")
  }

  /// Returns `11 of 100 bytes`, or `11 bytes` without an announced length.
  static func bytes(_ progress: Exchange.Progress) -> String { bytes(progress.bodyReceived, of: progress.bodyLength) }

  private static func sentBytes(_ exchange: Exchange) -> String { bytes(exchange.snapshot().sent, of: exchange.length) }

  private static func bytes(_ count: Int, of length: Int?) -> String { length.map { "\(count) of \($0) bytes" } ?? "\(count) bytes" }
}

enum ConnectionStep {
  case connection, tunnel, tls
  /// Waiting for the HTTP/2 greeting of the server.
  case preface
}
