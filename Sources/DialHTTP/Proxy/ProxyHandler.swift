import NIOCore

/// Talks to a proxy until it passes bytes on, and leaves the connection.
final class ProxyHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var greeting: any ProxyGreeting
  private let opened: EventLoopPromise<Void>
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
        case .done:
          opened.succeed()
          return context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
      }
    } catch {
      errorCaught(context: context, error: error)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    opened.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    opened.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
