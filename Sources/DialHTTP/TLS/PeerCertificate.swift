import NIOSSL

/// What a certificate must be beyond what BoringSSL asks: it takes a name from the subject where there is no subjectAltName
/// (RFC 9110 section 4.3.4 forbids it), and keys that are long too short.
enum PeerCertificate {
  struct Fault: Error {
    /// Goes on after "the certificate of host:443".
    let why: String
  }

  static func check(_ leaf: NIOSSLCertificate) throws {
    if CertificateNames(leaf).all.isEmpty { throw Fault(why: "names no host (it has no subjectAltName)") }
    if let bits = try rsaBits(leaf.extractPublicKey().toSPKIBytes()), bits < 2048 {
      throw Fault(why: "has a key that is too short (RSA of \(bits) bits, at least 2048 are needed)")
    }
  }

  /// The length of the modulus in a SubjectPublicKeyInfo (RFC 5280 section 4.1, RFC 8017 appendix A.1.1); nil for other keys.
  static func rsaBits(_ spki: [UInt8]) -> Int? {
    let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    guard let parts = DER.items(spki[...]).first.map({ DER.items($0.content) }), parts.count == 2,
      let algorithm = DER.items(parts[0].content).first, algorithm.content.elementsEqual(rsa),
      let key = DER.items(parts[1].content.dropFirst()).first, let modulus = DER.items(key.content).first
    else { return nil }
    let digits = modulus.content.drop { $0 == 0 }
    return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
  }
}
