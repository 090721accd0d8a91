import DialCore

extension ClientCore {
  /// The error for the caller. A certificate that was refused is looked at again, to say why.
  func explain(_ error: any Error, _ exchange: Exchange) async -> TransportError {
    if Task.isCancelled { return Failures.cancelled }
    if TLSErrorMapping.isAboutCertificate(error), exchange.route.proxy == nil, let parts = try? open(exchange.tls),
      let cause = await CertificateProbe.cause(of: exchange.url, parts.group, parts.tls)
    {
      return TLSErrorMapping.refused(exchange, cause)
    }
    return ErrorMapping.map(error, exchange)
  }
}
