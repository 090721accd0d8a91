import NIOCore

/// Talks to a proxy until it passes bytes on, and leaves the connection.
final class ProxyHandler: OpeningHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var greeting: any ProxyGreeting
  let opened: EventLoopPromise<Void>
  private var seen = ByteBuffer()

  init(_ greeting: any ProxyGreeting, _ opened: EventLoopPromise<Void>) {
    self.greeting = greeting
    self.opened = opened
  }

  func handlerAdded(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: greeting.opening)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var piece = unwrapInboundIn(data)
    seen.writeBuffer(&piece)
    do {
      while true {
        switch try greeting.step(&seen) {
        case .wait: return
        case .say(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .done: return leave(context)
        }
      }
    } catch {
      errorCaught(context: context, error: error)
    }
  }
}
