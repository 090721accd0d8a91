public import DialJSON
public import DialMessage
import DialModel

/// A token of a service. Printing it does not show its secrets.
///
/// ```swift
/// Token("eyJhbGciOi…", refresh: "8xLOxBtZp8", lifetime: .seconds(3600))
/// ```
public struct Token: Sendable, Hashable {
  /// The access token, sent with each request.
  public var access: String
  /// The refresh token, used to request a new token; nil if there is none.
  public var refresh: String?
  /// When the token expires; nil if unknown.
  public var expires: Timestamp?
  /// The scope, as the server writes it: words separated by spaces (RFC 6749 section 3.3).
  public var scope: String?
  /// Identifies the sign-in: renewing keeps it, signing in again changes it. Cached responses of one sign-in are not used for another.
  package var session: String

  /// Creates a token that was issued now.
  ///
  /// - Parameter lifetime: in whole seconds from now; nil if unknown. The latest expiry is the year 9999.
  public init(_ access: String, refresh: String? = nil, lifetime: Duration? = nil, scope: String? = nil) {
    let end = lifetime.map { Timestamp(secondsSince1970: WallClock.now().rounded(.down) + Double($0.components.seconds)) }
    self.init(access, refresh: refresh, expires: end, scope: scope)
  }

  /// Creates a token with a time of expiry.
  public init(_ access: String, refresh: String? = nil, expires: Timestamp?, scope: String? = nil) {
    self.access = access
    self.refresh = refresh
    self.expires = expires
    self.scope = scope
    session = String(UInt64.random(in: 0...(.max)), radix: 36)
  }

  /// Compares what is sent to a server.
  public static func == (a: Token, b: Token) -> Bool {
    (a.access, a.refresh, a.expires, a.scope) == (b.access, b.refresh, b.expires, b.scope)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(access)
    hasher.combine(refresh)
    hasher.combine(expires)
    hasher.combine(scope)
  }
}

extension Token: SecretHolder {
  /// The expiry, without the token itself.
  public var description: String { "Token(‹redacted›\(expires.map { ", expires: \($0.rfc3339)" } ?? ""))" }
}

/// Identifies a token. The same label at another service, or fetched with other values of variables, is another token.
public struct TokenKey: Sendable, Hashable {
  /// The label in the spec: `session` in `auth: {bearer: session}`. Without a label, an OAuth 2 token has its address, client and scope.
  public var label: String
  /// The origin of the base that gets the token: `https://api.example.com`.
  public var origin: String
  /// The token server of an OAuth 2 token with a label, so that it is renewed at no other server. Empty for other tokens.
  public var server: String
  /// Digests of the values that the token is fetched with, such as a user name and a password. Without it, a key stands for all of them: a
  /// store returns the token that was stored last.
  public var account: String

  /// Creates a key.
  public init(label: String, origin: String, server: String = "", account: String = "") {
    self.label = label
    self.origin = origin
    self.server = server
    self.account = account
  }

  /// Whether a stored token can be used for this key: it was fetched with the same values, as far as both are known.
  public func matches(_ stored: TokenKey) -> Bool {
    guard (label, origin, server) == (stored.label, stored.origin, stored.server) else { return false }
    return stored.account.isEmpty || TokenAccount(account).isPart(of: TokenAccount(stored.account))
  }
}

extension SecretVault {
  func add(_ token: Token) {
    for text in [token.access, token.refresh ?? ""] { add(text) }
  }
}

extension CacheIdentity {
  /// Identifies the user of a token; renewing the token keeps it.
  static func user(of token: Token) -> String { "token \(token.session)" }
}

/// A token of a client, with its expiry on a monotonic clock.
struct ExpiringToken: Sendable {
  let token: Token
  private let end: ContinuousClock.Instant?
  /// When to renew it: 30 seconds before it expires, or earlier by a tenth of its remaining time, whichever is less.
  var soon: ContinuousClock.Instant?

  init(_ token: Token) {
    self.token = token
    let now = ContinuousClock.now
    let left = token.expires.map { Duration.seconds($0.seconds - WallClock.seconds) }
    end = left.map { now + $0 }
    soon = left.map { now + $0 - min(.seconds(30), max(.zero, $0 / 10)) }
  }

  var isOver: Bool { end.map { $0 <= .now } ?? false }
  var isStale: Bool { soon.map { $0 <= .now } ?? false }
}
