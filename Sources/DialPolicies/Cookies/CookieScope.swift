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

  /// Whether the host is below a domain of one owner: not `com`, not `co.uk`.
  func isBelow(_ domain: String) -> Bool {
    guard !isAddress, host.hasSuffix("." + domain) else { return false }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, !labels.contains("") else { return false }
    return labels.count > 2 || labels[1].utf8.count > 2 || !Self.registries.contains(String(labels[0])) && labels[0].utf8.count > 2
  }

  /// The labels between a country's domain and its owners' (`co.uk`, `com.au`). The public suffix list is complete but changes every
  /// week. A wrong entry here costs a cookie; a missing one could send a cookie to another owner.
  private static let registries: Set<String> = [
    "com", "net", "org", "edu", "gov", "mil", "sch", "ltd", "plc", "nhs", "police", "gob", "gouv", "web", "nom", "info", "name", "asso",
    "biz",
    "firm", "gen", "ind", "res", "art", "blog", "eco", "adm",
  ]

  func gets(_ cookie: CookieJar.Cookie) -> Bool {
    guard cookie.port == port, isSecure || !cookie.isSecure else { return false }
    guard host == cookie.domain || !cookie.isHostOnly && host.hasSuffix("." + cookie.domain) else { return false }
    guard path.hasPrefix(cookie.path) else { return false }
    return path.utf8.count == cookie.path.utf8.count || cookie.path.hasSuffix("/")
      || path.utf8.dropFirst(cookie.path.utf8.count).first == 0x2F
  }
}
