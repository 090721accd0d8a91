import AsyncHTTPClient
import NIOHTTP1
import Synchronization

/// How requests get to a server, found out once for all that go the same way: the proxy, the TLS, and the clients that have the connections.
final class Way: Sendable {
  let server: RequestURL.Server
  let route: Route
  let tls: TLSProfile
  /// The address that connections are made to, as a URL.
  private let hop: String
  /// Made when first needed. Few: one client for each time to connect, with and without HTTP/2, and one request for each method.
  private let clients = Mutex<[Known]>([])
  private let templates = Mutex<[HTTPClient.Request]>([])
  /// More than these are not kept.
  private static let maximum = 16

  private struct Known {
    let connectTimeout: Duration
    let speaksHTTP2: Bool
    let client: HTTPClient
  }

  init(_ server: RequestURL.Server, _ route: Route, _ tls: TLSProfile) {
    (self.server, self.route, self.tls) = (server, route, tls)
    if case .absoluteForm(let proxy) = route {
      hop = "\(proxy.scheme)://\(proxy.address)"
    } else {
      // where there are pins the TLS is ours, see ``ConnectionOpening``
      hop = tls.pins == nil ? server.origin : "http://\(server.address)"
    }
  }

  func client(_ connectTimeout: Duration, _ speaksHTTP2: Bool, of core: ClientCore) throws -> HTTPClient {
    let known = clients.withLock { clients in
      clients.first { $0.connectTimeout == connectTimeout && $0.speaksHTTP2 == speaksHTTP2 }?.client
    }
    if let known { return known }
    let client = try core.client(connectTimeout: connectTimeout, tunnel: route.tunnel, tls: tls, speaksHTTP2: speaksHTTP2)
    clients.withLock { clients in
      if clients.count < Self.maximum { clients.append(Known(connectTimeout: connectTimeout, speaksHTTP2: speaksHTTP2, client: client)) }
    }
    return client
  }

  /// A request without fields and body. The client reads a URL anew for each request, which costs as much as all that Dial does to it; this
  /// one is read once.
  func request(_ method: HTTPMethod) throws -> HTTPClient.Request {
    if let known = templates.withLock({ $0.first { $0.method == method } }) { return known }
    let request = try HTTPClient.Request(url: hop, method: method)
    templates.withLock { if $0.count < Self.maximum { $0.append(request) } }
    return request
  }

  /// The same for a request whose body comes piece by piece.
  func upload(_ method: HTTPMethod) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: hop)
    request.method = method
    return request
  }
}
