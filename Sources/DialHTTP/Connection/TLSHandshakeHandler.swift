import NIOCore
import NIOSSL
import NIOTLS

/// Waits for the TLS handshake and checks the certificates, before any byte of a request is sent.
final class TLSHandshakeHandler: OpeningHandler {
  typealias InboundIn = ByteBuffer

  private let host: String
  private let isVerified: Bool
  private let pins: PinCheck?
  private let chain = VerifiedChain()
  private var tls: NIOSSLClientHandler?
  let opened: EventLoopPromise<Void>
  /// The protocol that the server chose with ALPN.
  private(set) var negotiated: String?

  private init(_ host: String, isVerified: Bool, _ pins: PinCheck?, _ opened: EventLoopPromise<Void>) {
    self.host = host
    self.isVerified = isVerified
    self.pins = pins
    self.opened = opened
  }

  /// Adds TLS to a connection, for a host or an IPv6 address in brackets. Succeeds with the protocol of ALPN.
  static func install(
    on channel: any Channel, _ context: NIOSSLContext, host: String, pins: PinCheck? = nil
  ) -> EventLoopFuture<String?>.Isolated {
    let opened = channel.eventLoop.makePromise(of: Void.self)
    let bare = host.withoutBrackets
    let isVerified = context.configuration.certificateVerification != .none
    let handler = TLSHandshakeHandler(bare, isVerified: isVerified, pins, opened)
    do {
      // An address is no server name, and a name has no final dot (RFC 6066 section 3).
      let server = bare.hasSuffix(".") ? String(bare.dropLast()) : bare
      let name = (try? SocketAddress(ipAddress: server, port: 0)) == nil ? server : nil
      let namesAnchors = if case .certificates = context.configuration.trustRoots { true } else { false }
      let isPlain = pins == nil && !namesAnchors
      let tls = isPlain ? try NIOSSLClientHandler(context: context, serverHostname: name) : try handler.chain.handler(context, name)
      handler.tls = tls
      try channel.pipeline.syncOperations.addHandlers([tls, handler])
    } catch {
      opened.fail(error)
    }
    return opened.futureResult.assumeIsolated().map { handler.negotiated }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case TLSUserEvent.handshakeCompleted(let negotiated)? = event as? TLSUserEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    do {
      let leaf = tls?.peerCertificate
      if isVerified {
        guard let leaf else { throw CertificateFault(why: "is missing") }
        try CertificateFault.check(leaf, host: host)
      }
      if chain.isNamed, let leaf { try TrustAnchor.check(leaf, host: host) }
      if isVerified { try TrustAnchor.checkSigners(chain.certificates, of: leaf) }
      try pins?.check(leaf, isVerified ? chain.certificates : [])
      self.negotiated = negotiated
      tls = nil
      leave(context)
    } catch {
      fail(error, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let leaf = tls?.peerCertificate else { return fail(Self.isAlert(error) ? NothingInCommon() : error, context) }
    fail(Self.isAboutCertificate(error) ? CertificateFault(refused: leaf, host: host) : error, context)
  }

  /// Whether the server rejected the handshake for an unknown reason.
  private static func isAlert(_ error: any Error) -> Bool {
    guard case NIOSSLError.handshakeFailed(let cause) = error else { return false }
    return "\(cause)".contains("ALERT_HANDSHAKE_FAILURE")
  }

  /// Whether the certificate was rejected; BoringSSL does not say why.
  private static func isAboutCertificate(_ error: any Error) -> Bool {
    if let error = error as? NIOSSLExtraError { return error == .failedToValidateHostname }
    guard case NIOSSLError.handshakeFailed(let cause) = error else { return false }
    return "\(cause)".contains("CERTIFICATE_VERIFY_FAILED")
  }
}
