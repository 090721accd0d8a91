import NIOCore
import NIOPosix

/// A client that sends bytes and returns the response.
enum RawClient {
  /// Returns the bytes until the connection ends or they start as expected; without expected bytes, closes at once.
  static func exchange(_ bytes: [UInt8], port: Int, endsWith expected: String?) async throws -> String {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let (pieces, stream) = AsyncStream<String>.makeStream()
    let channel = try await ClientBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Listener(stream)) }
      }
      .connect(host: "127.0.0.1", port: port).get()
    // A server that rejects early may close before everything is sent.
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
