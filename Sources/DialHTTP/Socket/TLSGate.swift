import NIOCore
import NIOSSL
import NIOTLS

/// Waits for the TLS handshake and looks at the certificate, before a byte of a request is sent.
final class TLSGate: OpeningHandler {
  typealias InboundIn = ByteBuffer

  private let isVerified: Bool
  let opened: EventLoopPromise<Void>

  private init(isVerified: Bool, _ opened: EventLoopPromise<Void>) {
    self.isVerified = isVerified
    self.opened = opened
  }

  /// Puts TLS into a connection; `opened` when it is there.
  static func install(
    on channel: any Channel, _ tls: TLSConfiguration, host: String, isVerified: Bool, _ opened: EventLoopPromise<Void>
  ) throws {
    let bare = host.first == "[" ? String(host.dropFirst().dropLast()) : host
    let isAddress = (try? SocketAddress(ipAddress: bare, port: 0)) != nil
    let handler = try NIOSSLClientHandler(context: try NIOSSLContext(configuration: tls), serverHostname: isAddress ? nil : bare)
    try channel.pipeline.syncOperations.addHandlers([handler, TLSGate(isVerified: isVerified, opened)])
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent else { return context.fireUserInboundEventTriggered(event) }
    do {
      let handler = try context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
      if isVerified, let leaf = handler.peerCertificate { try PeerCertificate.check(leaf) }
      leave(context)
    } catch {
      errorCaught(context: context, error: error)
    }
  }
}
