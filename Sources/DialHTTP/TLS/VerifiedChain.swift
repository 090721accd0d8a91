import NIOSSL

/// The certificates that BoringSSL found to lead from a server's to a trusted one, as it verified them.
///
/// It stays empty where the system does the verification (macOS without an authority of one's own), where nothing is verified, and where
/// a session is resumed, which NIOSSL does not do: then only the server's own certificate counts.
final class VerifiedChain {
  private(set) var certificates: [NIOSSLCertificate] = []

  /// TLS that notes its chain here. The verification stays what it is without it.
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

  /// NIOSSL has deprecated the one callback that hears of the verified chain; the new one gets the certificates as the server sent them,
  /// and has to verify them by itself.
  private enum Maker: Making {
    @available(*, deprecated)
    static func make(_ context: NIOSSLContext, _ name: String?, _ note: @escaping NIOSSLVerificationCallback) throws -> NIOSSLClientHandler
    {
      try NIOSSLClientHandler(context: context, serverHostname: name, verificationCallback: note)
    }
  }
}
