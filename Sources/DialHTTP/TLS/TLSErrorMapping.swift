import DialMessage
import NIOSSL

/// The errors of TLS, each with the cause that a person can act on.
enum TLSErrorMapping {
  /// nil where the error is not one of TLS.
  static func map(_ error: any Error, _ exchange: Exchange) -> TransportError? {
    switch error {
    case NIOSSLError.uncleanShutdown: return Failures.ended(exchange, reset: false)
    case NIOSSLError.handshakeFailed(let cause): return handshake("\(cause)", exchange)
    case let error as BoringSSLError: return handshake("\(error)", exchange)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      return refused(exchange, "is not made out to this host")
    case let error as PinCheck.Fault: return TransportError(.tls, "TLS with \(exchange.peer): \(error.why)")
    case let error as PeerCertificate.Fault: return refused(exchange, error.why)
    case is NIOSSLExtraError, is NIOSSLError:
      return TransportError(.tls, "TLS with \(exchange.peer) failed: \(error)")
    default: return nil
    }
  }

  /// The certificate was refused, for a reason that a look at it may tell: see ``CertificateProbe``.
  static func isAboutCertificate(_ error: any Error) -> Bool {
    if let error = error as? NIOSSLExtraError { return error == .failedToValidateHostname }
    guard case NIOSSLError.handshakeFailed(let cause) = error else { return false }
    return "\(cause)".contains("CERTIFICATE_VERIFY_FAILED")
  }

  /// `isUntrusted`: another list of authorities would do.
  static func refused(_ exchange: Exchange, _ why: String, isUntrusted: Bool = false) -> TransportError {
    TransportError(.tls, "the certificate of \(exchange.certified) \(why)").about(isUntrusted ? .trust : nil)
  }

  private static func handshake(_ text: String, _ exchange: Exchange) -> TransportError {
    let peer = exchange.certified
    if exchange.route.tunnel != nil, !text.contains("CERTIFICATE") { return Failures.noTunnel(exchange, nil) }
    for (token, sentence, culprit) in sentences where text.contains(token) {
      return TransportError(.tls, "\(peer) \(sentence)").about(culprit ?? proxy(exchange))
    }
    return TransportError(.tls, "the TLS handshake with \(peer) failed: \(reason(in: text))")
  }

  private static let sentences: [(token: String, sentence: String, culprit: FailureCause?)] = [
    ("CERTIFICATE_VERIFY_FAILED", "has a certificate that is not trusted", .trust),
    ("WRONG_VERSION_NUMBER", "does not speak TLS; should its URL begin with http?", nil),
    ("HTTP_REQUEST", "does not speak TLS; should its URL begin with http?", nil),
    ("ALERT_PROTOCOL_VERSION", "speaks only versions of TLS that are too old (1.2 or 1.3 is needed)", nil),
    ("UNSUPPORTED_PROTOCOL", "speaks only versions of TLS that are too old (1.2 or 1.3 is needed)", nil),
    ("CERTIFICATE_REQUIRED", "wants a client certificate", .clientCertificate),
    ("ALERT_BAD_CERTIFICATE", "refused the client certificate, or misses one", .clientCertificate),
    ("ALERT_UNKNOWN_CA", "does not trust the issuer of the client certificate", .clientCertificate),
    (
      "ALERT_HANDSHAKE_FAILURE", "refused the TLS handshake (alert handshake_failure); it may want a client certificate", .clientCertificate
    ),
    ("EOF during handshake", "closed the connection inside the TLS handshake; it may not speak TLS 1.2 or 1.3", nil),
  ]

  /// A proxy that is asked for the whole URL, where TLS is spoken with that.
  private static func proxy(_ exchange: Exchange) -> FailureCause? { if case .absoluteForm = exchange.route { .proxy } else { nil } }

  /// `OPENSSL_internal:SOME_REASON` gives `SOME_REASON`.
  private static func reason(in text: String) -> String {
    guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return "no reason given" }
    return String(text[mark.upperBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
  }
}
