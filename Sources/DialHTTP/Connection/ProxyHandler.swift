import NIOCore

/// Talks to a proxy until it forwards bytes. Unlike that of NIOExtras, it reports the status or reason of a rejection.
final class ProxyHandler: OpeningHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var greeting: any ProxyGreeting
  let opened: EventLoopPromise<Void>
  private var seen = ByteBuffer()

  private init(_ greeting: any ProxyGreeting, _ opened: EventLoopPromise<Void>) {
    self.greeting = greeting
    self.opened = opened
  }

  /// Asks the connected proxy for a tunnel to a server.
  static func install(on channel: any Channel, to server: RequestURL.Server, by proxy: ProxyServer) -> EventLoopFuture<Void>.Isolated {
    let opened = channel.eventLoop.makePromise(of: Void.self)
    let greeting: any ProxyGreeting =
      proxy.kind == .socks5 ? SOCKSGreeting(server, proxy) : ConnectGreeting(server, proxy, userAgent: RequestHead.userAgent)
    do { try channel.pipeline.syncOperations.addHandler(ProxyHandler(greeting, opened)) } catch { opened.fail(error) }
    return opened.futureResult.assumeIsolated()
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
      fail(error, context)
    }
  }
}
