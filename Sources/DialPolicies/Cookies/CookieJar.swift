package import DialJSON
import DialModel
import Synchronization

/// The cookies of one client, in memory, for `cookies: session` (RFC 6265).
///
/// A cookie is sent to the host that set it or to the hosts below its `Domain`, below its path, with `Secure` only over TLS, and, beyond
/// RFC 6265, only to the port that set it. It ends when it expires, with ``clear()``, or with the client.
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
    /// The host that set it, or its `Domain`.
    var domain: String
    var isHostOnly: Bool
    var port: Int
    var path: String
    var isSecure: Bool
    var expires: Timestamp?

    func isSame(as other: Cookie) -> Bool {
      name == other.name && domain == other.domain && isHostOnly == other.isHostOnly && port == other.port && path == other.path
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

  /// Stores the cookies of the `Set-Cookie` headers in a response from `url`. Invalid and forbidden ones are ignored.
  func take(_ fields: [String], from url: String) {
    guard !fields.isEmpty, let place = CookieScope(url) else { return }
    for field in fields.prefix(Self.maxOfReply) {
      guard let set = SetCookie(field), let cookie = cookie(set, place) else { continue }
      keep(cookie)
    }
  }

  private func cookie(_ set: SetCookie, _ place: CookieScope) -> Cookie? {
    var domain = place.host
    var isHostOnly = true
    if let named = set.domain, named != place.host {
      guard place.isBelow(named) else { return nil }
      (domain, isHostOnly) = (named, false)
    } else if set.domain != nil {
      isHostOnly = place.isAddress
    }
    guard place.isSecure || !set.isSecure else { return nil }
    // Name prefixes such as `__Host-` require attributes (RFC 6265bis section 4.1.3).
    let name = set.name.lowercased()
    if name.hasPrefix("__secure-"), !set.isSecure { return nil }
    if name.hasPrefix("__host-"), !set.isSecure || set.domain != nil || set.path != "/" { return nil }
    return Cookie(
      name: set.name, value: set.value, domain: domain, isHostOnly: isHostOnly, port: place.port, path: set.path ?? place.folder,
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
        let ofHost = kept.indices.filter { kept[$0].domain == cookie.domain }
        if ofHost.count > Self.maxOfHost { kept.remove(at: ofHost[0]) }
      }
    }
  }

  // MARK: requests

  /// Returns the pairs for a request to `url`, longer paths first (RFC 6265 section 5.4), without names that the request already has.
  func pairs(for url: String, besides taken: Set<String> = []) -> [String] {
    guard let place = CookieScope(url) else { return [] }
    let fitting = cookies.filter { place.gets($0) && !taken.contains($0.name) }
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
