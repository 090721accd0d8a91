import DialMessage

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

/// Selects the proxy for a server by the rules of curl: `http_proxy` only in lowercase (in a CGI program, HTTP_PROXY comes from a
/// request), the others in both cases; `no_proxy` is a list of hosts (including subdomains) and address blocks (`10.0.0.0/8`), or `*`.
struct ProxyTable: Sendable {
  private let forHTTP: String?
  private let forHTTPS: String?
  private let exceptions: [String]

  /// - Parameter look: returns the value of a variable; nil if it is not set.
  init(_ look: (String) -> String?) {
    func first(_ names: String...) -> String? {
      for name in names { if let value = look(name) { return value } }
      return nil
    }
    let forAll = first("all_proxy", "ALL_PROXY")
    forHTTP = first("http_proxy") ?? forAll
    forHTTPS = first("https_proxy", "HTTPS_PROXY") ?? forAll
    exceptions = (first("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  func route(to url: RequestURL) throws -> Route {
    if url.server.socketPath != nil { return .direct }
    guard let text = url.isSecure ? forHTTPS : forHTTP, !text.isEmpty, !isExcepted(url) else { return .direct }
    let proxy = try ProxyServer(text)
    switch proxy.kind {
    case .socks5: return .tunnelled(proxy)
    case .http: return url.isSecure ? .tunnelled(proxy) : .absoluteForm(proxy)
    case .https:
      guard !url.isSecure else {
        throw TransportError(
          .connect,
          "the proxy \(proxy.address) uses https, so it cannot be used for https requests; use an http proxy, "
            + "which does not decrypt https", mayPass: false
        ).about(.proxy)
      }
      return .absoluteForm(proxy)
    }
  }

  private func isExcepted(_ url: RequestURL) -> Bool {
    let host = url.host.first == "[" ? String(url.host.dropFirst().dropLast()) : url.host
    return exceptions.contains { entry in
      if entry == "*" || AddressBlock(entry)?.contains(host) ?? false { return true }
      var name = entry[...]
      if name.first != "[", let colon = name.lastIndex(of: ":"), let port = Int(name[name.index(after: colon)...]),
        name.firstIndex(of: ":") == colon
      {
        guard port == url.port else { return false }
        name = name[..<colon]
      }
      if name.first == "[" { name = name.dropFirst().prefix { $0 != "]" } }
      while name.first == "." { name = name.dropFirst() }
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }
}
