import DialModel

/// The parts of a URL that matter for cookies (RFC 6265 sections 5.1.3 and 5.1.4).
struct CookieScope {
  let host: String
  let port: Int
  let isSecure: Bool
  private let path: String
  /// Whether the host is an IP address, which has no parent domain.
  let isAddress: Bool

  /// Returns nil if the URL has no host.
  init?(_ url: String) {
    guard let origin = Origin(url), let mark = url.firstRange(of: "://") else { return nil }
    host = origin.host
    port = origin.port
    isSecure = origin.scheme == "https"
    let rest = url[mark.upperBound...].prefix { $0 != "?" && $0 != "#" }
    path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    isAddress = host.hasPrefix("[") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
  }

  /// The default path of a cookie: that of the request without its last segment.
  var folder: String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether a domain is the host's own name, or stands above it.
  func isWithin(_ domain: String) -> Bool { domain == host || !isAddress && CookieModel.covers(domain, host) }

  /// - Parameter owned: the domain that the spec of the call names.
  func gets(_ cookie: CookieJar.Cookie, sharedBelow owned: String?) -> Bool {
    guard cookie.port == port, isSecure || !cookie.isSecure else { return false }
    guard host == cookie.host || isShared(cookie, below: owned) else { return false }
    guard path.hasPrefix(cookie.path) else { return false }
    return path.utf8.count == cookie.path.utf8.count || cookie.path.hasSuffix("/")
      || path.utf8.dropFirst(cookie.path.utf8.count).first == 0x2F
  }

  private func isShared(_ cookie: CookieJar.Cookie, below owned: String?) -> Bool {
    guard let owned, let domain = cookie.domain else { return false }
    return CookieModel.covers(owned, domain) && CookieModel.covers(domain, host)
  }
}
