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
    return merged
  }
}

package struct RetryModel: Sendable {
  package var max: Int?
  package var statuses: StatusSet?
  package var network = false
  package var leastWait: Duration?
  package var longestWait: Duration?
  package var unsafe = false
}

/// Which statuses count: `2xx`, `[200, 304]`, `any`.
public struct StatusSet: Sendable, Hashable {
  var codes: Set<Int> = []
  var classes: Set<Int> = []
  var isAny = false

  /// Every status.
  public static let any: StatusSet = {
    var set = StatusSet()
    set.isAny = true
    return set
  }()

  /// 200 to 299.
  public static let success: StatusSet = {
    var set = StatusSet()
    set.classes = [2]
    return set
  }()

  /// Just these.
  public static func codes(_ codes: Int...) -> StatusSet {
    var set = StatusSet()
    set.codes = Set(codes)
    return set
  }

  /// Whether a status such as 404 is one of these; a class such as `2xx` holds the codes 200 to 299.
  public func contains(_ code: Int) -> Bool {
    isAny || codes.contains(code) || (100...599).contains(code) && classes.contains(code / 100)
  }

  /// Adds one word: `404`, `2xx` or `any`; false where it is none of them.
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

/// Credentials of a call. The static forms are put in by the binder; the others are read, and are later work.
package enum AuthModel: Sendable {
  case none
  case bearer(Text)
  case basic(Text, Text)
  case header(String, Text)
  case query(String, Text)
  /// `digest`, `oauth2`, or a token that is fetched and stored.
  case pending(PendingFeature, variables: [String])

  /// Variables that hold what nobody may know; the name of a user is no such thing.
  package var credentials: [String] {
    if case .basic(_, let password) = self { password.variables } else { variables }
  }

  package var variables: [String] {
    switch self {
    case .none: []
    case .bearer(let text), .header(_, let text), .query(_, let text): text.variables
    case .basic(let user, let password): user.variables + password.variables
    case .pending(_, let variables): variables
    }
  }
}
