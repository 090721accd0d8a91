import DialLibc
import NIOSSL

/// What a user trusts by name is an anchor, whoever signed it (RFC 5280 section 6.1.1): a root, an intermediate, or the certificate of a
/// server itself. BoringSSL accepts only roots.
enum TrustAnchor {
  /// Returns the form of a named authority in which its own signature is not needed: the issuer is the authority itself. Its name, key,
  /// dates and constraints are unchanged. Other certificates are returned as they are.
  static func anchor(_ certificate: NIOSSLCertificate) -> NIOSSLCertificate {
    guard let der = try? certificate.toDERBytes(), let whole = DER.items(der[...]).first else { return certificate }
    let parts = DER.items(whole.content)
    guard parts.count == 3, isAuthority(certificate) else { return certificate }
    var fields = DER.items(parts[0].content)
    let first = fields.first?.tag == 0xA0 ? 1 : 0
    guard fields.count > first + 4, !fields[first + 2].content.elementsEqual(fields[first + 4].content) else { return certificate }
    fields[first + 2] = fields[first + 4]
    if fields.last?.tag == 0xA3, let list = DER.items(fields[fields.count - 1].content).first {
      // The identifier of the key that signed it (RFC 5280 section 4.2.1.1).
      let kept = DER.items(list.content).filter { !$0.isExtension([0x55, 0x1D, 0x23]) }
      fields[fields.count - 1] = DER.Item(tag: 0xA3, content: DER.Item(tag: 0x30, items: kept).encoded[...])
    }
    let encoded = DER.Item(tag: 0x30, items: [DER.Item(tag: 0x30, items: fields), parts[1], parts[2]]).encoded
    return (try? NIOSSLCertificate(bytes: encoded, format: .der)) ?? certificate
  }

  /// Whether the basic constraints allow a certificate to sign others (RFC 5280 section 4.2.1.9).
  private static func isAuthority(_ certificate: NIOSSLCertificate) -> Bool {
    guard let constraints = DER.extensionValue([0x55, 0x1D, 0x13], of: certificate) else { return false }
    return DER.items(constraints.content).first.map { $0.tag == 0x01 && $0.content.first == 0xFF } ?? false
  }

  /// Checks that only authorities signed a verified chain: BoringSSL lets any anchor sign, also one that is named because it is the
  /// certificate of a server.
  static func checkSigners(_ chain: [NIOSSLCertificate], of leaf: NIOSSLCertificate?) throws {
    for signer in chain where signer != leaf && !isAuthority(signer) && !lacksExtensions(signer) {
      throw CertificateFault(why: "is signed by '\(signer.commonName)', which is not an authority")
    }
  }

  /// Whether it is of version 1, which has no extensions to say that it is an authority.
  private static func lacksExtensions(_ certificate: NIOSSLCertificate) -> Bool {
    guard let der = try? certificate.toDERBytes(), let whole = DER.items(der[...]).first, let fields = DER.items(whole.content).first else {
      return false
    }
    return DER.items(fields.content).first?.tag != 0xA0
  }

  /// Checks the certificate of a server that is an anchor itself; its names are checked as always.
  static func check(_ leaf: NIOSSLCertificate, host: String) throws {
    let now = time(nil)
    if leaf.notValidAfter < now || leaf.notValidBefore > now { throw CertificateFault(refused: leaf, host: host) }
    // serverAuth or any purpose (RFC 5280 section 4.2.1.12).
    let purposes: [[UInt8]] = [[0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01], [0x55, 0x1D, 0x25, 0x00]]
    if let usage = DER.extensionValue([0x55, 0x1D, 0x25], of: leaf),
      !DER.items(usage.content).contains(where: { item in purposes.contains { item.content.elementsEqual($0) } })
    {
      throw CertificateFault(why: "is not a server certificate (extendedKeyUsage)")
    }
  }
}
