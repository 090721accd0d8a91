import DialLibc
import NIOSSL

struct CertificateFault: Error {
  /// The words after "the certificate of host:443".
  var why: String
  /// Whether the only fault is that no authority vouches for it.
  var isUntrusted = false
}

extension CertificateFault {
  /// Finds the fault of a certificate, because BoringSSL only says that it was rejected.
  init(refused leaf: NIOSSLCertificate, host: String) {
    let now = time(nil)
    let names = CertificateNames(leaf)
    if leaf.notValidAfter < now {
      self.init(why: "expired on \(Self.day(leaf.notValidAfter))")
    } else if leaf.notValidBefore > now {
      self.init(why: "is not valid before \(Self.day(leaf.notValidBefore))")
    } else if names.all.isEmpty {
      self = .noNames
    } else if let fault = Self.nameFault(names, host) {
      self = fault
    } else if Self.isSelfSigned(leaf) {
      self.init(why: "is self-signed", isUntrusted: true)
    } else {
      self.init(
        why: "is not trusted: its issuer is unknown, an intermediate certificate is missing, or it is not a server certificate",
        isUntrusted: true)
    }
  }

  private static let noNames = CertificateFault(why: "does not contain a host name (subjectAltName is missing)")

  /// Returns the fault of a certificate whose names do not match the host; nil if one does.
  private static func nameFault(_ names: CertificateNames, _ host: String) -> CertificateFault? {
    if names.match(host) { return nil }
    return CertificateFault(why: "is for \(names.all.prefix(4).joined(separator: ", ")), not for \(host)")
  }

  /// Checks what BoringSSL does not: subjectAltName must exist and name the host (RFC 9110 section 4.3.4), and keys must not be too short.
  static func check(_ leaf: NIOSSLCertificate, host: String) throws {
    let names = CertificateNames(leaf)
    if names.all.isEmpty { throw noNames }
    if let fault = nameFault(names, host) { throw fault }
    if let bits = try rsaBits(leaf.extractPublicKey().toSPKIBytes()), bits < 2048 {
      throw CertificateFault(why: "has an RSA key of \(bits) bits, but at least 2048 bits are required")
    }
  }

  /// Returns the length of the modulus in a SubjectPublicKeyInfo (RFC 5280 section 4.1, RFC 8017 appendix A.1.1); nil for other keys.
  private static func rsaBits(_ spki: [UInt8]) -> Int? {
    let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    guard let parts = DER.items(spki[...]).first.map({ DER.items($0.content) }), parts.count == 2,
      let algorithm = DER.items(parts[0].content).first, algorithm.content.elementsEqual(rsa),
      let key = DER.items(parts[1].content.dropFirst()).first, let modulus = DER.items(key.content).first
    else { return nil }
    let digits = modulus.content.drop { $0 == 0 }
    return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
  }

  /// Whether issuer and subject are the same bytes (RFC 5280 section 4.1).
  private static func isSelfSigned(_ certificate: NIOSSLCertificate) -> Bool {
    let fields = DER.fields(of: certificate)
    return fields.count > 4 && fields[2].content.elementsEqual(fields[4].content)
  }

  /// Returns a date in UTC: `2026-02-28`.
  private static func day(_ moment: time_t) -> String {
    var (moment, parts) = (moment, tm())
    gmtime_r(&moment, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
