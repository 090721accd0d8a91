package import DialJSON
package import DialSyntax

/// A token that is stored under a label, fetched and renewed (`auth:` as a mapping, SignIn.md).
package final class TokenModel: Sendable {
  /// Where the token is sent.
  package enum Carrier: Sendable, Equatable {
    case bearer
    case header(String)
    case query(String)
  }

  /// The paths of the token in a response, before `@`.
  package struct Paths: Sendable {
    package var access: ResponseLocation
    package var refresh: ResponseLocation
    package var expires: ResponseLocation

    /// The paths of secrets in a body.
    package var secret: [JMESPath] { [access, refresh].compactMap(\.path) }
  }

  /// The responses to ordinary calls that contain a token.
  package enum Supply: String, Sendable, CaseIterable {
    /// A response that rejects the call.
    case refusal
    /// Each response with a token.
    case response
  }

  package let range: SourceRange
  package let carrier: Carrier
  /// The label in the store; nil if OAuth 2 names it.
  package let label: Text?
  package let login: NamedCall?
  package let refresh: NamedCall?
  package let paths: Paths
  /// The statuses after which it is renewed.
  package let on: StatusSet
  package let oauth: OAuthModel?
  /// nil if only calls for the token return it.
  package let supply: Supply?

  package init(
    range: SourceRange, carrier: Carrier, label: Text?, login: NamedCall?, refresh: NamedCall?, paths: Paths, on: StatusSet,
    oauth: OAuthModel?, supply: Supply? = nil
  ) {
    self.range = range
    self.carrier = carrier
    self.label = label
    self.login = login
    self.refresh = refresh
    self.paths = paths
    self.on = on
    self.oauth = oauth
    self.supply = supply
  }

  /// The name in `describe`: `bearer session`, `oauth2 client_credentials`.
  package var title: String {
    let name = label?.literal ?? label.map { _ in "…" }
    switch carrier {
    case .bearer: return oauth.map { "oauth2 \($0.grant.rawValue)" } ?? "bearer token '\(name ?? "")'"
    case .header(let header): return "header \(header), token '\(name ?? "")'"
    case .query(let item): return "query \(item), token '\(name ?? "")'"
    }
  }

  package var location: Credential.Location {
    switch carrier {
    case .bearer: .authorization
    case .header(let name): .header(name)
    case .query(let name): .query(name)
    }
  }

  private var calls: [NamedCall] { [login, refresh].compactMap(\.self) }

  /// The endpoints that fetch and renew it, which are called without it.
  package var endpoints: [String] { calls.map(\.endpoint) }

  private var arguments: [(name: String, text: Text)] {
    calls.flatMap { call in call.arguments.flatMap { name, value in value.texts.map { (name.literal ?? "", $0) } } }
  }

  package var variables: [String] {
    (label?.variables ?? []) + arguments.flatMap(\.text.variables) + (oauth?.texts ?? []).flatMap(\.text.variables)
  }

  /// The variables with secret values: passwords, secrets, tokens.
  package var credentials: [String] {
    let secrets = oauth?.texts.filter { OAuthModel.secrets.contains($0.name) } ?? []
    return (arguments.filter { SecretNames.contains($0.name, in: .item) } + secrets).flatMap(\.text.variables)
  }

  /// The parts of the old token that can be used in braces.
  package static let members = ["refresh_token", "access_token"]

  /// Whether both have the same label, as far as the spec shows.
  package func isSame(as other: TokenModel) -> Bool {
    if self === other { return true }
    guard let label, let others = other.label else { return false }
    return label.spelling == others.spelling
  }
}

extension TokenModel.Paths {
  /// The names of RFC 6749 section 5.1. They are valid paths, so this cannot fail.
  package static let standard = Self(path: "access_token", "refresh_token", "expires_in")!

  private init?(path access: String, _ refresh: String, _ expires: String) {
    guard let access = try? JMESPath(access), let refresh = try? JMESPath(refresh), let expires = try? JMESPath(expires) else { return nil }
    self.init(access: .path(access), refresh: .path(refresh), expires: .path(expires))
  }
}

extension OAuthModel {
  /// The paths of secrets in the responses of its server (RFC 6749 section 5.1, RFC 8628 section 3.2).
  package static let secretPaths = TokenModel.Paths.standard.secret + ["id_token", "device_code"].compactMap { try? JMESPath($0) }
}

/// The keys of `oauth2:`, which declare how to get a token (RFC 6749).
package struct OAuthModel: Sendable {
  package enum Grant: String, CaseIterable, Sendable {
    case clientCredentials = "client_credentials"
    case refreshToken = "refresh_token"
    case authorizationCode = "authorization_code"
    case deviceCode = "device_code"
    case password

    /// Whether a user has to agree, in a browser.
    package var isInteractive: Bool { self == .authorizationCode || self == .deviceCode }

    package var needs: [String] {
      switch self {
      case .clientCredentials: ["token_url", "client_id", "client_secret"]
      case .refreshToken: ["token_url", "client_id", "refresh_token"]
      case .authorizationCode: ["auth_url", "token_url", "client_id"]
      case .deviceCode: ["device_url", "token_url", "client_id"]
      case .password: ["token_url", "username", "password"]
      }
    }

    /// The keys that only other grants have.
    package var leaves: [String] {
      ["auth_url", "device_url", "refresh_token", "username", "password"].filter { !needs.contains($0) }
    }
  }

  /// Where the credentials of the client are sent (RFC 6749 section 2.3.1).
  package enum ClientAuth: String, CaseIterable, Sendable { case basic, body }

  package var range: SourceRange
  package var grant: Grant
  package var clientAuth = ClientAuth.basic
  /// The values by key; those of `grant.needs` exist.
  package var values: [String: Text]

  package init(range: SourceRange, grant: Grant, clientAuth: ClientAuth = .basic, values: [String: Text]) {
    self.range = range
    self.grant = grant
    self.clientAuth = clientAuth
    self.values = values
  }

  /// Stands for the origin of the base at the start of a URL.
  package static let origin = "{origin}"

  /// The keys with secret values.
  package static let secrets = ["client_secret", "refresh_token", "password"]

  package var texts: [(name: String, text: Text)] { values.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) } }
}
