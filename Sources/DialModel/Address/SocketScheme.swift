/// The schemes of calls and of web sockets (RFC 6455 section 3), each the other's: `http` and `ws`, `https` and `wss`.
package enum SocketScheme {
  /// The scheme of the handshake.
  package static func http(_ scheme: String) -> String {
    switch scheme {
    case "ws": "http"
    case "wss": "https"
    default: scheme
    }
  }

  /// A URL with the scheme that it needs: `https://a.test` gives `wss://a.test` for a web socket, and the other way for a call.
  package static func adapted(_ url: String, isSocket: Bool) -> String {
    guard let mark = url.firstRange(of: "://") else { return url }
    let scheme = url[..<mark.lowerBound].lowercased()
    let rest = url[mark.lowerBound...]
    switch (scheme, isSocket) {
    case ("http", true): return "ws" + rest
    case ("https", true): return "wss" + rest
    case ("ws", false): return "http" + rest
    case ("wss", false): return "https" + rest
    default: return url
    }
  }
}
