import NIOSSL

/// Whom a certificate is about, for a message: its common name (RFC 5280 section 4.1.2.6).
struct CertificateSubject {
  let text: String

  init(_ certificate: NIOSSLCertificate) {
    let name = (try? certificate.toDERBytes()).flatMap { Self.name(in: $0) }
    text = name.map { "CN=\(Failures.shown($0))" } ?? CertificateNames(certificate).all.first ?? "without a name"
  }

  private static func name(in der: [UInt8]) -> [UInt8]? {
    guard let outer = DER.items(der[...]).first, let body = DER.items(outer.content).first else { return nil }
    var fields = DER.items(body.content)
    if fields.first?.tag == 0xA0 { fields.removeFirst() }
    guard fields.count > 4 else { return nil }
    for set in DER.items(fields[4].content) {
      for pair in DER.items(set.content) {
        let parts = DER.items(pair.content)
        if parts.count == 2, parts[0].content.elementsEqual([0x55, 0x04, 0x03]) { return Array(parts[1].content) }
      }
    }
    return nil
  }
}
