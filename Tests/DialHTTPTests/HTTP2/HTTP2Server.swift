import DialHTTP
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// A server of frames over TLS: once a request is there it does exactly what a script says. Requests take the scripts in order; the last
/// one serves all that follow.
final class HTTP2Server: Sendable {
  enum Act: Sendable {
    case head(_ fields: [(String, String)], isEnd: Bool = false)
    case data(_ bytes: [UInt8], isEnd: Bool = false)
    /// A field for each of the head and the body of the request, as they came, and all of its body.
    case echo
    case wait(Duration)
    /// No more of the request is read.
    case deafen
    case reset(HTTP2ErrorCode)
    /// The connection takes no more streams behind this one; 0 for none at all.
    case goAway(_ last: Int32)
    /// The connection ends, orderly or by a reset.
    case close, abort

    static func text(_ text: String, status: Int = 200) -> [Act] {
      [.head([(":status", "\(status)"), ("content-length", "\(text.utf8.count)")]), .data(Array(text.utf8), isEnd: true)]
    }
  }

  struct Log: Sendable {
    var connections = 0
    /// The fields of each request, pseudo-headers first.
    var heads: [HPACKHeaders] = []
    /// Streams that were open at once, at most.
    var open = 0
    var maxOpen = 0
    /// What clients reset their streams with.
    var resets: [HTTP2ErrorCode] = []
    /// Bytes of bodies that left.
    var sent = 0
    /// Bytes of bodies that came.
    var received = 0
    /// Requests that came over HTTP/1.1.
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
  ///   - protocols: what is chosen from by ALPN; a client that chooses HTTP/1.1 gets `plain` for an answer. With `silence` there is no
  ///     greeting over HTTP/2.
  ///   - isWhole: a request is answered when its body is there, else when its head is.
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

  /// What a server may send is for the scripts to say.
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

/// The answer to a client that did not choose HTTP/2.
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
