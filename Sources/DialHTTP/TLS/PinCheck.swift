import Crypto
import DialModel
import NIOSSL

/// Compares the certificates of a connection with the pins of its host (RFC 7469 section 2.6), before any byte of a request is sent.
struct PinCheck: Hashable, Sendable {
  /// The words after "TLS with host:443: ".
  struct Fault: Error { let why: String }

  /// The host, an IPv6 address in brackets.
  let host: String
  private let pins: Set<[UInt8]>
  private let mode: TLSModel.PinMode
  /// The pattern and its place, for messages.
  private let place: String

  /// Returns nil if the spec has no pins for the host.
  init?(_ model: TLSModel, host: String) {
    guard let pinned = model.pinned(host) else { return nil }
    self.host = host
    pins = Set(pinned.pins)
    mode = model.mode ?? .key
    place = pinned.place
  }

  /// Throws a ``Fault`` unless the certificate of the server, or one of its verified chain, matches a pin.
  func check(_ leaf: NIOSSLCertificate?, _ chain: [NIOSSLCertificate]) throws {
    var all = leaf.map { [$0] } ?? []
    for certificate in chain where !all.contains(certificate) { all.append(certificate) }
    let shown = try all.map { (certificate: $0, digests: try digests(of: $0)) }
    if shown.contains(where: { $0.digests.allSatisfy(pins.contains) }) { return }
    let seen = shown.map { one in
      "\(one.digests.map { "sha256/\(Base64.encode($0))" }.joined(separator: " with ")) (\(one.certificate.commonName))"
    }
    throw Fault(
      why: "no pin of \(place) matches \(mode == .certificate ? "a certificate" : "a key") in its certificate chain: "
        + (seen.isEmpty ? "it sent no certificate" : seen.joined(separator: ", "))
        + "; if the server changed its certificate on purpose, add one of these pins")
  }

  private func digests(of certificate: NIOSSLCertificate) throws -> [[UInt8]] {
    var result: [[UInt8]] = []
    if mode != .certificate { result.append(Array(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes()))) }
    if mode != .key { result.append(Array(SHA256.hash(data: try certificate.toDERBytes()))) }
    return result
  }
}

/// The verified certificates from that of a server to a trusted one; empty if the system verifies, nothing is verified, or the user named
/// the certificate of the server.
final class VerifiedChain {
  private(set) var certificates: [NIOSSLCertificate] = []
  /// Whether the user named the certificate of the server, so that no other needs to be valid.
  private(set) var isNamed = false
  private weak var handler: NIOSSLClientHandler?

  /// Returns a TLS handler that records its chain here, and accepts the named certificates themselves.
  func handler(_ context: NIOSSLContext, _ name: String?) throws -> NIOSSLClientHandler {
    var named: [NIOSSLCertificate] = []
    if case .certificates(let all)? = context.configuration.trustRoots { named = all }
    let handler = try Self.maker.make(context, name) { [self, named] verdict, certificate in
      if isNamed { return .certificateVerified }
      if verdict == .certificateVerified {
        certificates.append(certificate)
      } else if let leaf = self.handler?.peerCertificate, named.contains(leaf) {
        (isNamed, certificates) = (true, [])
        return .certificateVerified
      }
      return verdict
    }
    self.handler = handler
    return handler
  }

  private static var maker: any Making.Type { Maker.self }

  private protocol Making {
    static func make(_ context: NIOSSLContext, _ name: String?, _ note: @escaping NIOSSLVerificationCallback) throws -> NIOSSLClientHandler
  }

  /// NIOSSL has deprecated the only callback with the verified chain.
  private enum Maker: Making {
    @available(*, deprecated)
    static func make(_ context: NIOSSLContext, _ name: String?, _ note: @escaping NIOSSLVerificationCallback) throws -> NIOSSLClientHandler
    {
      try NIOSSLClientHandler(context: context, serverHostname: name, verificationCallback: note)
    }
  }
}
