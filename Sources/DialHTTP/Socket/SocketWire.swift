import NIOCore

/// Nearest to the socket (after TLS): tells of the bytes that come, and throws them away once nobody wants them.
final class SocketWire: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let exchange: Exchange
  /// When the last bytes came.
  private(set) var lastRead = NIODeadline.now()
  /// Whether what still comes is read for nothing but the end.
  var isDraining = false
  /// While the parser of HTTP leaves: told of an end, it would drop the frames that came behind the answer.
  var isSwitching = false
  /// The connection has ended meanwhile.
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
