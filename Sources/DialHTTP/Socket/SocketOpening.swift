import DialMessage
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// One try to open a web socket: a connection of its own, the way through the proxy, TLS, the handshake. Ends with an answer, an error,
/// or a deadline, whichever comes first; what is not needed any more is closed.
final class SocketOpening: Sendable {
  private let exchange: Exchange
  private let core: ClientCore
  private let channels = Mutex<(open: [any Channel], isOver: Bool)>(([], false))

  init(_ exchange: Exchange, _ core: ClientCore) {
    self.exchange = exchange
    self.core = core
  }

  /// Throws whatever the libraries below throw.
  func answer(to request: PreparedRequest, _ options: SocketOptions) async throws -> Response {
    let (group, usual) = try core.open()
    let tls = exchange.url.isSecure ? try core.open(exchange.tls).tls : usual
    let loop = group.any()
    let answer = loop.makePromise(of: Response.self)
    let connected = connect(loop, tls, usual)
    connected.whenComplete { [exchange, core] result in
      do {
        try HandshakeHandler.install(on: try result.get(), Handshake(request, exchange, options), answer, core)
      } catch {
        answer.fail(error)
      }
    }
    let timers = [
      loop.scheduleTask(in: TimeAmount(exchange.connectTimeout)) { [exchange] in
        if exchange.snapshot().phase == .queued { answer.fail(Failures.connectTimeout(exchange)) }
      },
      exchange.deadline.map { [exchange] in loop.scheduleTask(deadline: $0) { answer.fail(Failures.totalTimeout(exchange)) } },
    ]
    defer { for timer in timers { timer?.cancel() } }
    do {
      let response = try await withTaskCancellationHandler {
        try await answer.futureResult.get()
      } onCancel: {
        answer.fail(CancellationError())
      }
      if Task.isCancelled { throw CancellationError() }
      if response.socket == nil { close() }
      return response
    } catch {
      close()
      throw error
    }
  }

  // MARK: the connection

  private func connect(_ loop: any EventLoop, _ tls: TLSConfiguration, _ usual: TLSConfiguration) -> EventLoopFuture<any Channel> {
    let proxy = exchange.route.proxy
    let place = proxy.map { ($0.host, $0.port) } ?? (exchange.url.host, exchange.url.port)
    let bare = place.0.first == "[" ? String(place.0.dropFirst().dropLast()) : place.0
    let (isSecure, host, pins) = (exchange.url.isSecure, exchange.url.host, exchange.tls.pins)
    return ClientBootstrap(group: loop)
      .connectTimeout(TimeAmount(exchange.connectTimeout))
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { [self] channel in keep(channel) }
      .connect(host: bare, port: place.1)
      .flatMap { [self] channel in
        guard let proxy else { return channel.eventLoop.makeSucceededFuture(channel) }
        return tunnel(channel, proxy, usual)
      }
      .flatMap { [self] channel in isSecure ? secure(channel, tls, host, pins) : channel.eventLoop.makeSucceededFuture(channel) }
  }

  private func tunnel(_ channel: any Channel, _ proxy: ProxyServer, _ tls: TLSConfiguration) -> EventLoopFuture<any Channel> {
    let reached = proxy.kind == .https ? secure(channel, tls, proxy.host) : channel.eventLoop.makeSucceededFuture(channel)
    return reached.flatMap { [exchange] channel in ProxyHandler.open(channel, to: exchange.url, by: proxy) }
  }

  private func secure(
    _ channel: any Channel, _ tls: TLSConfiguration, _ host: String, _ pins: PinCheck? = nil
  ) -> EventLoopFuture<any Channel> {
    let opened = channel.eventLoop.makePromise(of: Void.self)
    var tls = tls
    tls.applicationProtocols = ["http/1.1"]
    do {
      try TLSGate.install(on: channel, tls, host: host, .init(isVerified: !core.configuration.insecure, pins: pins), opened)
    } catch {
      opened.fail(error)
    }
    return opened.futureResult.map { channel }
  }

  // MARK: its end

  private func keep(_ channel: any Channel) -> EventLoopFuture<Void> {
    let isOver = channels.withLock { channels in
      channels.open.append(channel)
      return channels.isOver
    }
    return isOver ? channel.eventLoop.makeFailedFuture(CancellationError()) : channel.eventLoop.makeSucceededVoidFuture()
  }

  private func close() {
    let open = channels.withLock { channels in
      channels.isOver = true
      defer { channels.open = [] }
      return channels.open
    }
    for channel in open { channel.close(promise: nil) }
  }
}
