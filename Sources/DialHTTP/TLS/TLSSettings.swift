import DialMessage
import DialModel
import NIOSSL

/// What all of one transport's connections have in common in TLS.
struct TLSSettings: Sendable {
  /// Certificates are not verified.
  var insecure: Bool
  /// PEM files, which come before those of a spec.
  var trustedCertificates: String?
  var clientCertificate: String?
  var clientKey: String?

  /// TLS 1.2 and up, verified against the system's certificates or the given ones; `protocols` are offered by ALPN.
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

  /// A certificate and a key that do not belong together would be found out by the first connection, and look like a fault of the server.
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
