/// The origin of a URL (RFC 6454 section 4): scheme, lowercase host and port. Default ports are filled in.
package struct Origin: Hashable, Sendable {
  /// The scheme: `ws` counts as `http`, `wss` as `https`, because WebSockets share the credentials of a base.
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
    // The names of interfaces are case-sensitive.
    let zone = IPv6Zone.place(in: name)
    host = Self.lowercased(Substring(name[..<zone])) + Substring(name[zone...])
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

  /// The origin as in a URL: `https://api.example.com`, with the port if it is not the default.
  package var text: String { "\(scheme)://\(host)" + (port == Self.usualPort(scheme) ? "" : ":\(port)") }

  /// The `Host` field, without the default port (RFC 9110 section 7.2).
  package var hostField: String {
    if scheme == UnixSocket.scheme { return UnixSocket.host }
    let host = IPv6Zone.removed(from: host)
    return port == Self.usualPort(scheme) ? host : "\(host):\(port)"
  }

  package var socketPath: String? {
    scheme == UnixSocket.scheme ? String(decoding: PercentEncoding.decode(host.utf8), as: UTF8.self) : nil
  }
}

/// The zone of an IPv6 address, `[fe80::1%25eth0]`: an interface of this machine, which no server is told about (RFC 6874).
package enum IPv6Zone {
  /// Returns the index of `%25` in a host with brackets, or its end.
  package static func place<Host: BidirectionalCollection<UInt8>>(in host: Host) -> Host.Index {
    guard host.first == UInt8(ascii: "["), let mark = host.firstIndex(of: UInt8(ascii: "%")) else { return host.endIndex }
    return host[mark...].starts(with: "%25".utf8) ? mark : host.endIndex
  }

  package static func removed(from host: String) -> String {
    let mark = place(in: host.utf8)
    return mark == host.endIndex ? host : host[..<mark] + "]"
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

/// Decides which targets do not get the credentials of the base.
package struct CrossOriginRule: Sendable {
  package static func isTrusted(_ host: String, _ trusted: [String]) -> Bool {
    trusted.contains { $0.lowercased() == host }
  }

  package let origin: Origin?
  package let trustedHosts: [String]

  package init(origin: Origin?, trustedHosts: [String]) {
    self.origin = origin
    self.trustedHosts = trustedHosts
  }

  /// Whether a target is foreign. Trust in a host does not include http, unless the base uses it.
  package func contains(_ target: String) -> Bool {
    guard let there = Origin(target) else { return true }
    if there == origin { return false }
    let isLowered = origin?.scheme ?? "https" == "https" && there.scheme != "https" && !Loopback.contains(there.host)
    return isLowered || !Self.isTrusted(there.host, trustedHosts)
  }
}

/// The schemes of calls and WebSockets (RFC 6455 section 3), in pairs: `http` and `ws`, `https` and `wss`.
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

  /// Returns the URL with the other scheme of its pair: `https://a.test` becomes `wss://a.test` for a WebSocket.
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

/// The parts of `scheme://authority/rest`, unchanged and not validated.
package struct AbsoluteURL {
  package let scheme: Substring
  package let authority: Substring
  /// Everything from the first `/`, `?` or `#` after the authority.
  package let rest: Substring

  /// Returns nil if the text has no `://`. Works on bytes, because it runs for each request.
  package init?(_ url: String) {
    let bytes = url.utf8
    var search = bytes[...]
    while let colon = search.firstIndex(of: UInt8(ascii: ":")) {
      search = search[bytes.index(after: colon)...]
      guard search.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { continue }
      let start = bytes.index(colon, offsetBy: 3)
      let end = bytes[start...].firstIndex(where: Self.endsAuthority) ?? bytes.endIndex
      scheme = url[..<colon]
      authority = url[start..<end]
      rest = url[end...]
      return
    }
    return nil
  }

  package static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}

/// The rules for a base: an absolute http or https URL without credentials, query or fragment, or a Unix socket.
package enum BaseURL {
  package static func join(_ left: String, _ right: String) -> String {
    if left.isEmpty || right.isEmpty { return left + right }
    let head = left.hasSuffix("/") ? String(left.dropLast()) : left
    return head + (right.hasPrefix("/") ? right : "/" + right)
  }

  package static let userInfo = "'base' contains credentials; move them to 'auth: basic ${USER} ${PASSWORD}'"

  /// Returns the UTF-8 range of the invalid part of a base: credentials, a query, a fragment.
  package static func culprit(_ text: String) -> Range<Int>? {
    let bytes = Array(text.utf8)
    guard let mark = text.firstRange(of: "://") else { return nil }
    let host = text.utf8.distance(from: text.startIndex, to: mark.upperBound)
    let path = bytes[host...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    if let at = bytes[host..<path].lastIndex(of: UInt8(ascii: "@")) { return host..<(at + 1) }
    if !UnixSocket.isNamed(by: text), let part = PortRule.culprit(bytes, host..<path) ?? HostRule.culprit(bytes, host..<path) {
      return part
    }
    if let sign = stray(bytes) { return sign }
    if let escape = PercentEncoding.brokenEscape(bytes[path...]) { return escape }
    return bytes[path...].firstIndex { "?#".utf8.contains($0) }.map { $0..<bytes.count }
  }

  /// Returns why a text is not a base; nil if it is. `name` is where it was passed, such as `--base`.
  package static func fault(_ text: String, in name: String? = nil) -> String? {
    let base = name ?? "'base'"
    let isSocket = UnixSocket.isNamed(by: text)
    guard let mark = text.firstRange(of: "://"),
      isSocket || ["http", "https", "ws", "wss"].contains(text[..<mark.lowerBound].lowercased())
    else {
      return "\(base) must start with https:// or http://"
    }
    let authority = text[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") { return userInfo.replacing("'base'", with: base) }
    if isSocket, let fault = UnixSocket.fault(text, in: base) { return fault }
    if !isSocket, authority.isEmpty { return "\(base) has no host" }
    if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x5C }) {
      return "\(base) contains a space, a backslash or a control character"
    }
    if !isSocket, let fault = authorityFault(Array(authority.utf8)) { return (name.map { $0 + ": " } ?? "") + fault }
    if !isSocket, Origin(text) == nil { return "\(base) has no host" }
    if let sign = text.first(where: { $0 == "?" || $0 == "#" }) {
      return "\(base) cannot contain '\(sign)'; move query items to 'query:'"
    }
    if !text.utf8.allSatisfy({ $0 < 0x80 }) { return "\(base) contains a character that must be percent-encoded" }
    let bytes = Array(text.utf8)
    if let sign = stray(bytes) {
      let part = String(decoding: bytes[sign], as: UTF8.self)
      let isOpen = part == "{"
      return "\(base) contains '\(part)', which is not allowed in a URL; \(isOpen ? "write a variable as ${NAME}" : "percent-encode it")"
    }
    return PercentEncoding.brokenEscape(bytes[...]).map {
      "\(base) contains '\(String(decoding: bytes[$0], as: UTF8.self))', which is not a valid percent-encoding; write '%' as %25"
    }
  }

  /// Returns the URL for `localhost:8080`, `api.example.com`, `unix:/var/run/a.sock` or `/var/run/a.sock`; nil if it is not clear.
  package static func meant(by text: String) -> String? {
    if text.contains("://") || text.utf8.contains(where: { $0 <= 0x20 || "@?#{\\".utf8.contains($0) }) { return nil }
    if text.hasPrefix("unix:") { return "unix:///\(text.dropFirst(5).drop { $0 == "/" })" }
    if text.hasPrefix("/"), !text.hasPrefix("//") { return text.hasSuffix(".sock") ? "unix://" + text : nil }
    let rest = text.drop { $0 == "/" }
    let host = rest.prefix { $0 != "/" && $0 != ":" }
    let port = rest[host.endIndex...].dropFirst().prefix { $0 != "/" }
    guard host == "localhost" || host.contains("."), rest[host.endIndex...].first != ":" || UInt16(port) != nil else { return nil }
    return "\(Loopback.contains(String(host)) ? "http" : "https")://\(rest)"
  }

  /// Finds an ASCII character that is not allowed in a URL (RFC 3986 section 2).
  private static func stray(_ bytes: [UInt8]) -> Range<Int>? {
    bytes.firstIndex { "\"<>^`{|}".utf8.contains($0) }.map { $0..<($0 + 1) }
  }

  /// Returns why `host:port` is invalid; nil if it is valid.
  package static func authorityFault(_ bytes: [UInt8]) -> String? {
    if let port = PortRule.culprit(bytes, bytes.indices) { return PortRule.message(String(decoding: bytes[port], as: UTF8.self)) }
    return HostRule.culprit(bytes, bytes.indices).map { HostRule.message(String(decoding: bytes[$0], as: UTF8.self)) }
  }
}

/// The rule for the host of a URL (RFC 3986 section 3.2.2): an ASCII name or an address.
package enum HostRule {
  package static func message(_ host: String) -> String {
    "'\(host)' is not a valid host; " + (host.contains("{") ? "for the part that varies, use a variable such as ${TENANT}" : expected(host))
  }

  private static func expected(_ host: String) -> String {
    if host.contains("[") || host.contains("]") || host.contains(":") { return "write an IPv6 address in brackets, such as [::1]" }
    if !host.utf8.allSatisfy({ $0 < 0x80 }) {
      return "write an internationalized name in its ASCII form, \(InternationalName.ascii(host) ?? "xn--…")"
    }
    if endsInNumber(Array(host.utf8)) { return "an IPv4 address has four numbers from 0 to 255" }
    return "use letters, digits, '-', '_' and '.'"
  }

  /// Returns the host in `user@host:port` if it is invalid.
  package static func culprit(_ bytes: [UInt8], _ authority: Range<Int>) -> Range<Int>? {
    let host = place(bytes, authority)
    return host.isEmpty || isHost(bytes[host]) ? nil : host
  }

  /// Returns the host in `user@host:port`, or the rest after a bracket that is not closed.
  static func place(_ bytes: [UInt8], _ authority: Range<Int>) -> Range<Int> {
    let start = bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
    let rest = bytes[start..<authority.upperBound]
    let bracket = rest.lastIndex(of: UInt8(ascii: "]"))
    if rest.first == UInt8(ascii: "["), bracket == nil { return start..<authority.upperBound }
    return start..<(rest[(bracket ?? start)...].lastIndex(of: UInt8(ascii: ":")) ?? authority.upperBound)
  }

  package static func isHost(_ host: some Collection<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") { return isAddress(Array(host)) }
    return host.allSatisfy(isNamePart) && (!endsInNumber(host) || isIPv4(host))
  }

  /// Whether a byte can be in the name of a host: letters, digits, `-`, `.` and `_`.
  static func isNamePart(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "~") && PercentEncoding.isUnreserved(byte) }

  /// Whether the last label is a number, so that the host must be an address (WHATWG URL section 3.5, RFC 1123).
  private static func endsInNumber(_ host: some Collection<UInt8>) -> Bool {
    // Parsed by hand, because it runs for each server that is called.
    var (digits, isNumber, wasNumber) = (0, true, false)
    for byte in host {
      if byte == UInt8(ascii: ".") {
        (wasNumber, digits, isNumber) = (digits > 0 && isNumber, 0, true)
      } else {
        (digits, isNumber) = (digits + 1, isNumber && (0x30...0x39).contains(byte))
      }
    }
    // A trailing dot is the root domain.
    return digits > 0 ? isNumber : wasNumber
  }

  /// Whether it is four numbers up to 255 without leading zeros, which some parsers read as octal (RFC 3986 section 3.2.2).
  private static func isIPv4(_ host: some Collection<UInt8>) -> Bool {
    var parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count == 5, parts[4].isEmpty { parts.removeLast() }
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.count == 1 || part.first != 0x30 else { return false }
        return part.allSatisfy { (0x30...0x39).contains($0) } && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
      }
  }

  /// Validates an address in brackets, with or without a zone.
  private static func isAddress(_ host: [UInt8]) -> Bool {
    let mark = IPv6Zone.place(in: host)
    if mark < host.endIndex {
      let zone = host[(mark + 3)...].dropLast()
      guard !zone.isEmpty, host.last == UInt8(ascii: "]"), zone.allSatisfy(PercentEncoding.isUnreserved) else { return false }
    }
    var (count, last) = (0, UInt8(0))
    for byte in host[..<mark].dropFirst() + (mark < host.endIndex ? [UInt8(ascii: "]")] : []) {
      if last == UInt8(ascii: "]") { return false }
      (count, last) = (count + 1, byte)
      switch byte {
      case 0x2E, 0x3A, 0x5D, 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
      default: return false
      }
    }
    return count > 2 && last == UInt8(ascii: "]")
  }
}

