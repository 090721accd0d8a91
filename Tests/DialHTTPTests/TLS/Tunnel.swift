import NIOCore
import NIOPosix

/// A CONNECT proxy that always connects to one port of this machine.
final class Tunnel: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  let port: Int

  init(to target: Int) async throws {
    let group = group
    channel = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Way(target)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  private final class Way: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let target: Int
    private var there: (any Channel)?

    init(_ target: Int) { self.target = target }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      if let there { return there.writeAndFlush(bytes, promise: nil) }
      let here = context.channel
      ClientBootstrap(group: context.eventLoop)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Back(here)) }
        }
        .connect(host: "127.0.0.1", port: target).assumeIsolated().whenSuccess { channel in
          self.there = channel
          here.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n"), promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { there?.close(promise: nil) }
  }

  private final class Back: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let here: any Channel

    init(_ here: any Channel) { self.here = here }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { here.writeAndFlush(unwrapInboundIn(data), promise: nil) }
    func channelInactive(context: ChannelHandlerContext) { here.close(promise: nil) }
  }
}
