import NIOCore
import NIOPosix
import Synchronization

/// A server that accepts connections and reads on demand.
final class DeafServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let state = State()
  let base: String

  fileprivate final class State: Sendable {
    let clients = Mutex<[any Channel]>([])
    let count = Mutex(0)
    let hasEnded = Mutex(false)
  }

  init() async throws {
    let state = state
    channel = try await ServerBootstrap(group: group)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        state.clients.withLock { $0.append(channel) }
        return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Counter(state)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    base = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
  }

  /// Returns the bytes of the first connection after its client has closed it.
  func bytes() async throws -> Int {
    // A busy machine may accept a client after it has given up.
    while state.clients.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
    try await state.clients.withLock { $0.first }?.setOption(.autoRead, value: true).get()
    while !state.hasEnded.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    return state.count.withLock { $0 }
  }

  func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  private final class Counter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let state: State

    init(_ state: State) { self.state = state }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let count = unwrapInboundIn(data).readableBytes
      state.count.withLock { $0 += count }
    }

    func channelInactive(context: ChannelHandlerContext) { state.hasEnded.withLock { $0 = true } }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
