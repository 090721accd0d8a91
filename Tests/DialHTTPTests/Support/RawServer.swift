import NIOCore
import NIOPosix
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server of bytes that follows scripts: each waits for the head of a request. The last one serves all others.
final class RawServer: Sendable {
  enum Act: Sendable {
    case send([UInt8])
    case wait(Duration)
    /// Stops reading.
    case deafen
    /// Closes the connection (FIN).
    case close
    /// Resets the connection (RST).
    case reset

    static func text(_ text: String) -> Act { .send(Array(text.utf8)) }
  }

  struct Log: Sendable {
    var connections = 0
    var ended = 0
    /// The sent bytes, as far as the socket takes them.
    var sent = 0
    /// The received bytes, heads included.
    var received = 0
    /// The bytes of each request since the previous one on its connection.
    var requests: [String] = []
  }

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let state: Log.Box
  let port: Int

  init(_ scripts: [[Act]]) async throws {
    let state = Log.Box()
    self.state = state
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(RawHandler(scripts, state))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  var base: String { "http://127.0.0.1:\(port)" }
  var log: Log { state.log.withLock { $0 } }

  func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  static func run<T>(_ scripts: [Act]..., body: (RawServer) async throws -> T) async throws -> T {
    let server = try await RawServer(scripts)
    do {
      let result = try await body(server)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }
}

extension RawServer.Log {
  final class Box: Sendable {
    let log = Mutex(RawServer.Log())
    let next = Mutex(0)
  }
}

private final class RawHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let scripts: [[RawServer.Act]]
  private let state: RawServer.Log.Box
  private var seen = ""

  init(_ scripts: [[RawServer.Act]], _ state: RawServer.Log.Box) {
    self.scripts = scripts
    self.state = state
  }

  func channelActive(context: ChannelHandlerContext) { state.log.withLock { $0.connections += 1 } }
  func channelInactive(context: ChannelHandlerContext) { state.log.withLock { $0.ended += 1 } }
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    state.log.withLock { $0.received += bytes.readableBytes }
    seen += String(buffer: bytes)
    guard seen.contains("\r\n\r\n") else { return }
    let text = seen
    seen = ""
    // The end of a body in chunks is an empty line, too.
    guard text.contains(" HTTP/1.") else { return }
    state.log.withLock { $0.requests.append(text) }
    let index = state.next.withLock { next in
      defer { next += 1 }
      return next
    }
    RawServer.run(scripts[min(index, scripts.count - 1)], context.channel, state)
  }
}

extension RawServer {
  static func run(_ script: [Act], _ channel: any Channel, _ state: Log.Box = .init()) {
    Task {
      for act in script {
        switch act {
        case .send(let bytes):
          try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
          state.log.withLock { $0.sent += bytes.count }
        case .wait(let time): try? await Task.sleep(for: time)
        case .deafen: try? await channel.setOption(.autoRead, value: false).get()
        case .close: try? await channel.close()
        case .reset:
          try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
          try? await channel.close()
        }
      }
    }
  }
}
