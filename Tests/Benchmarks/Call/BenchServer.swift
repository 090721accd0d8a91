import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The server of both clients: a plain NIO server in its own process. It responds to every request with the same small JSON, which can be
/// cached below `/kept`, or with a ``BenchStream``.
enum BenchServer {
  static let body = """
    {"id":7,"name":"Ann Example","email":"ann@example.com","tags":["admin","staff"],"active":true,"balance":1024.5,\
    "address":{"street":"1 Long Street","city":"Lyon"},"created_at":"2024-05-17T08:00:00Z"}
    """

  /// Prints its port, and ends with its standard input.
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
    private let keptHead: HTTPResponseHead
    private let body = ByteBuffer(string: BenchServer.body)
    private var stream: BenchStream?
    private var isKept = false

    init() {
      var fields: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "\(body.readableBytes)"]
      head = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
      fields.add(name: "Cache-Control", value: "max-age=3600")
      keptHead = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let request): (stream, isKept) = (BenchStream(request.uri), request.uri.hasPrefix("/kept/"))
      case .body: break
      case .end: answer(context)
      }
    }

    private func answer(_ context: ChannelHandlerContext) {
      if let stream { return stream.send(over: context.channel) }
      context.write(wrapOutboundOut(.head(isKept ? keptHead : head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
