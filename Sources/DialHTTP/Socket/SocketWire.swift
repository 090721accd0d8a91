import NIOCore

/// The handler nearest to the socket (after TLS): reports received bytes, and drops them when they are no longer needed.
final class SocketWire: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let exchange: Exchange
  /// When the last bytes arrived.
  private(set) var lastRead = NIODeadline.now()
  /// Whether received bytes are dropped.
  var isDraining = false
  /// Set while the HTTP parser is being removed: an end of the connection would make it drop the frames after the response.
  var isSwitching = false
  /// Whether the connection has ended meanwhile.
  private(set) var isOver = false

  init(_ exchange: Exchange) { self.exchange = exchange }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastRead = .now()
    if isDraining { return }
    let bytes = unwrapInboundIn(data).readableBytesView
    exchange.update { progress in
      if progress.phase != .done { progress.add(bytes) }
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    if !isSwitching { context.fireChannelInactive() }
  }
}
