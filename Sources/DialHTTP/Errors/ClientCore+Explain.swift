import AsyncHTTPClient
import DialMessage

extension ClientCore {
  /// The error for the caller. A certificate that was refused, and a proxy that opened no way, is looked at again, to say why.
  func explain(_ error: any Error, _ exchange: Exchange) async -> TransportError {
    if Task.isCancelled { return Failures.cancelled }
    if TLSErrorMapping.isAboutCertificate(error), !exchange.route.isTwiceSecure, let parts = try? open(exchange.tls),
      let cause = await CertificateProbe.cause(of: exchange, parts.group, parts.tls)
    {
      return TLSErrorMapping.refused(exchange, cause.why, isUntrusted: cause.isUntrusted)
    }
    if error as? HTTPClientError == .invalidProxyResponse, let parts = try? open(),
      let status = await SecondLook.refusal(of: exchange, parts.group)
    {
      return Failures.noTunnel(exchange, status)
    }
    return ErrorMapping.map(error, exchange)
  }
}
