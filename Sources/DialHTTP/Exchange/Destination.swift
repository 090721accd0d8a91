import NIOSSL

/// The server, the route to it, and the TLS rules. A connection is used only for requests to its destination.
final class Destination: Hashable, Sendable {
  let server: RequestURL.Server
  let route: Route
  let tls: TLSProfile
  /// TLS with the server, for `https`.
  let serverContext: NIOSSLContext?
  /// TLS with an `https` proxy.
  let proxyContext: NIOSSLContext?

  init(_ server: RequestURL.Server, _ route: Route, _ tls: TLSProfile, serverContext: NIOSSLContext?, proxyContext: NIOSSLContext?) {
    (self.server, self.route, self.tls) = (server, route, tls)
    (self.serverContext, self.proxyContext) = (serverContext, proxyContext)
  }

  /// Whether HTTP/2 is offered in the TLS handshake (ALPN).
  var offersHTTP2: Bool { serverContext?.configuration.applicationProtocols.contains("h2") ?? false }

  /// The host and port to connect to.
  var address: (host: String, port: Int) { route.proxy.map { ($0.host, $0.port) } ?? (server.host, server.port) }

  /// The contexts depend only on the other properties, because a transport always uses the same files.
  static func == (one: Destination, other: Destination) -> Bool {
    one === other
      || one.server.origin == other.server.origin && one.route == other.route && one.tls == other.tls
        && one.offersHTTP2 == other.offersHTTP2
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(server.origin)
    hasher.combine(route)
  }
}
