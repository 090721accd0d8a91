import DialLibc
import DialMessage
import DialModel

/// How a request reaches its server.
enum Route: Hashable, Sendable {
  case direct
  /// The proxy gets the whole URL (RFC 9112 section 3.2.2), as in curl for http.
  case absoluteForm(ProxyServer)
  /// The proxy only forwards bytes, after CONNECT or SOCKS.
  case tunnelled(ProxyServer)

  var proxy: ProxyServer? {
    switch self {
    case .direct: nil
    case .absoluteForm(let proxy), .tunnelled(let proxy): proxy
    }
  }

  /// The first hop, if it is not the server.
  var first: FailureCause? { proxy.map { _ in .proxy } }

  var isTunnelled: Bool { if case .tunnelled = self { true } else { false } }
}

/// Selects the proxy for a server by the variables and rules of curl. HTTP_PROXY is ignored, because CGI sets it from a request.
struct ProxyTable: Sendable {
  private let forHTTP: String?
  private let forHTTPS: String?
  private let exceptions: [String]

  /// - Parameter look: returns the value of a variable; nil if it is not set.
  init(_ look: (String) -> String?) {
    func first(_ names: String...) -> String? { names.compactMap(look).first }
    let forAll = first("all_proxy", "ALL_PROXY")
    forHTTP = first("http_proxy") ?? forAll
    forHTTPS = first("https_proxy", "HTTPS_PROXY") ?? forAll
    exceptions = (first("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// The passwords of the proxies, also as they are sent. A proxy may repeat them in its response.
  var secrets: [String] {
    Set([forHTTP, forHTTPS].compactMap(\.self)).flatMap { text -> [String] in
      guard text.contains("@"), let sent = try? ProxyServer(text).credentials, let pair = Base64.decode(sent) else { return [] }
      let words = pair.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: true)
      return [sent] + words.suffix(1).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func route(to url: RequestURL) throws -> Route {
    if url.server.socketPath != nil { return .direct }
    guard let text = url.server.isSecure ? forHTTPS : forHTTP, !text.isEmpty, !isExcepted(url) else { return .direct }
    let proxy = try ProxyServer(text)
    switch proxy.kind {
    case .socks5: return .tunnelled(proxy)
    case .http: return url.server.isSecure ? .tunnelled(proxy) : .absoluteForm(proxy)
    case .https:
      guard !url.server.isSecure else {
        throw TransportError(
          .connect,
          "the proxy \(proxy.address) uses https, which is supported only for http requests; use an http proxy, "
            + "which cannot decrypt https requests", mayPass: false
        ).about(.proxy)
      }
      return .absoluteForm(proxy)
    }
  }

  private func isExcepted(_ url: RequestURL) -> Bool {
    var host = url.server.host.withoutBrackets
    // The dot of the root domain, also of an exception.
    if host.last == "." { host.removeLast() }
    return exceptions.contains { entry in
      if entry == "*" || AddressBlock(entry)?.contains(host) ?? false { return true }
      var name = entry[...]
      let end = name.first == "[" ? name.lastIndex(of: "]") : nil
      // The colons of an address without brackets do not lead to a port.
      if let colon = end.map({ name.index(after: $0) }) ?? name.firstIndex(of: ":"), colon < name.endIndex, name[colon] == ":",
        let port = Int(name[name.index(after: colon)...])
      {
        guard port == url.server.port else { return false }
        name = name[..<colon]
      }
      if let end { name = name[..<end].dropFirst() }
      while name.first == "." { name = name.dropFirst() }
      if name.last == "." { name = name.dropLast() }
      if let address = AddressBlock.bytes(String(name)) { return address == AddressBlock.bytes(host) }
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }
}

/// A proxy in a variable: `http://user:password@host:3128`, `socks5://user:password@host`, or `host:port`.
struct ProxyServer: Sendable, Hashable {
  enum Kind: String, Sendable { case http, https, socks5 }

  let kind: Kind
  let host: String
  let port: Int
  /// `user:password` in base64, for Basic.
  let credentials: String?

  /// The error does not quote the text, which may contain a password.
  init(_ text: String) throws(TransportError) {
    let whole = text.firstRange(of: "://") == nil ? "http://" + text : text
    guard let url = AbsoluteURL(whole) else { throw Self.unreadable() }
    let scheme = url.scheme.lowercased()
    guard let kind = Self.kinds[scheme] else { throw Self.fault("unsupported proxy scheme '\(scheme)'; use http or socks5") }
    self.kind = kind
    let at = url.authority.lastIndex(of: "@")
    // A user without a password has an empty one (RFC 7617 section 2).
    credentials = at.map { at in
      let pair = url.authority[..<at]
      return Base64.encode(PercentEncoding.decode(pair.utf8) + (pair.contains(":") ? [] : [UInt8(ascii: ":")]))
    }
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
    if kind == .socks5, let (user, password) = login, user.isEmpty || max(user.count, password.count) > 255 {
      throw Self.fault("the user and password of a SOCKS proxy can have at most 255 bytes each, and the user cannot be empty")
    }
  }

  private static let kinds: [String: Kind] = ["http": .http, "https": .https, "socks5": .socks5, "socks5h": .socks5, "socks": .socks5]

  private static func unreadable(_ why: String? = nil, _ quotes: Bool = true) -> TransportError {
    let form = quotes ? "write http://HOST:PORT" : "write http://USER:PASSWORD@HOST:PORT, percent-encoded"
    return fault("the address of the proxy is invalid: \(quotes ? why ?? form : form)")
  }

  private static func fault(_ message: String) -> TransportError {
    TransportError(.connect, message, mayPass: false).about(.proxyAddress)
  }

  var address: String { "\(host):\(port)" }

  /// The user and password of the credentials.
  var login: (user: [UInt8], password: [UInt8])? {
    guard let pair = credentials.flatMap({ Base64.decode($0) }) else { return nil }
    let user = pair.prefix { $0 != UInt8(ascii: ":") }
    return (Array(user), Array(pair.dropFirst(user.count + 1)))
  }
}

/// A block of addresses: `10.0.0.0/8`, `fd00::/8` (RFC 4632 section 3.1, RFC 4291 section 2.3).
struct AddressBlock {
  private let address: [UInt8]
  private let bits: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let bits = Int(parts[1]), let address = Self.bytes(String(parts[0])) else { return nil }
    guard parts[1].utf8.allSatisfy({ $0 &- 0x30 < 10 }), bits <= address.count * 8 else { return nil }
    (self.address, self.bits) = (address, bits)
  }

  func contains(_ host: String) -> Bool {
    guard let other = Self.bytes(host), other.count == address.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit & 7)
      return address[bit >> 3] & mask == other[bit >> 3] & mask
    }
  }

  /// Returns the four bytes of an IPv4 address, or the 16 of an IPv6 address.
  static func bytes(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
