import NIOCore
import NIOSSL
import NIOTLS

/// Waits for the TLS handshake and looks at the certificates, before a byte of a request is sent.
final class TLSGate: OpeningHandler {
  typealias InboundIn = ByteBuffer

  /// What a certificate has to be.
  struct Demands {
    let isVerified: Bool
    var pins: PinCheck?
  }

  private let demands: Demands
  private let chain = VerifiedChain()
  /// The TLS that it looks at: a proxy that is reached with TLS has one of its own in front.
  private var handler: NIOSSLClientHandler?
  let opened: EventLoopPromise<Void>

  private init(_ demands: Demands, _ opened: EventLoopPromise<Void>) {
    self.demands = demands
    self.opened = opened
  }

  /// Puts TLS into a connection; `opened` when it is there.
  static func install(
    on channel: any Channel, at position: ChannelPipeline.SynchronousOperations.Position = .last, _ tls: TLSConfiguration, host: String,
    _ demands: Demands, _ opened: EventLoopPromise<Void>
  ) throws {
    let bare = host.first == "[" ? String(host.dropFirst().dropLast()) : host
    let isAddress = (try? SocketAddress(ipAddress: bare, port: 0)) != nil
    let (context, gate, name) = (try NIOSSLContext(configuration: tls), TLSGate(demands, opened), isAddress ? nil : bare)
    let handler =
      demands.pins == nil
      ? try NIOSSLClientHandler(context: context, serverHostname: name) : try gate.chain.handler(context, name)
    gate.handler = handler
    try channel.pipeline.syncOperations.addHandlers([handler, gate], position: position)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent else { return context.fireUserInboundEventTriggered(event) }
    do {
      let leaf = handler?.peerCertificate
      if demands.isVerified, let leaf { try PeerCertificate.check(leaf) }
      try demands.pins?.check(leaf, demands.isVerified ? chain.certificates : [])
      handler = nil
      leave(context)
    } catch {
      errorCaught(context: context, error: error)
    }
  }
}
