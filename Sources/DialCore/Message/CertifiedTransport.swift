/// A transport that may show a certificate of its own to every server: nothing else of a request tells whose answers it gets then.
package protocol CertifiedTransport: Transport {
  /// The file of the certificate; nil where it shows none.
  var clientCertificate: String? { get }
}

/// Who a client certificate says that its client is, for the cache.
enum CertificateIdentity {
  /// A text that is another one for another certificate; what cannot be read is nobody that was there before.
  static func text(_ path: String) -> String {
    guard case .success(let bytes) = File(path).contents(upTo: 1 << 20) else { return "unreadable \(UInt64.random(in: 0...(.max)))" }
    return CacheDigest.sum(bytes)
  }

  /// The certificates that a request shows to the server of its URL.
  static func all(of request: PreparedRequest) -> [String] {
    [request.certificate, request.tls?.client(for: request.url)?.certificate.path].compactMap(\.self).map(text)
  }
}

extension PreparedRequest {
  private enum CertificateKey: MessageContextKey { typealias Value = String }

  /// The file of the certificate that the transport shows to every server; nil where it shows none, or where nobody asks.
  var certificate: String? {
    get { context[CertificateKey.self] }
    set { context[CertificateKey.self] = newValue }
  }
}
