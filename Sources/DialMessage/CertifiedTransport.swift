/// A transport that may show a certificate of its own to every server: nothing else of a request tells whose answers it gets then.
package protocol CertifiedTransport: Transport {
  /// The file of the certificate; nil where it shows none.
  var clientCertificate: String? { get }
}

extension PreparedRequest {
  private enum CertificateKey: MessageContextKey { typealias Value = String }

  /// The file of the certificate that the transport shows to every server; nil where it shows none, or where nobody asks.
  package var certificate: String? {
    get { context[CertificateKey.self] }
    set { context[CertificateKey.self] = newValue }
  }
}
