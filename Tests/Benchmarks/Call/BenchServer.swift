import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// What both clients call: a bare NIO server in a process of its own. It answers every request with the same small JSON, but for those of
/// `/bytes` and `/events`, which get as many pieces as there are numbers in `StreamSuite`.
enum BenchServer {
  static let body = """
    {"id":7,"name":"Ann Example","email":"ann@example.com","tags":["admin","staff"],"active":true,"balance":1024.5,\
    "address":{"street":"1 Long Street","city":"Lyon"},"created_at":"2024-05-17T08:00:00Z"}
    """

  /// Says its port on standard output, and ends when standard input does.
  static func run() throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = try ServerBootstrap(group: group)
      .serverChannelOption(ChannelOptions.backlog, value: 256)
      .childChannelOption(ChannelOptions.socket(SocketOptionLevel(IPPROTO_TCP), TCP_NODELAY), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false)
          try channel.pipeline.syncOperations.addHandler(Answer())
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    print(channel.localAddress?.port ?? 0)
    fflush(nil)
    while readLine() != nil {}
  }

  private final class Answer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let head: HTTPResponseHead
    private let body = ByteBuffer(string: BenchServer.body)
    private var stream: BenchStream?

    init() {
      let fields: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "\(body.readableBytes)"]
      head = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let request): stream = BenchStream(request.uri)
      case .body: break
      case .end: answer(context)
      }
    }

    private func answer(_ context: ChannelHandlerContext) {
      if let stream { return stream.send(over: context.channel) }
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
