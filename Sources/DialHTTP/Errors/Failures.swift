import DialMessage

/// The sentences for what a server, or the way to it, did wrong.
enum Failures {
  static let cancelled = TransportError(.cancelled, "the call was cancelled")
  static let shutDown = TransportError(.connect, "the transport has been shut down", mayPass: false)

  static func connectTimeout(_ exchange: Exchange) -> TransportError {
    TransportError(.timeout, "no connection to \(exchange.peer) within \(seconds(exchange.connectTimeout))")
  }

  static func silence(_ exchange: Exchange) -> TransportError {
    let progress = exchange.snapshot()
    let time = seconds(exchange.readTimeout)
    switch progress.phase {
    case .queued, .sending, .done: return TransportError(.timeout, "no byte for \(time) from \(exchange.peer)")
    case .head: return TransportError(.timeout, "no byte for \(time) from \(exchange.peer), inside the head of its answer")
    case .body: return TransportError(.timeout, "no byte for \(time) from \(exchange.peer), after \(bytes(progress))")
    }
  }

  static func totalTimeout(_ exchange: Exchange) -> TransportError {
    let progress = exchange.snapshot()
    let time = exchange.totalTimeout.map { " of \(seconds($0))" } ?? ""
    let place =
      switch progress.phase {
      case .queued: "while connecting to \(exchange.peer)"
      case .sending: "before \(exchange.peer) answered"
      case .head: "inside the head of the answer of \(exchange.peer)"
      case .body, .done: "after \(bytes(progress)) from \(exchange.peer)"
      }
    return TransportError(.timeout, "the time\(time) for the whole call ended \(place)")
  }

  /// The connection ended, by a close or a reset, before the answer did.
  static func ended(_ exchange: Exchange, reset: Bool) -> TransportError {
    let progress = exchange.snapshot()
    let reset = reset || progress.isReset
    let (peer, verb) = (exchange.peer, reset ? "reset" : "closed")
    switch progress.phase {
    case .queued where exchange.route.tunnel != nil: return noTunnel(exchange, nil)
    case .queued: return TransportError(.connect, "\(peer) \(verb) the connection before it was used")
    case .sending where reset: return TransportError(.connect, "\(peer) reset the connection without an answer")
    case .sending where progress.isUnclean && !progress.reused:
      return TransportError(.tls, "\(peer) broke off TLS after the handshake; it may want a client certificate").about(.clientCertificate)
    // A server that hangs up says nothing about the next time.
    case .sending: return TransportError(.protocol, "\(peer) closed the connection without an answer", mayPass: true)
    case .head:
      let count = progress.received
      return TransportError(
        .protocol, "\(peer) \(verb) the connection inside the head of its answer, after \(count) bytes", mayPass: true)
    case .body, .done:
      return TransportError(.truncated, "the answer of \(peer) ended after \(bytes(progress))")
    }
  }

  /// The proxy refused to open a way, with this status if it had one, closed it, or passed on something else.
  static func noTunnel(_ exchange: Exchange, _ status: Int?) -> TransportError {
    let (proxy, server) = (exchange.route.proxy?.address ?? "", exchange.url.address)
    let what = status.map { "refused to open a way to \(server): it answered \($0)" } ?? "opened no usable way to \(server)"
    return TransportError(.protocol, "the proxy \(proxy) \(what)").about(.proxy)
  }

  /// The proxy wants a user and password, or others than it got.
  static func proxyRefusal(_ exchange: Exchange) -> TransportError {
    let isGiven = exchange.route.proxy?.credentials != nil
    let verb = isGiven ? "refused the" : "wants a"
    let status = exchange.route.proxy?.kind == .socks5 ? "" : " (407)"
    return TransportError(.credentials, "the proxy \(exchange.route.proxy?.address ?? "") \(verb) user and password\(status)")
  }

  /// The answer is not the HTTP that it should be.
  static func notHTTP(_ exchange: Exchange, _ what: String) -> TransportError {
    let progress = exchange.snapshot()
    guard progress.phase != .body else {
      return TransportError(.protocol, "\(exchange.peer) sent a body that breaks HTTP: \(what)")
    }
    let opening = progress.opening
    if opening.starts(with: [0x15, 0x03]) {
      return TransportError(.protocol, "\(exchange.peer) speaks TLS; the URL should begin with https")
    }
    if !progress.isHTTP, !opening.starts(with: Exchange.Progress.beginning) {
      return TransportError(.protocol, "\(exchange.peer) answered with something that is not HTTP: '\(shown(opening))'")
    }
    return TransportError(.protocol, "\(exchange.peer) sent a head that breaks HTTP: \(what)")
  }

  /// `11 of 100 bytes`, or `11 bytes` where no length was announced.
  static func bytes(_ progress: Exchange.Progress) -> String {
    guard let length = progress.bodyLength else { return "\(progress.bodyReceived) bytes" }
    return "\(progress.bodyReceived) of \(length) bytes"
  }

  /// `30 s`, `0.25 s`.
  static func seconds(_ duration: Duration) -> String {
    let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
    var fraction = String(1000 + milliseconds % 1000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return "\(milliseconds / 1000).\(fraction) s"
  }

  /// Bytes of a stranger as text that is safe to print: what is not printable ASCII is escaped.
  static func shown(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes.prefix(48) {
      switch byte {
      case 0x20...0x7E where byte != 0x5C: text.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x5C: text += "\\\\"
      case 0x0D: text += "\\r"
      case 0x0A: text += "\\n"
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return bytes.count > 48 ? text + "…" : text
  }
}
