public import DialMessage
import DialModel

extension HTTPTransport: SocketTransport {
  /// Opens a web socket (RFC 6455) over a connection of its own, through the proxies and with the TLS settings of calls. A proxy is asked
  /// for a tunnel, for `ws` too. Throws a ``TransportError`` where no answer comes, or one that is no agreement.
  public func connect(_ request: PreparedRequest) async throws -> Response {
    let url = try RequestURL(SocketScheme.adapted(request.url, isSocket: false))
    var route = try core.proxies.route(to: url)
    if case .absoluteForm(let proxy) = route { route = .tunnelled(proxy) }
    let exchange = Exchange(request, url: url, way: Way(url.server, route, try TLSProfile(request, url, core.configuration)))
    do {
      try Task.checkCancellation()
      return try await SocketOpening(exchange, core).answer(to: request, request.socket ?? SocketOptions())
    } catch ProxyRefusal.credentials {
      throw Failures.proxyRefusal(exchange)
    } catch let refusal as ProxyRefusal {
      throw Failures.noTunnel(exchange, refusal.status)
    } catch {
      throw await core.explain(error, exchange)
    }
  }
}
