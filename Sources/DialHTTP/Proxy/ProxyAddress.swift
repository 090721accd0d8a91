import DialModel

/// The parsed address of a proxy: `http://user:password@host:3128`, `socks5://host`, or `host:port`.
struct ProxyAddress {
  /// Why a text is not an address. It does not quote the text, which may contain a password.
  struct Fault: Error { var message: String }

  let kind: ProxyServer.Kind
  let host: String
  let port: Int
  /// The user information, percent-encoded.
  let userInfo: Substring?

  init(_ text: String) throws(Fault) {
    let whole = text.firstRange(of: "://") == nil ? "http://" + text : text
    guard let url = AbsoluteURL(whole) else { throw Self.unreadable() }
    kind = try Self.kind(url.scheme.lowercased())
    let at = url.authority.lastIndex(of: "@")
    userInfo = at.map { url.authority[..<$0] }
    let server = at.map { url.authority[url.authority.index(after: $0)...] } ?? url.authority
    let quotes = !text.contains("@")
    if server.isEmpty { throw Self.unreadable("it has no host", quotes) }
    if let why = BaseURL.authorityFault(Array(server.utf8)) { throw Self.unreadable(why, quotes) }
    let namesPort = server[(server.lastIndex(of: "]") ?? server.startIndex)...].contains(":")
    // `http:/host`, which lacks a slash, must not be read as a host named `http`.
    guard let origin = Origin(url), !(namesPort && server.last == ":") else { throw Self.unreadable() }
    host = origin.host
    port = namesPort ? origin.port : kind == .https ? 443 : 1080
    guard url.rest.isEmpty || url.rest == "/" else {
      throw Self.unreadable("it cannot have a path, query or fragment", quotes)
    }
    if kind == .socks5, userInfo != nil { throw Fault(message: "a SOCKS proxy with a user and password is not supported") }
  }

  private static func kind(_ scheme: String) throws(Fault) -> ProxyServer.Kind {
    switch scheme {
    case "http": return .http
    case "https": return .https
    case "socks5", "socks5h", "socks": return .socks5
    default: throw Fault(message: "unsupported proxy scheme '\(scheme)'; use http or socks5")
    }
  }

  private static func unreadable(_ why: String? = nil, _ quotes: Bool = true) -> Fault {
    let form = quotes ? "write http://HOST:PORT" : "write http://USER:PASSWORD@HOST:PORT, percent-encoded"
    return Fault(message: "the address of the proxy is invalid: \(quotes ? why ?? form : form)")
  }
}
