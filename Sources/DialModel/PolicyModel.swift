package import DialSyntax

/// The policies of a call in the spec, with merged levels (CallPolicies.md).
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
  /// Whether responses may be compressed although the result is their bytes (`decode: gzip`).
  package var unpacks = false
  package var compress: Compression?
  package var retry: RetryModel?
  package var limit: LimitModel?
  package var cache: String?
  /// The lifetime of responses, which overrides that of the server.
  package var cacheLifetime: Duration?
  package var tls: TLSModel?
  package var refusal: RefusalModel?
  package var cookies: CookieModel?

  package init() {}

  package var keepsCookies: Bool { cookies?.isKept ?? false }

  /// Whether responses are cached or taken from the cache.
  package var isCaching: Bool { cache.map { $0 != "none" } ?? false }
}

/// The content coding of request bodies (RFC 9110 section 8.4.1).
package enum Compression: String, Sendable, CaseIterable { case none, gzip }

package struct RetryModel: Sendable {
  package var max: Int?
  package var statuses: StatusSet?
  package var network = false
  package var minWait: Duration?
  package var maxWait: Duration?
  package var unsafe = false

  package init(max: Int? = nil) { self.max = max }
}

/// The limit of calls. Each key of a spec creates one object, which its calls share.
package final class LimitModel: Sendable {
  /// The number of calls in a time.
  package struct Rate: Sendable, Hashable {
    package var count: Int
    package var per: Duration
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
  /// The folder through which all processes that name it share the rate, as written.
  package let share: String?

  package init(rate: Rate?, concurrent: Int?, share: String? = nil) {
    self.rate = rate
    self.concurrent = concurrent
    self.share = share
  }

  package var text: String {
    [rate?.text, concurrent.map { "\($0) at once" }].compactMap(\.self).joined(separator: ", ")
  }
}

/// The responses with an accepted status that are failures (`fails: {when: …}`).
package struct RefusalModel: Sendable {
  /// A condition on the whole response.
  package var when: SelectionModel
  /// The path of the message.
  package var message: SelectionModel?

  package init(when: SelectionModel, message: SelectionModel? = nil) {
    self.when = when
    self.message = message
  }
}

/// A set of statuses: `2xx`, `[200, 304]`, `any`.
public struct StatusSet: Sendable, Hashable {
  package var codes: Set<Int> = []
  package var classes: Set<Int> = []
  package var isAny = false

  package init(codes: Set<Int> = [], classes: Set<Int> = [], isAny: Bool = false) {
    self.codes = codes
    self.classes = classes
    self.isAny = isAny
  }

  /// All statuses.
  public static let any = StatusSet(isAny: true)

  /// The statuses 200 to 299.
  public static let success = StatusSet(classes: [2])

  /// Returns a set of these statuses.
  public static func codes(_ codes: Int...) -> StatusSet { StatusSet(codes: Set(codes)) }

  package func adding(_ codes: Int...) -> StatusSet { StatusSet(codes: self.codes.union(codes), classes: classes, isAny: isAny) }

  /// Whether the set contains a status such as 404; a class such as `2xx` contains 200 to 299.
  public func contains(_ code: Int) -> Bool {
    isAny || codes.contains(code) || classes.contains(Self.statusClass(of: code))
  }

  /// The first digit of a status, 5 for those over 599 (RFC 9110 section 15).
  package static func statusClass(of code: Int) -> Int { min(code / 100, 5) }

  /// Adds one word: `404`, `2xx` or `any`. Returns false if it is invalid.
  package mutating func insert(_ word: String) -> Bool {
    if word == "any" {
      isAny = true
      return true
    }
    let letters = Array(word.utf8)
    guard letters.count == 3, let first = letters.first, (49...53).contains(first) else { return false }
    if word.dropFirst().lowercased() == "xx" {
      classes.insert(Int(first) - 48)
      return true
    }
    guard let code = Int(word), letters.allSatisfy({ (48...57).contains($0) }) else { return false }
    codes.insert(code)
    return true
  }
}

/// The key `cookies`: whether cookies are stored, where, and the domain whose hosts share them.
package struct CookieModel: Sendable, Hashable {
  package var isKept: Bool
  /// The domain in lowercase; nil if each cookie belongs to one host.
  package var domain: String?
  /// Whether the command keeps them in a file for later calls.
  package var isOnDisk: Bool
  package var range: SourceRange?

  package init(isKept: Bool, domain: String? = nil, isOnDisk: Bool = false, range: SourceRange? = nil) {
    self.isKept = isKept
    self.domain = domain
    self.isOnDisk = isOnDisk
    self.range = range
  }

  /// Whether a host is the domain itself or below it.
  package static func covers(_ domain: String, _ host: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

  /// Returns why a domain is invalid; nil if it is valid. A single label belongs to a registry, and an address has no subdomains.
  package static func fault(ofDomain text: String) -> String? {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(HostRule.isNamePart) }
    guard isName, let last = labels.last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return "expected a domain such as 'example.com', found '\(text)'"
    }
    return labels.count > 1
      ? nil : "'\(text)' must have at least two parts; write a domain such as 'example.com'"
  }
}
