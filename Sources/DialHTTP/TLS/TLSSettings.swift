import DialMessage
import DialModel
import NIOSSL

/// The TLS settings of all connections of a transport.
struct TLSSettings: Sendable {
  /// Whether certificates are not verified.
  var insecure: Bool
  /// PEM files, which take precedence over those of a spec.
  var trustedCertificates: String?
  var clientCertificate: String?
  var clientKey: String?

  /// Creates a context for TLS 1.2 and later, verified with the certificates of the system or the given ones; `protocols` are offered
  /// with ALPN.
  func makeContext(_ profile: TLSProfile = TLSProfile(), protocols: [String]) throws -> NIOSSLContext {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.applicationProtocols = protocols
    tls.minimumTLSVersion = profile.needsTLS13 ? .tlsv13 : .tlsv12
    if insecure { tls.certificateVerification = .none }
    if let file = try trustedCertificates.map({ PEMFile($0) }) ?? profile.authorities.map({ try PEMFile($0) }) {
      tls.trustRoots = .certificates(try file.certificates("the trusted certificates", .trustFile))
    }
    if let file = try clientCertificate.map({ PEMFile($0) }) ?? profile.client.map({ try PEMFile($0.certificate) }) {
      tls.certificateChain = try file.certificates("the client certificate", .certificateFile).map { .certificate($0) }
    }
    if let file = try (clientKey ?? clientCertificate).map({ PEMFile($0) })
      ?? profile.client.map({ try PEMFile($0.key ?? $0.certificate) })
    {
      tls.privateKey = .privateKey(try file.key("the client key"))
    }
    try Self.checkPair(tls, certificate: clientCertificate ?? profile.client?.certificate.name, key: clientKey ?? profile.client?.key?.name)
    return try NIOSSLContext(configuration: tls)
  }

  /// Checks that a certificate and a key match. Otherwise the first connection would fail, as if the server were wrong.
  private static func checkPair(_ tls: TLSConfiguration, certificate: String?, key: String?) throws {
    guard let certificate, tls.privateKey != nil else { return }
    var pair = TLSConfiguration.makeClientConfiguration()
    pair.trustRoots = .certificates([])
    (pair.certificateChain, pair.privateKey) = (tls.certificateChain, tls.privateKey)
    do { _ = try NIOSSLContext(configuration: pair) } catch {
      throw TransportError(
        .io, "the key in '\(key ?? certificate)' does not belong to the certificate in '\(certificate)'"
      ).about(.keyFile)
    }
  }
}
