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
  package var limit: LimitModel?
  package var cache: String?
  package var tls: TLSModel?
  package var cookies: CookieModel?

  package init() {}

  /// Whether the cookies of servers are kept.
  package var keepsCookies: Bool { cookies?.isKept ?? false }

  /// Whether answers are kept, or kept ones given.
  package var isCaching: Bool { cache.map { $0 != "none" } ?? false }
}
