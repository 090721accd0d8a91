import NIOSSL

/// The verified certificates from that of a server to a trusted one.
///
/// It is empty if the system verifies (macOS without your own authority), if nothing is verified, or if a session is resumed, which
/// NIOSSL does not do. Then only the certificate of the server counts.
final class VerifiedChain {
  private(set) var certificates: [NIOSSLCertificate] = []

  /// Returns a TLS handler that records its chain here. The verification does not change.
  func handler(_ context: NIOSSLContext, _ name: String?) throws -> NIOSSLClientHandler {
    try Self.maker.make(context, name) { [self] verdict, certificate in
      if verdict == .certificateVerified { certificates.append(certificate) }
      return verdict
    }
  }

  private static var maker: any Making.Type { Maker.self }

  private protocol Making {
    static func make(_ context: NIOSSLContext, _ name: String?, _ note: @escaping NIOSSLVerificationCallback) throws -> NIOSSLClientHandler
  }

  /// NIOSSL has deprecated the only callback with the verified chain. The new one gets the certificates as the server sent them, and must
  /// verify them itself.
  private enum Maker: Making {
    @available(*, deprecated)
    static func make(_ context: NIOSSLContext, _ name: String?, _ note: @escaping NIOSSLVerificationCallback) throws -> NIOSSLClientHandler
    {
      try NIOSSLClientHandler(context: context, serverHostname: name, verificationCallback: note)
    }
  }
}
