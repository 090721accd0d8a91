package import DialJSON
public import DialMessage
import DialModel
import HTTPTypes
import Synchronization

/// The cookies of one client, in memory, for `cookies: session` (RFC 6265).
///
/// A cookie is sent back to the host and port that set it, over TLS if it is `Secure`, for its path. Hosts share it only if the spec
/// names their domain (`cookies: {session: example.com}`). It lasts until it expires, until ``clear()``, or as long as the client.
///
/// ```swift
/// users.cookieJar.names     // ["sid"]
/// users.cookieJar.clear()   // as in a new client
/// ```
public final class CookieJar: Sendable {
  /// The maximum number of cookies of a host. The oldest are removed first.
  static let maxOfHost = 180
  static let maxOfReply = 50
  /// The maximum length of the Cookie header, as in curl. Most servers accept it.
  static let longestHeader = 8190

  struct Cookie: Hashable {
    var name: String
    var value: String
    var host: String
    /// The domain whose hosts share it; nil if only its host gets it.
    var domain: String?
    var port: Int
    var path: String
    var isSecure: Bool
    var expires: Timestamp?

    func isSame(as other: Cookie) -> Bool {
      name == other.name && domain == other.domain && (domain != nil || host == other.host) && port == other.port && path == other.path
    }
  }

  private let kept = Mutex<[Cookie]>([])
  /// The file of the cookies, and those that were set or removed since it was read.
  private let stored = Mutex<(file: CookieFile, changes: [Cookie])?>(nil)
  private let now: @Sendable () -> Timestamp

  package init(now: @escaping @Sendable () -> Timestamp = { Timestamp(secondsSince1970: WallClock.now()) }) { self.now = now }

  /// The names of the stored cookies, the oldest first. The values are not accessible.
  public var names: [String] { cookies.map(\.name) }

  /// Removes all cookies.
  public func clear() { kept.withLock { $0 = [] } }

  /// Adds the cookies of a file, to which ``write()`` writes later changes. Does nothing if it has a file already.
  package func read(_ file: CookieFile) throws(TransportError) {
    try stored.withLock { stored throws(TransportError) in
      guard stored == nil else { return }
      let cookies = try file.read()
      kept.withLock { $0 += cookies }
      stored = (file, [])
    }
  }

  /// Writes the changes since ``read(_:)`` to its file.
  package func write() async throws {
    let changed = stored.withLock { stored in
      defer { stored?.changes = [] }
      return stored
    }
    if let changed, !changed.changes.isEmpty { try await changed.file.write(changed.changes, at: now()) }
  }

  /// The cookies that have not expired.
  private var cookies: [Cookie] {
    let now = now()
    return kept.withLock { kept in
      kept.removeAll { $0.expires.map { $0 <= now } ?? false }
      return kept
    }
  }

  /// Stores the `Set-Cookie` fields of a response from `url`, except invalid ones. `domain` is that in the spec.
  func take(_ fields: [String], from url: String, sharedBelow domain: String? = nil) {
    guard !fields.isEmpty, let place = CookieScope(url) else { return }
    for field in fields.prefix(Self.maxOfReply) {
      guard let set = SetCookie(field), let cookie = cookie(set, place, sharedBelow: domain) else { continue }
      keep(cookie)
    }
  }

  private func cookie(_ set: SetCookie, _ place: CookieScope, sharedBelow owned: String?) -> Cookie? {
    // A cookie for another domain is rejected. One for a parent domain belongs to the host, unless the spec trusts the domain.
    if let named = set.domain, !place.isWithin(named) { return nil }
    let domain = set.domain.flatMap { named in owned.flatMap { CookieModel.covers($0, named) && !place.isAddress ? named : nil } }
    guard place.isSecure || !set.isSecure else { return nil }
    // Name prefixes such as `__Host-` require attributes (RFC 6265bis section 4.1.3).
    let name = set.name.lowercased()
    if name.hasPrefix("__secure-"), !set.isSecure { return nil }
    if name.hasPrefix("__host-"), !set.isSecure || set.domain != nil || set.path != "/" { return nil }
    return Cookie(
      name: set.name, value: set.value, host: place.host, domain: domain, port: place.port, path: set.path ?? place.folder,
      isSecure: set.isSecure, expires: expiry(set.expires))
  }