/// The rules for the port of a URL (RFC 3986 section 3.2.3), at most 65,535.
package enum PortRule {
  package static func message(_ port: String) -> String { "'\(port)' is not a valid port; use a number from 1 to 65535" }

  /// Returns the port of `host:port` if it is invalid; a placeholder is allowed.
  package static func culprit(_ bytes: [UInt8], _ authority: Range<Int>) -> Range<Int>? {
    let colon = HostRule.place(bytes, authority).upperBound
    guard colon < authority.upperBound else { return nil }
    let port = (colon + 1)..<authority.upperBound
    let digits = bytes[port]
    if digits.isEmpty || digits.contains(where: { "{}".utf8.contains($0) }) { return nil }
    let isPort = digits.allSatisfy { (48...57).contains($0) } && (UInt16(String(decoding: digits, as: UTF8.self)) ?? 0) > 0
    return isPort ? nil : port
  }
}

/// A server on a Unix socket. Its URLs contain the path of the socket instead of a host: `http+unix://%2Fvar%2Frun%2Fdocker.sock/v1`.
package enum UnixSocket {
  package static let scheme = "http+unix"
  /// The `Host` of requests to a socket, which the server may use in its URLs.
  package static let host = "localhost"
  /// The maximum on every system: `sun_path` has 108 bytes on Linux and 104 on macOS, including a NUL.
  private static let maximumPathBytes = 103

  /// Converts `unix:///var/run/docker.sock` to the URL of its server. Returns other texts unchanged.
  package static func url(_ base: String) -> String {
    guard let url = AbsoluteURL(base), url.scheme.lowercased() == "unix", let path = path(url) else { return base }
    return "\(scheme)://\(PercentEncoding.encode(path))"
  }

  /// Returns the path of the socket in a URL; nil for other URLs and relative paths.
  package static func path(_ url: AbsoluteURL) -> String? {
    switch url.scheme.lowercased() {
    case "unix" where url.authority.isEmpty: path(url.rest)
    case scheme, "ws+unix": path(url.authority)
    default: nil
    }
  }

  private static func path(_ encoded: Substring) -> String? {
    let bytes = PercentEncoding.decode(encoded.utf8)
    guard bytes.count > 1, bytes[0] == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func isNamed(by base: String) -> Bool {
    AbsoluteURL(base).map { ["unix", scheme].contains($0.scheme.lowercased()) } ?? false
  }

  /// Returns why the base `name` is not a valid socket; nil if it is.
  static func fault(_ base: String, in name: String) -> String? {
    guard let path = AbsoluteURL(base).flatMap(path) else {
      return
        "\(name) must contain the absolute path of the socket, such as unix:///var/run/docker.sock or http+unix://%2Fvar%2Frun%2Fdocker.sock/v1"
    }
    let count = path.utf8.count
    return count > maximumPathBytes ? "the socket path in \(name) has \(count) bytes; the maximum is \(maximumPathBytes) bytes" : nil
  }
}
