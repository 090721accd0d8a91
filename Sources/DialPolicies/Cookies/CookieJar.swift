package import DialJSON
import DialModel
import Synchronization

/// The cookies of one client, in memory: what `cookies: session` keeps from reply to request (RFC 6265).
///
/// A cookie goes back to the host that set it, or where it names its `Domain` to the hosts below that, under its path, over TLS where it is
/// `Secure`; and, beyond RFC 6265, only to the port that set it. It ends with its time, with ``clear()``, or with the client.
///
/// ```swift
/// users.cookieJar.names     // ["sid"]
/// users.cookieJar.clear()   // as if nothing had been called yet
/// ```
public final class CookieJar: Sendable {
  /// More than a server needs: the oldest go first.
  static let maxOfHost = 180
  static let maxOfReply = 50
  /// As long as most servers take a header (curl has the same bound).
  static let longestHeader = 8190

  struct Cookie: Hashable {
    var name: String
    var value: String
    /// The host that set it, or the domain that it named.
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

  /// The names of the cookies that are kept, the oldest first. Their values are nobody's business.
  public var names: [String] { cookies.map(\.name) }

  /// Forgets all cookies.
  public func clear() { kept.withLock { $0 = [] } }

  /// Those that have not ended.
  private var cookies: [Cookie] {
    let now = now()
    return kept.withLock { kept in
      kept.removeAll { $0.expires.map { $0 <= now } ?? false }
      return kept
    }
  }

  // MARK: replies

  /// Keeps what the fields `Set-Cookie` of a reply from `url` say; those that the rules refuse are left out.
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
    // RFC 6265bis section 4.1.3: names that promise something are held to it.
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

  /// The pairs for a request to `url`, those of longer paths first (RFC 6265 section 5.4), without the names that are taken already.
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
