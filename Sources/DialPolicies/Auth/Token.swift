public import DialJSON
import DialMessage
import DialModel

/// A token of a service, as a ``TokenStore`` keeps it. Printing one shows none of its secrets.
///
/// ```swift
/// Token("eyJhbGciOi…", refresh: "8xLOxBtZp8", lifetime: .seconds(3600))
/// ```
public struct Token: Sendable, Hashable {
  /// What goes with each request.
  public var access: String
  /// What a new token is asked for with; nil where there is none.
  public var refresh: String?
  /// When it ends; nil where nobody tells.
  public var expires: Timestamp?
  /// What it is good for, as the server says it, words with blanks between (RFC 6749 section 3.3).
  public var scope: String?
  /// Stays the same while a token is renewed, and is another one after each sign-in: what is kept for one user is not given to another.
  package var session: String

  /// A token that was had from a server just now.
  ///
  /// - Parameter lifetime: from now on, in whole seconds; nil where it is not known. One that ends after the year 9999 ends then.
  public init(_ access: String, refresh: String? = nil, lifetime: Duration? = nil, scope: String? = nil) {
    let end = lifetime.map { Timestamp(secondsSince1970: WallClock.now().rounded(.down) + Double($0.components.seconds)) }
    self.init(access, refresh: refresh, expires: end, scope: scope)
  }

  /// A token that ends at a moment.
  public init(_ access: String, refresh: String? = nil, expires: Timestamp?, scope: String? = nil) {
    self.access = access
    self.refresh = refresh
    self.expires = expires
    self.scope = scope
    session = String(UInt64.random(in: 0...(.max)), radix: 36)
  }

  /// Two tokens are equal where a server cannot tell them apart.
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

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Without the token itself.
  public var description: String { "Token(‹redacted›\(expires.map { ", expires: \($0.rfc3339)" } ?? ""))" }
  /// Without the token itself.
  public var debugDescription: String { description }
  /// Without the token itself.
  public var customMirror: Mirror { Mirror(self, children: ["expires": expires as Any]) }
}

/// Whose token it is. The same label at another service is another token.
public struct TokenKey: Sendable, Hashable {
  /// The label in the spec, `session` of `auth: {bearer: session}`. What OAuth 2 fetches without a label has its address, client and scope.
  public var label: String
  /// The origin of the base that it is sent to: `https://api.example.com`.
  public var origin: String
  /// The token server, where OAuth 2 fetches a token that has a label: what one server has given is renewed at no other one. Empty for all
  /// other tokens.
  public var server: String

  /// A key by its parts.
  public init(label: String, origin: String, server: String = "") {
    self.label = label
    self.origin = origin
    self.server = server
  }
}

extension SecretVault {
  func add(_ token: Token) {
    for text in [token.access, token.refresh ?? ""] { add(text) }
  }
}

extension CacheIdentity {
  /// The same for a token and those that renew it.
  static func user(of token: Token) -> String { "token \(token.session)" }
}
