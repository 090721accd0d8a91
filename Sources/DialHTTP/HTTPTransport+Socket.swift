public import DialMessage
import DialModel

extension HTTPTransport: SocketTransport {
  /// Opens a web socket (RFC 6455) over a connection of its own, through the proxies and with the TLS settings of calls. A proxy is asked
  /// for a tunnel, for `ws` too. Throws a ``TransportError`` where no answer comes, or one that is no agreement.
  public func connect(_ request: PreparedRequest) async throws -> Response {
    let url = try RequestURL(SocketScheme.adapted(request.url, isSocket: false))
    let exchange = try Exchange(request, url: url, try core.socketDestination(of: request, url))
    do {
      try Task.checkCancellation()
      return try await SocketOpening.answer(to: request, exchange, core)
    } catch {
      throw Task.isCancelled ? Failures.cancelled : ErrorMapping.map(error, exchange)
    }
  }
}
