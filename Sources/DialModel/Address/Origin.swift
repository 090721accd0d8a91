/// The origin of a URL (RFC 6454 section 4): scheme, lowercase host and port. Default ports are filled in.
package struct Origin: Hashable, Sendable {
  /// The scheme: `ws` counts as `http`, `wss` as `https`, because web sockets share the credentials of a base.
  package let scheme: String
  package let host: String
  /// 0 for a Unix socket, whose path is the host, percent-encoded.
  package let port: Int

  /// Returns nil if the text has no `scheme://host`, an ambiguous host, or an invalid port.
  package init?(_ url: String) {
    guard let parts = AbsoluteURL(url) else { return nil }
    self.init(parts)
  }

  package init?(_ url: AbsoluteURL) {
    scheme = SocketScheme.http(Self.lowercased(url.scheme))
    if scheme == UnixSocket.scheme {
      guard let path = UnixSocket.path(url) else { return nil }
      (host, port) = (PercentEncoding.encode(path), 0)
      return
    }
    var authority = url.authority.utf8[...]
    // A backslash is a slash to some clients and a letter to others, so the host is ambiguous.
    if authority.contains(where: { $0 <= 0x20 || $0 == 0x5C || $0 == 0x7F }) { return nil }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[authority.index(after: at)...] }
    var name = authority
    var number = Self.usualPort(scheme)
    let afterBracket = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    if let colon = authority[afterBracket...].lastIndex(of: UInt8(ascii: ":")) {
      name = authority[..<colon]
      let digits = authority[authority.index(after: colon)...]
      if !digits.isEmpty {
        guard let value = Int(Substring(digits)), (0...65535).contains(value) else { return nil }
        number = value
      }
    }
    guard !name.isEmpty else { return nil }
    host = Self.lowercased(Substring(name))
    port = number
  }

  fileprivate static func usualPort(_ scheme: String) -> Int {
    switch scheme {
    case "https": 443
    case UnixSocket.scheme: 0
    default: 80
    }
  }

  private static func lowercased(_ text: Substring) -> String {
    let isLower = text.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }
    return isLower ? String(text) : text.lowercased()
  }
}

/// Hosts that are always this machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3).
package enum Loopback {
  package static func contains(_ host: String) -> Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension Origin {
  /// The origin as in a URL: `https://api.example.com`, with the port if it is not the default.
  package var text: String { "\(scheme)://\(host)" + (port == Self.usualPort(scheme) ? "" : ":\(port)") }

  /// The path of the Unix socket; nil for a host.
  package var socketPath: String? {
    scheme == UnixSocket.scheme ? String(decoding: PercentEncoding.decode(host.utf8), as: UTF8.self) : nil
  }
}

/// Decides which targets do not get the credentials of the base.
package struct ForeignRule: Sendable {
  /// Whether the spec trusts a host with credentials.
  package static func isTrusted(_ host: String, _ trusted: [String]) -> Bool {
    trusted.contains { $0.lowercased() == host }
  }

  package let home: Origin?
  package let trustedHosts: [String]

  package init(home: Origin?, trustedHosts: [String]) {
    self.home = home
    self.trustedHosts = trustedHosts
  }

  /// Whether a target is foreign. Trust in a host does not include http for an https base.
  package func contains(_ target: String) -> Bool {
    guard let there = Origin(target), let home else { return true }
    if there == home { return false }
    let isLowered = home.scheme == "https" && there.scheme != "https" && !Loopback.contains(there.host)
    return isLowered || !Self.isTrusted(there.host, trustedHosts)
  }
}

/// The schemes of calls and web sockets (RFC 6455 section 3), in pairs: `http` and `ws`, `https` and `wss`.
package enum SocketScheme {
  /// Returns the scheme of the handshake.
  package static func http(_ scheme: String) -> String {
    switch scheme {
    case "ws": "http"
    case "wss": "https"
    case "ws+unix": UnixSocket.scheme
    default: scheme
    }
  }

  /// Returns the URL with the other scheme of its pair: `https://a.test` becomes `wss://a.test` for a web socket.
  package static func adapted(_ url: String, isSocket: Bool) -> String {
    guard let mark = url.firstRange(of: "://") else { return url }
    let scheme = url[..<mark.lowerBound].lowercased()
    let rest = url[mark.lowerBound...]
    switch (scheme, isSocket) {
    case ("http", true): return "ws" + rest
    case ("https", true): return "wss" + rest
    case ("ws", false): return "http" + rest
    case ("wss", false): return "https" + rest
    case (UnixSocket.scheme, true): return "ws+unix" + rest
    case ("ws+unix", false): return UnixSocket.scheme + rest
    default: return url
    }
  }
}
