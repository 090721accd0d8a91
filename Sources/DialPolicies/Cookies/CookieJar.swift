package import DialJSON
import DialModel
import Synchronization

/// The cookies of one client, in memory, for `cookies: session` (RFC 6265).
///
/// A cookie goes back to the host that set it, whatever its `Domain` says, under its path, over TLS where it is `Secure`; and, beyond RFC 6265,
/// only to the port that set it. Where the spec names a domain (`cookies: {session: example.com}`), a `Domain` at or below that is obeyed. It
/// ends with its time, with ``clear()``, or with the client.
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
    /// The host that set it.
    var host: String
    /// The domain whose hosts have it, too; nil where the host has it alone.
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
  private let now: @Sendable () -> Timestamp

  package init(now: @escaping @Sendable () -> Timestamp = { Timestamp(secondsSince1970: WallClock.now()) }) { self.now = now }

  /// The names of the stored cookies, the oldest first. The values are not accessible.
  public var names: [String] { cookies.map(\.name) }

  /// Removes all cookies.
  public func clear() { kept.withLock { $0 = [] } }

  /// The cookies that have not expired.
  private var cookies: [Cookie] {
    let now = now()
    return kept.withLock { kept in
      kept.removeAll { $0.expires.map { $0 <= now } ?? false }
      return kept
    }
  }

  // MARK: replies

  /// Keeps what the fields `Set-Cookie` of a reply from `url` say; those that the rules refuse are left out.
  ///
  /// - Parameter domain: the one that the spec names.
  func take(_ fields: [String], from url: String, sharedBelow domain: String? = nil) {
    guard !fields.isEmpty, let place = CookieScope(url) else { return }
    for field in fields.prefix(Self.maxOfReply) {
      guard let set = SetCookie(field), let cookie = cookie(set, place, sharedBelow: domain) else { continue }
      keep(cookie)
    }
  }

  private func cookie(_ set: SetCookie, _ place: CookieScope, sharedBelow owned: String?) -> Cookie? {
    // One for strangers is refused; one for the host's own domain is the host's, unless the spec trusts the rest of that domain.
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

  // MARK: requests

  /// The pairs for a request to `url`, those of longer paths first (RFC 6265 section 5.4), without the names that are taken already.
  func pairs(for url: String, besides taken: Set<String> = [], sharedBelow domain: String? = nil) -> [String] {
    guard let place = CookieScope(url) else { return [] }
    let fitting = cookies.filter { place.gets($0, sharedBelow: domain) && !taken.contains($0.name) }
    var length = 0
    return fitting.enumerated().sorted { a, b in
      let (first, second) = (a.element.path.utf8.count, b.element.path.utf8.count)
      return first == second ? a.offset < b.offset : first > second
    }.map { "\($0.element.name)=\($0.element.value)" }.prefix { pair in
      length += pair.utf8.count + 2
      return length <= Self.longestHeader
    }
  }
}
