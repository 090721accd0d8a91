import DialCore
import NIOSSL

extension HTTPTransport.Configuration {
  /// TLS 1.2 and up, verified against the system's certificates or the given ones.
  func makeTLS() throws -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if insecure { tls.certificateVerification = .none }
    if let path = trustedCertificates {
      tls.trustRoots = .certificates(try Self.read("the trusted certificates", path) { try NIOSSLCertificate.fromPEMFile(path) })
    }
    if let path = clientCertificate {
      tls.certificateChain = try Self.read("the client certificate", path) {
        try NIOSSLCertificate.fromPEMFile(path).map { .certificate($0) }
      }
    }
    if let path = clientKey ?? clientCertificate {
      tls.privateKey = try Self.read("the client key", path) { .privateKey(try NIOSSLPrivateKey(file: path, format: .pem)) }
    }
    return tls
  }

  private static func read<T>(_ what: String, _ path: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch { throw TransportError(.io, "\(what) in '\(path)' cannot be read as PEM") }
  }
}
