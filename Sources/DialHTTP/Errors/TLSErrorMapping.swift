import DialMessage
import NIOSSL

/// Converts TLS errors to messages with a cause that the user can fix.
enum TLSErrorMapping {
  /// Returns nil if it is not a TLS error.
  static func map(_ error: any Error, _ exchange: Exchange) -> TransportError? {
    switch error {
    case NIOSSLError.uncleanShutdown: Failures.ended(exchange, reset: false)
    case let error as ProxyTLSFault: map(error.cause, exchange, "the proxy \(exchange.route.proxy?.address ?? "")", .proxy)
    // With a proxy that gets the whole URL, TLS is only between client and proxy.
    case _ where exchange.isWithProxy: map(error, exchange, "the proxy \(exchange.route.proxy?.address ?? "")", .proxy)
    default: map(error, exchange, exchange.peer, nil)
    }
  }

  /// Converts an error; `peer` is the other side of TLS.
  private static func map(_ error: any Error, _ exchange: Exchange, _ peer: String, _ culprit: FailureCause?) -> TransportError? {
    switch error {
    case NIOSSLError.handshakeFailed(let cause): handshake("\(cause)", exchange, peer, culprit)
    case let error as BoringSSLError: handshake("\(error)", exchange, peer, culprit)
    case let error as CertificateFault:
      TransportError(.tls, "the certificate of \(peer) \(error.why)").about(error.isUntrusted ? .trust : nil)
    case is NothingInCommon:
      TransportError(
        .tls,
        "\(peer) refused the TLS handshake (alert handshake_failure): it supports no common cipher, or its certificate has a key of a kind "
          + "that is not supported, such as RSA-PSS or Ed448"
      ).about(culprit)
    case let error as PinCheck.Fault: TransportError(.tls, "TLS with \(peer): \(error.why)")
    case is NIOSSLExtraError, is NIOSSLError: TransportError(.tls, "TLS with \(peer) failed: \(error)")
    default: nil
    }
  }

  private static func handshake(_ text: String, _ exchange: Exchange, _ peer: String, _ culprit: FailureCause?) -> TransportError {
    if exchange.route.isTunnelled, !text.contains("CERTIFICATE"), !text.contains("KEY_USAGE") { return Failures.refused(exchange, .other) }
    for (token, sentence, choice) in sentences where text.contains(token) {
      // A closed connection says nothing about the next attempt.
      return TransportError(.tls, "\(peer) \(sentence)", mayPass: token == ended ? true : nil).about(choice ?? culprit)
    }
    return TransportError(.tls, "the TLS handshake with \(peer) failed: \(reason(in: text))")
  }

  private static let ended = "EOF during handshake"

  private static let sentences: [(token: String, sentence: String, culprit: FailureCause?)] = [
    ("KEY_USAGE_BIT_INCORRECT", "has a certificate whose key usage does not allow TLS servers", nil),
    ("CERTIFICATE_VERIFY_FAILED", "has a certificate that is not trusted", .trust),
    ("WRONG_VERSION_NUMBER", "does not use TLS; if this is expected, use http in the URL", .withoutTLS),
    ("HTTP_REQUEST", "does not use TLS; if this is expected, use http in the URL", .withoutTLS),
    ("ALERT_PROTOCOL_VERSION", "supports only outdated versions of TLS; TLS 1.2 or 1.3 is required", nil),
    ("UNSUPPORTED_PROTOCOL", "supports only outdated versions of TLS; TLS 1.2 or 1.3 is required", nil),
    ("CERTIFICATE_REQUIRED", "requires a client certificate", .clientCertificate),
    ("ALERT_BAD_CERTIFICATE", "rejected the client certificate, or requires one", .clientCertificate),
    ("ALERT_UNKNOWN_CA", "does not trust the issuer of the client certificate", .clientCertificate),
    ("ALERT_CERTIFICATE_EXPIRED", "rejected the client certificate, because it has expired", .clientCertificate),
    ("ALERT_CERTIFICATE_REVOKED", "rejected the client certificate, because it was revoked", .clientCertificate),
    ("ALERT_CERTIFICATE_UNKNOWN", "rejected the client certificate", .clientCertificate),
    ("ALERT_UNSUPPORTED_CERTIFICATE", "rejected the client certificate, because its kind or purpose is not supported", .clientCertificate),
    ("ALERT_ACCESS_DENIED", "rejected the client certificate (access denied)", .clientCertificate),
    (
      "ALERT_HANDSHAKE_FAILURE", "refused the TLS handshake (alert handshake_failure); it may require a client certificate",
      .clientCertificate
    ),
    (ended, "closed the connection during the TLS handshake; it may not support TLS 1.2 or 1.3", nil),
  ]

  /// Returns `SOME_REASON` of `OPENSSL_internal:SOME_REASON`.
  private static func reason(in text: String) -> String {
    guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return "no reason given" }
    return String(text[mark.upperBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
  }
}

/// An error of TLS with a proxy, if TLS with the server follows.
struct ProxyTLSFault: Error { let cause: any Error }

/// The server rejected the handshake before it sent its certificate, so it did not miss one of the client.
struct NothingInCommon: Error {}
