package import DialSyntax

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

    /// The required keys.
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

  /// The keys with secret values.
  package static let secrets = ["client_secret", "refresh_token", "password"]

  /// Returns the value of a key, if it has one.
  package func text(_ key: String) -> Text? { values[key] }

  package var texts: [(name: String, text: Text)] { values.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) } }
}
