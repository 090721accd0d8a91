import NIOCore
import NIOPosix

/// A client of bytes: it sends what it is given, and says what came back.
enum RawClient {
  /// What came until the connection ended, or until what came begins as is said; without that, it goes at once.
  static func exchange(_ bytes: [UInt8], port: Int, endsWith expected: String?) async throws -> String {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let (pieces, stream) = AsyncStream<String>.makeStream()
    let channel = try await ClientBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Listener(stream)) }
      }
      .connect(host: "127.0.0.1", port: port).get()
    // A server that refuses early may close before all is sent.
    try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    var got = ""
    if let expected {
      for await piece in pieces {
        got += piece
        if got.hasPrefix(expected) { break }
      }
    }
    try? await channel.close()
    try? await group.shutdownGracefully()
    return got
  }

  private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let stream: AsyncStream<String>.Continuation

    init(_ stream: AsyncStream<String>.Continuation) { self.stream = stream }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { stream.yield(String(buffer: unwrapInboundIn(data))) }

    func channelInactive(context: ChannelHandlerContext) { stream.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
