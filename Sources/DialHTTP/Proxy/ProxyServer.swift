import AsyncHTTPClient
import DialCore

/// A proxy as a variable names it: `http://user:password@host:3128`, `socks5://host`, or `host:port`.
struct ProxyServer: Sendable, Hashable {
  enum Kind: String, Sendable { case http, https, socks5 }

  let kind: Kind
  let host: String
  let port: Int
  /// `user:password` in base64, as Basic wants it.
  let credentials: String?

  init(_ text: String) throws {
    let hasScheme = text.firstRange(of: "://") != nil
    let whole = hasScheme ? text : "http://" + text
    guard let origin = Origin(whole), !origin.host.isEmpty else {
      throw TransportError(.connect, "the address of the proxy cannot be read: it is written http://HOST:PORT", mayPass: false)
    }
    switch origin.scheme {
    case "http": kind = .http
    case "https": kind = .https
    case "socks5", "socks5h", "socks": kind = .socks5
    default:
      throw TransportError(
        .connect, "the proxy is of the kind '\(origin.scheme)', which is not supported; use http or socks5", mayPass: false)
    }
    host = origin.host
    let named = Self.namesPort(whole)
    port = named ? origin.port : kind == .https ? 443 : 1080
    credentials = Self.userInfo(whole).map { Base64.encode(PercentCoding.decode($0)) }
    if kind == .socks5, credentials != nil {
      throw TransportError(.connect, "user and password of a SOCKS proxy are not supported", mayPass: false)
    }
  }

  var scheme: String { kind == .https ? "https" : "http" }
  var address: String { "\(host):\(port)" }

  /// The proxy as AsyncHTTPClient takes it for a tunnel.
  var tunnel: HTTPClient.Configuration.Proxy {
    let bare = host.first == "[" ? String(host.dropFirst().dropLast()) : host
    guard kind != .socks5 else { return .socksServer(host: bare, port: port) }
    return .server(host: bare, port: port, authorization: credentials.map { .basic(credentials: $0) })
  }

  private static func authority(_ url: String) -> Substring {
    guard let mark = url.firstRange(of: "://") else { return "" }
    return url[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  private static func userInfo(_ url: String) -> Substring? {
    let authority = authority(url)
    return authority.lastIndex(of: "@").map { authority[..<$0] }
  }

  private static func namesPort(_ url: String) -> Bool {
    let authority = authority(url)
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let tail = host.lastIndex(of: "]").map { host[$0...] } ?? host
    return tail.contains(":") && tail.last != ":"
  }
}
