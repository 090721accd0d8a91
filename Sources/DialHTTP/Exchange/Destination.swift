import NIOSSL

/// Where requests go: the server, the way to it, and what TLS has to be. A connection is used only by requests of its destination.
final class Destination: Hashable, Sendable {
  let server: RequestURL.Server
  let route: Route
  let tls: TLSProfile
  /// TLS with the server, where it is spoken to with `https`.
  let serverContext: NIOSSLContext?
  /// TLS with a proxy of `https`.
  let proxyContext: NIOSSLContext?

  init(_ server: RequestURL.Server, _ route: Route, _ tls: TLSProfile, serverContext: NIOSSLContext?, proxyContext: NIOSSLContext?) {
    (self.server, self.route, self.tls) = (server, route, tls)
    (self.serverContext, self.proxyContext) = (serverContext, proxyContext)
  }

  /// Whether the server is asked for HTTP/2 in the TLS handshake (ALPN).
  var offersHTTP2: Bool { serverContext?.configuration.applicationProtocols.contains("h2") ?? false }

  /// Host and port that connections are made to.
  var address: (host: String, port: Int) { route.proxy.map { ($0.host, $0.port) } ?? (server.host, server.port) }

  /// The contexts follow from the rest: those of one transport are made of the same files.
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
