import DialModel
import HTTPTypes

/// Resolves the address in a Location header (RFC 3986 section 5.2). Invalid characters are encoded; encoded ones are not changed.
package enum RedirectTarget {
  /// The bytes of the header; nil if it is absent or empty.
  static func location(in fields: HTTPFields) -> [UInt8]? {
    guard let field = fields.first(where: { $0.name == .location }) else { return nil }
    var bytes = field.withUnsafeBytesOfValue { Array($0)[...] }
    while let first = bytes.first, first == 32 || first == 9 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last == 32 || last == 9 { bytes = bytes.dropLast() }
    return bytes.isEmpty ? nil : Array(bytes)
  }

  /// Resolves `../b?q` against `https://h/a/x/y` to `https://h/a/b?q`, without fragment, user and password. Returns nil if it is invalid.
  /// A server on a Unix socket may call itself `http://localhost`. No other server can redirect to a socket.
  package static func resolve(_ location: [UInt8], against base: String) -> String? {
    guard location.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    guard let base = Parts(base[...]), let reference = Parts(encoded(location)[...]) else { return nil }
    var result = reference
    if reference.scheme == nil {
      result.scheme = base.scheme
      if reference.authority == nil {
        result.authority = base.authority
        if reference.path.isEmpty {
          result.path = base.path
          result.query = reference.query ?? base.query
        } else {
          result.path = reference.path.first == "/" ? reference.path : merged(base, reference.path)
        }
      }
    }
    guard let scheme = result.scheme?.lowercased() else { return nil }
    if base.scheme?.lowercased() == UnixSocket.scheme, let socket = base.authority {
      let isItself = result.scheme == base.scheme && result.authority == socket
      if isItself || scheme == "http" && result.authority == UnixSocket.host[...] {
        return "\(UnixSocket.scheme)://\(socket)\(withoutDots(result.path))\(result.query.map { "?\($0)" } ?? "")"
      }
    }
    guard scheme == "http" || scheme == "https" else {
      // The caller refuses this scheme and names it.
      return result.authority.map { "\(scheme)://\($0)" } ?? "\(scheme):…"
    }
    guard var authority = result.authority else { return nil }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    guard let origin = Origin("http://" + authority), HostRule.isHost(origin.host.utf8), origin.port > 0 else { return nil }
    let path = withoutDots(result.path)
    return "\(scheme)://\(authority)\(path)\(result.query.map { "?\($0)" } ?? "")"
  }

  /// The parts of a URL reference (RFC 3986 appendix B), without the fragment.
  private struct Parts {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?

    init?(_ text: Substring) {
      var rest = text.prefix { $0 != "#" }
      if let colon = rest.firstIndex(where: { ":/?".contains($0) }), rest[colon] == ":" {
        let name = rest[..<colon]
        guard let first = name.utf8.first, Self.isLetter(first),
          name.utf8.allSatisfy({ Self.isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { return nil }
        scheme = name
        rest = rest[rest.index(after: colon)...]
      }
      if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        authority = rest.prefix { $0 != "/" && $0 != "?" }
        rest = rest[(authority?.endIndex ?? rest.startIndex)...]
      }
      path = rest.prefix { $0 != "?" }
      if path.endIndex < rest.endIndex { query = rest[rest.index(after: path.endIndex)...] }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  }

  /// Merges paths (RFC 3986 section 5.2.3).
  private static func merged(_ base: Parts, _ path: Substring) -> Substring {
    guard let slash = base.path.lastIndex(of: "/") else { return "/" + path }
    return base.path[...slash] + path
  }

  /// Removes dot segments (RFC 3986 section 5.2.4): `/a/b/../c/./d` becomes `/a/c/d`.
  private static func withoutDots(_ path: Substring) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(path.first == "/" ? 1 : 0)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// Percent-encodes bytes that are not allowed in a URL: spaces, non-ASCII, and `"<>\^`{|}`.
  private static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0...0x20, 0x7F..., 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D:
        PercentEncoding.append(escaped: byte, to: &result)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
