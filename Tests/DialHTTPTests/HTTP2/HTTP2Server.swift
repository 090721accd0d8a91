import DialHTTP
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// A server of HTTP/2 frames over TLS that follows scripts: one for each request, the last one for all others.
final class HTTP2Server: Sendable {
  enum Act: Sendable {
    case head(_ fields: [(String, String)], isEnd: Bool = false)
    case data(_ bytes: [UInt8], isEnd: Bool = false)
    /// Responds with a field for the head, a field for the body, and the body of the request.
    case echo
    case wait(Duration)
    /// Stops reading the request.
    case deafen
    case reset(HTTP2ErrorCode)
    /// Repeats a frame, unchecked, until the client ends the connection.
    case flood(type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = [])
    /// Announces the last accepted stream; 0 for none.
    case goAway(_ last: Int32)
    /// Ends the connection, with a close or a reset.
    case close, abort

    static func text(_ text: String, status: Int = 200) -> [Act] {
      [.head([(":status", "\(status)"), ("content-length", "\(text.utf8.count)")]), .data(Array(text.utf8), isEnd: true)]
    }
  }

  struct Log: Sendable {
    var connections = 0
    var heads: [HPACKHeaders] = []
    /// The maximum number of concurrent streams.
    var open = 0
    var maxOpen = 0
    /// The errors with which clients reset their streams.
    var resets: [HTTP2ErrorCode] = []
    /// The sent bytes of bodies.
    var sent = 0
    /// The received bytes of bodies.
    var received = 0
    var plain = 0
  }

  final class Box: Sendable {
    let log = Mutex(Log())
    let next = Mutex(0)
  }

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let box = Box()
  let port: Int

  /// - Parameters:
  ///   - protocols: the protocols of ALPN; a client that chooses HTTP/1.1 gets the response `plain`. With `silence`, the server sends no
  /// HTTP/2 preface.
  ///   - isWhole: whether to respond after the body of a request, not after its head.
  init(_ scripts: [[Act]], protocols: [String], isWhole: Bool, certificate: String) async throws {
    let (box, folder) = (box, try await Certificates.all.folder)
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile("\(folder)/\(certificate).pem").map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: "\(folder)/\(certificate).key", format: .pem)))
    tls.applicationProtocols = protocols
    let context = try NIOSSLContext(configuration: tls)
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        box.log.withLock { $0.connections += 1 }
        return channel.eventLoop.makeCompletedFuture {
          let choice = ApplicationProtocolNegotiationHandler { result, channel in
            channel.eventLoop.makeCompletedFuture {
              if protocols == ["h2", "silence"] { return }
              if protocols == ["h2", "leaving"], box.log.withLock({ $0.connections }) <= 2 { return Self.leave(channel) }
              if case .negotiated("h2") = result { return try Self.configure(channel, scripts, box, isWhole) }
              try channel.pipeline.syncOperations.addHandler(PlainAnswer(box))
            }
          }
          try channel.pipeline.syncOperations.addHandlers([NIOSSLServerHandler(context: context), choice])
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  /// Greets the client and closes the connection in the same packet, as nginx does while it is reloaded: SETTINGS, GOAWAY, the end of TLS.
  private static func leave(_ channel: any Channel) {
    let frames: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0] + [0, 0, 8, 7, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    channel.writeAndFlush(ByteBuffer(bytes: frames), promise: nil)
    channel.close(promise: nil)
  }

  /// The scripts decide about frames.
  private static func configure(_ channel: any Channel, _ scripts: [[Act]], _ box: Box, _ isWhole: Bool) throws {
    var configuration = NIOHTTP2Handler.ConnectionConfiguration()
    configuration.headerBlockValidation = .disabled
    configuration.contentLengthValidation = .disabled
    _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
      mode: .server, connectionConfiguration: configuration, streamConfiguration: .init()
    ) { stream in
      stream.eventLoop.makeCompletedFuture { try stream.pipeline.syncOperations.addHandler(HTTP2Script(scripts, box, isWhole)) }
    }
  }

  var base: String { "https://127.0.0.1:\(port)" }
  var log: Log { box.log.withLock { $0 } }

  func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  /// Runs a test with a server and a transport that trusts it.
  static func run<T>(
    _ scripts: [Act]..., protocols: [String] = ["h2", "http/1.1"], isWhole: Bool = true, certificate: String = "ok",
    body: (HTTP2Server, HTTPTransport) async throws -> T
  ) async throws -> T {
    let server = try await HTTP2Server(scripts, protocols: protocols, isWhole: isWhole, certificate: certificate)
    var configuration = HTTPTransport.Configuration.direct
    configuration.trustedCertificates = try await Certificates.all.folder + "/ca.pem"
    let transport = HTTPTransport(configuration: configuration)
    let result: Result<T, any Error>
    do { result = .success(try await body(server, transport)) } catch { result = .failure(error) }
    await transport.shutdown()
    await server.stop()
    return try result.get()
  }
}

private final class PlainAnswer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer
  private let box: HTTP2Server.Box
  private var text = ""

  init(_ box: HTTP2Server.Box) { self.box = box }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    text += String(buffer: unwrapInboundIn(data))
    while let end = text.firstRange(of: "\r\n\r\n") {
      text.removeSubrange(..<end.upperBound)
      box.log.withLock { $0.plain += 1 }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain")), promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
