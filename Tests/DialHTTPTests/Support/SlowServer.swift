import NIOCore
import NIOHTTP1
import NIOPosix

/// A server that reads at a limited rate, and responds with 200 after a request.
final class SlowServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  let base: String

  /// The bytes of one read, small enough that the system of the server blocks the sender.
  private static let piece = 64 << 10

  init(bytesASecond: Int) async throws {
    let pause = TimeAmount.milliseconds(Int64(1000 * Self.piece / bytesASecond))
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_rcvbuf), value: SocketOptionValue(Self.piece))
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.piece))
      .childChannelInitializer { channel in
        channel.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { task in
          if channel.isActive { channel.read() } else { task.cancel() }
        }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
          try channel.pipeline.syncOperations.addHandler(Answer())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    base = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
  }

  func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  private final class Answer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .end = unwrapInboundIn(data) else { return }
      let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "2"])
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "ok")))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
