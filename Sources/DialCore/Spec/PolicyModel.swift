import DialSyntax

/// The policies of a call as the spec gives them, levels merged (language section 7).
package struct PolicyModel: Sendable {
  package var connectTimeout: Duration?
  package var readTimeout: Duration?
  package var totalTimeout: Duration?
  package var accept: StatusSet?
  package var maxRedirects: Int?
  package var trustedHosts: [String]?
  package var middlewares: [String]?
  /// The codec of replies, where the media type does not tell.
  package var decode: String?
  package var retry: RetryModel?
  package var cache: String?
  package var tls: TLSModel?
  /// Whether answers are kept, or kept ones given.
  var isCaching: Bool { cache.map { $0 != "none" } ?? false }
  package var keepsCookies: Bool?

  package init() {}

  /// This level over the one around it: the nearest wins, for each key by itself.
  package func inheriting(_ outer: PolicyModel) -> PolicyModel {
    var merged = self
    merged.connectTimeout = connectTimeout ?? outer.connectTimeout
    merged.readTimeout = readTimeout ?? outer.readTimeout
    merged.totalTimeout = totalTimeout ?? outer.totalTimeout
    merged.accept = accept ?? outer.accept
    merged.maxRedirects = maxRedirects ?? outer.maxRedirects
    merged.trustedHosts = trustedHosts ?? outer.trustedHosts
    merged.middlewares = middlewares ?? outer.middlewares
    merged.decode = decode ?? outer.decode
    merged.retry = retry ?? outer.retry
    merged.cache = cache ?? outer.cache
    merged.tls = tls.map { inner in outer.tls.map { inner.inheriting($0) } ?? inner } ?? outer.tls
    merged.keepsCookies = keepsCookies ?? outer.keepsCookies
    return merged
  }
}
