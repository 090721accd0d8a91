/// The policies of a call in the spec, with merged levels (language section 7).
package struct PolicyModel: Sendable {
  package var connectTimeout: Duration?
  package var readTimeout: Duration?
  package var totalTimeout: Duration?
  package var accept: StatusSet?
  package var maxRedirects: Int?
  package var trustedHosts: [String]?
  package var middlewares: [String]?
  /// The codec for responses, if the media type does not decide.
  package var decode: String?
  package var retry: RetryModel?
  package var limit: LimitModel?
  package var cache: String?
  /// How long answers are fresh, in place of what their server says.
  package var cacheLifetime: Duration?
  package var tls: TLSModel?
  package var refusal: RefusalModel?
  package var cookies: CookieModel?

  package init() {}

  /// Whether the cookies of servers are kept.
  package var keepsCookies: Bool { cookies?.isKept ?? false }

  /// Whether answers are kept, or kept ones given.
  package var isCaching: Bool { cache.map { $0 != "none" } ?? false }
}

package struct RetryModel: Sendable {
  package var max: Int?
  package var statuses: StatusSet?
  package var network = false
  package var minWait: Duration?
  package var maxWait: Duration?
  package var unsafe = false

  package init(
    max: Int? = nil, statuses: StatusSet? = nil, network: Bool = false, minWait: Duration? = nil, maxWait: Duration? = nil,
    unsafe: Bool = false
  ) {
    self.max = max
    self.statuses = statuses
    self.network = network
    self.minWait = minWait
    self.maxWait = maxWait
    self.unsafe = unsafe
  }

  /// Returns the model with retries of requests that are not safe to repeat.
  package func everything() -> RetryModel {
    var model = self
    model.unsafe = true
    return model
  }
}

/// The limit of calls. Each key of a spec creates one object, which its calls share.
package final class LimitModel: Sendable {
  /// The number of calls in a time.
  package struct Rate: Sendable, Hashable {
    package var count: Int
    package var per: Duration
    /// The text in the spec: `10/s`.
    package var text: String

    package init(count: Int, per: Duration, text: String) {
      self.count = count
      self.per = per
      self.text = text
    }
  }

  package let rate: Rate?
  /// The number of simultaneous calls.
  package let concurrent: Int?

  package init(rate: Rate?, concurrent: Int?) {
    self.rate = rate
    self.concurrent = concurrent
  }

  /// The limit as text: `10/s, 4 at once`.
  package var text: String {
    [rate?.text, concurrent.map { "\($0) at once" }].compactMap(\.self).joined(separator: ", ")
  }
}

/// Which replies with an accepted status are refusals all the same (`fails: {when: …}`).
package struct RefusalModel: Sendable {
  /// A condition on the whole reply.
  package var when: SelectionModel
  /// Where the reply says why.
  package var message: SelectionModel?

  package init(when: SelectionModel, message: SelectionModel? = nil) {
    self.when = when
    self.message = message
  }
}
