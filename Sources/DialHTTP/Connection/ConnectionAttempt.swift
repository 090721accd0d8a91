import DialLibc
import DialMessage
import NIOCore
import NIOPosix
import NIOSSL

/// One attempt to open a connection: TCP, the proxy, TLS. Must be used on the event loop.
final class ConnectionAttempt {
  typealias Outcome = Result<(channel: any Channel, negotiated: String?), any Error>

  let destination: Destination
  private(set) var step = ConnectionStep.connection
  private let loop: any EventLoop
  private let timeout: TimeAmount
  /// nil when the attempt is over.
  private var done: ((ConnectionAttempt, Outcome) -> Void)?
  private var channels: [any Channel] = []
  private var timer: Scheduled<Void>?

  /// - Parameter done: called once, with a connection and the protocol of ALPN, or with the error of a library.
  init(
    _ destination: Destination, _ loop: any EventLoop, timeout: Duration,
    _ done: @escaping (ConnectionAttempt, Outcome) -> Void
  ) {
    (self.destination, self.loop, self.timeout, self.done) = (destination, loop, TimeAmount(timeout), done)
  }

  func start() {
    timer = loop.assumeIsolated().scheduleTask(in: timeout) { self.end(.failure(ChannelError.connectTimeout(self.timeout))) }
    connect().assumeIsolated()
      .flatMap { channel in self.tunnel(channel).map { channel }.nonisolated() }
      .flatMap { channel in self.secure(channel).map { (channel: channel, negotiated: $0) }.nonisolated() }
      .whenComplete { self.end($0) }
  }

  func cancel() { end(.failure(CancellationError())) }

  private func end(_ result: Outcome) {
    guard let done = done.take() else { return }
    timer?.cancel()
    if case .failure = result { for channel in channels { channel.close(promise: nil) } }
    channels = []
    done(self, result)
  }

  private func connect() -> EventLoopFuture<any Channel> {
    let here = NIOLoopBound(self, eventLoop: loop)
    var bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(timeout)
      .channelInitializer { channel in here.value.keep(channel) }
    if let path = destination.server.socketPath { return bootstrap.connect(unixDomainSocketPath: path) }
    let (host, port) = destination.address
    bootstrap = bootstrap.channelOption(.tcpOption(.tcp_nodelay), value: 1)
    // An address needs no lookup on another thread.
    if destination.route.proxy == nil, let zone = destination.server.zone {
      // The system knows the names of interfaces only for link-local addresses, but numbers for all (RFC 4007 section 11.2).
      let number = if_nametoindex(zone)
      guard number > 0 || UInt32(zone) != nil else { return loop.makeFailedFuture(UnknownZone(name: zone)) }
      return bootstrap.connect(host: "\(host)%\(number > 0 ? "\(number)" : zone)", port: port)
    }
    if let address = try? SocketAddress(ipAddress: host, port: port) { return bootstrap.connect(to: address) }
    return bootstrap.connect(host: Self.lookup(of: host), port: port)
  }

  /// Returns the name to look up for a host: names below `localhost` are this machine, whatever the system knows (RFC 6761 section 6.3).
  static func lookup(of host: String) -> String {
    let bare = host.hasSuffix(".") ? String(host.dropLast()) : host
    return ".\(bare.lowercased())".hasSuffix(".localhost") ? "localhost" : host
  }

  private func keep(_ channel: any Channel) -> EventLoopFuture<Void> {
    if done == nil { return loop.makeFailedFuture(CancellationError()) }
    channels.append(channel)
    return loop.makeSucceededVoidFuture()
  }

  /// Opens TLS with an `https` proxy, and the tunnel through it.
  private func tunnel(_ channel: any Channel) -> EventLoopFuture<Void>.Isolated {
    guard let proxy = destination.route.proxy else { return loop.makeSucceededVoidFuture().assumeIsolated() }
    var reached = loop.makeSucceededVoidFuture().assumeIsolated()
    if let context = destination.proxyContext {
      step = .tls
      reached = TLSHandshakeHandler.install(on: channel, context, host: proxy.host).map { _ in }.flatMapErrorThrowing { error in
        throw ProxyTLSFault(cause: error)
      }
    }
    guard destination.route.isTunnelled else { return reached }
    return reached.flatMap {
      self.step = .tunnel
      return ProxyHandler.install(on: channel, to: self.destination.server, by: proxy).nonisolated()
    }
  }

  private func secure(_ channel: any Channel) -> EventLoopFuture<String?>.Isolated {
    guard let context = destination.serverContext else { return loop.makeSucceededFuture(nil).assumeIsolated() }
    step = .tls
    return TLSHandshakeHandler.install(on: channel, context, host: destination.server.host, pins: destination.tls.pins)
  }
}

/// Waits in a connection for one step of its opening. If the step fails, the connection is closed.
protocol OpeningHandler: ChannelInboundHandler, RemovableChannelHandler {
  /// Succeeds when the step is done.
  var opened: EventLoopPromise<Void> { get }
}

extension OpeningHandler {
  /// Removes the handler after the step.
  func leave(_ context: ChannelHandlerContext) {
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
    opened.succeed()
  }

  func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    opened.fail(error)
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

  func channelInactive(context: ChannelHandlerContext) {
    opened.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
