import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server of HTTP over TLS that responds with `ok` or a redirect, and records requests.
final class TLSServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let log: Log
  let port: Int

  final class Log: Sendable {
    let requests = Mutex<[String]>([])
  }

  /// - Parameters:
  ///   - name: the certificate.
  ///   - authority: the issuer of required client certificates; nil for none.
  ///   - location: the target of a redirect; nil for none.
  init(_ name: String, _ certificates: Certificates, wants authority: String? = nil, location: String? = nil) async throws {
    let folder = certificates.folder
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile("\(folder)/\(name).pem").map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: "\(folder)/\(name).key", format: .pem)))
    if let authority {
      tls.certificateVerification = .noHostnameVerification
      tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile("\(folder)/\(authority).pem"))
    }
    let (context, log) = (try NIOSSLContext(configuration: tls), Log())
    self.log = log
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([NIOSSLServerHandler(context: context), Answers(log, location)])
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  /// The first lines of the requests, such as `GET /a HTTP/1.1`.
  var requests: [String] { log.requests.withLock { $0 } }

  func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  private final class Answers: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let log: Log
    private let location: String?
    private var text = ""

    init(_ log: Log, _ location: String?) {
      self.log = log
      self.location = location
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      text += String(buffer: unwrapInboundIn(data))
      while let end = text.firstRange(of: "\r\n\r\n") {
        let line = String(text[..<end.lowerBound].prefix { $0 != "\r\n" })
        log.requests.withLock { $0.append(line) }
        text.removeSubrange(..<end.upperBound)
        let head = location.map { "HTTP/1.1 302 Found\r\nLocation: \($0)\r\n" } ?? "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head + "Content-Length: 2\r\n\r\nok")), promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
