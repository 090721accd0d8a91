public import DialMessage
import DialModel

extension HTTPTransport: SocketTransport {
  /// Opens a web socket (RFC 6455) over a new connection, with the proxies and TLS settings of calls. A proxy always opens a tunnel, for
  /// `ws`, too. Throws a ``TransportError`` if there is no response, or an invalid one.
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
