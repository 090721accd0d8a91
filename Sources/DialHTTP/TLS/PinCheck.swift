import Crypto
import DialModel
import NIOSSL

/// Compares the certificates of a connection with the pins of its host (RFC 7469 section 2.6), after the usual verification and before
/// a byte of a request is sent.
struct PinCheck: Hashable, Sendable {
  /// Goes on after "TLS with host:443: ".
  struct Fault: Error {
    let why: String
  }

  /// The host that is called, an IPv6 address in brackets.
  let host: String
  private let pins: Set<[UInt8]>
  private let mode: TLSModel.PinMode
  /// The pattern and where it stands, for a message.
  private let place: String

  /// nil where the spec has no pins for the host.
  init?(_ model: TLSModel, host: String) {
    guard let pinned = model.pinned(host) else { return nil }
    self.host = host
    pins = Set(pinned.pins)
    mode = model.mode ?? .key
    place = pinned.place
  }

  /// Throws a ``Fault`` unless one of the certificates has a pin.
  ///
  /// - Parameters:
  ///   - leaf: the certificate whose key the server has proved to hold.
  ///   - chain: those that lead from it to a trusted one, as they were verified; what else a server sends proves nothing, since anybody can
  ///     send a certificate of somebody else.
  func check(_ leaf: NIOSSLCertificate?, _ chain: [NIOSSLCertificate]) throws {
    var all = leaf.map { [$0] } ?? []
    for certificate in chain where !all.contains(certificate) { all.append(certificate) }
    let shown = try all.map { (certificate: $0, digests: try digests(of: $0)) }
    if shown.contains(where: { $0.digests.allSatisfy(pins.contains) }) { return }
    let seen = shown.map { one in
      "\(one.digests.map { "sha256/\(Base64.encode($0))" }.joined(separator: " with ")) (\(CertificateSubject(one.certificate).text))"
    }
    throw Fault(
      why: "none of the pins of \(place) is that of \(mode == .certificate ? "a certificate" : "a key") in its chain: "
        + (seen.isEmpty ? "it showed no certificate" : seen.joined(separator: ", "))
        + "; add one of these there if the server was given it on purpose")
  }

  /// What has to be pinned of a certificate.
  private func digests(of certificate: NIOSSLCertificate) throws -> [[UInt8]] {
    var result: [[UInt8]] = []
    if mode != .certificate { result.append(Array(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes()))) }
    if mode != .key { result.append(Array(SHA256.hash(data: try certificate.toDERBytes()))) }
    return result
  }
}
