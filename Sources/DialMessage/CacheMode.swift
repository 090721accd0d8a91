/// The policies of the cache (RFC 9111).
public enum CacheMode: String, Sendable, CaseIterable {
  /// `none` neither gives nor keeps answers; `standard` follows the rules of RFC 9111 for the cache of one user.
  case none, standard
  /// A kept answer where there is one, however old it is and whatever its server said; else the server is asked.
  case preferCache = "prefer-cache"
  /// The same, or an error of code `cache-miss`: the server is never asked.
  case onlyCache = "only-cache"
  /// `reload` asks the server whatever is kept; `revalidate` asks it whether the kept answer still holds (RFC 9111 section 4.3). Both
  /// keep the answer, and tell caches on the way to do the same.
  case reload, revalidate
}