  private func expiry(_ given: SetCookie.Expiry?) -> Timestamp? {
    switch given {
    case nil: nil
    case .at(let date): date
    case .after(let seconds): Timestamp(secondsSince1970: seconds <= 0 ? 0 : now().secondsSince1970 + Double(seconds))
    }
  }

  private func keep(_ cookie: Cookie) {
    let isOver = cookie.expires.map { $0 <= now() } ?? false
    stored.withLock { $0?.changes.append(cookie) }
    kept.withLock { kept in
      let place = kept.firstIndex { $0.isSame(as: cookie) }
      if isOver {
        if let place { kept.remove(at: place) }
      } else if let place {
        kept[place] = cookie
      } else {
        kept.append(cookie)
        let ofHost = kept.indices.filter { kept[$0].host == cookie.host }
        if ofHost.count > Self.maxOfHost { kept.remove(at: ofHost[0]) }
      }
    }
  }

  /// Returns the pairs for a request to `url`, longer paths first (RFC 6265 section 5.4), without the names in `taken`.
  func pairs(for url: String, besides taken: Set<String> = [], sharedBelow domain: String? = nil) -> [String] {
    guard let place = CookieScope(url) else { return [] }
    let fitting = cookies.filter { place.gets($0, sharedBelow: domain) && !taken.contains($0.name) }
    var length = 0
    return fitting.sorted { $0.path.utf8.count > $1.path.utf8.count }.map { "\($0.name)=\($0.value)" }.prefix { pair in
      length += pair.utf8.count + 2
      return length <= Self.longestHeader
    }
  }

  /// Sends the cookies with each redirect, and stores those of the response. Cookies that the caller passed are kept.
  package func exchange(_ request: PreparedRequest, sharedBelow domain: String?, _ next: Next) async throws -> Response {
    var request = request
    let own = Self.own(request)
    let pairs = added(to: request, beside: own, sharedBelow: domain)
    if !pairs.isEmpty { request.headers.setCookies((own + pairs).joined(separator: "; ")) }
    var response = try await next(request)
    response.identity.cookies = pairs.joined(separator: "; ")
    let set = response.headers[values: .setCookie]
    take(set, from: request.url, sharedBelow: domain)
    Self.hide(pairs + set, request.secrets)
    return response
  }

  /// Registers cookie values as secrets, because a server may repeat them. Short values are not sessions, and may be ordinary words.
  private static func hide(_ cookies: [String], _ secrets: Secrets) {
    for cookie in cookies {
      let value = cookie.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst()
      if value.utf8.count >= 8 { secrets.vault?.add(cookie: String(value)) }
    }
  }

  /// Returns the cookies that would be sent now, for the cache.
  package func identify(_ request: PreparedRequest, sharedBelow domain: String?) -> String {
    added(to: request, beside: Self.own(request), sharedBelow: domain).joined(separator: "; ")
  }

  private func added(to request: PreparedRequest, beside own: [String], sharedBelow domain: String?) -> [String] {
    if request.context[IsNamedElsewhere.self] { return [] }
    return pairs(for: request.url, besides: Set(own.map { String($0.prefix { $0 != "=" }) }), sharedBelow: domain)
  }

  /// Returns the cookies of the call itself.
  private static func own(_ request: PreparedRequest) -> [String] {
    request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.map { String($0.drop { $0 == " " }) }
  }
}

/// The parts of a URL that matter for cookies (RFC 6265 sections 5.1.3 and 5.1.4).
struct CookieScope {
  let host: String
  let port: Int
  let isSecure: Bool
  private let path: String
  let isAddress: Bool

  /// Returns nil if the URL has no host.
  init?(_ url: String) {
    guard let parts = AbsoluteURL(url), let origin = Origin(parts) else { return nil }
    host = origin.host
    port = origin.port
    isSecure = origin.scheme == "https"
    path = parts.rest.first == "/" ? String(parts.rest.prefix { $0 != "?" && $0 != "#" }) : "/"
    isAddress = host.hasPrefix("[") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
  }

  /// The default path of a cookie: that of the request without its last segment.
  var folder: String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether a domain is that of the host or a parent of it.
  func isWithin(_ domain: String) -> Bool { domain == host || !isAddress && CookieModel.covers(domain, host) }

  /// Whether a cookie is sent here; `owned` is the domain in the spec.
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

extension CookieJar: SecretHolder {
  /// The name of the type, without cookies.
  public var description: String { "CookieJar" }
}
