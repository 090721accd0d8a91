import NIOCore
import NIOPosix

/// A connection that goes the way of one that failed, to see what the library below does not tell of: it says only that it failed.
enum SecondLook {
  /// The longest that a proxy may take for its answer.
  private static let patience = TimeAmount.seconds(3)

  /// To the server, through the proxy if one stands in between, or to a proxy that is asked for the whole URL. It is only opened: there is
  /// no TLS, and no byte of a request is sent.
  static func open(_ exchange: Exchange, _ loop: any EventLoop) -> EventLoopFuture<any Channel> {
    let place = exchange.route.proxy.map { ($0.host, $0.port) } ?? (exchange.url.host, exchange.url.port)
    let bare = place.0.first == "[" ? String(place.0.dropFirst().dropLast()) : place.0
    return ClientBootstrap(group: loop).connectTimeout(.seconds(2)).connect(host: bare, port: place.1).flatMap { channel in
      guard case .tunnelled(let proxy) = exchange.route else { return channel.eventLoop.makeSucceededFuture(channel) }
      let opened = ProxyHandler.open(channel, to: exchange.url, by: proxy)
      let timer = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
      opened.whenComplete { _ in timer.cancel() }
      return opened
    }
  }

  /// The status with which the proxy refuses to open a way; nil where it opens one now, or has none.
  static func refusal(of exchange: Exchange, _ group: MultiThreadedEventLoopGroup) async -> Int? {
    let opening = open(exchange, group.any())
    opening.whenSuccess { $0.close(promise: nil) }
    do {
      _ = try await opening.get()
      return nil
    } catch {
      return (error as? ProxyRefusal)?.status
    }
  }
}
