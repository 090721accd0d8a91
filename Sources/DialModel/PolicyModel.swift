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
  /// How long answers are fresh, in place of what their server says.
  package var cacheLifetime: Duration?
  package var tls: TLSModel?
  package var keepsCookies: Bool?

  package init() {}

  /// Whether answers are kept, or kept ones given.
  package var isCaching: Bool { cache.map { $0 != "none" } ?? false }
}
