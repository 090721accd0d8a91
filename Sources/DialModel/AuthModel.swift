package import DialSyntax

/// The credentials of a call. The binder adds known ones, a policy adds those from a server or a store.
package enum AuthModel: Sendable {
  case none
  case bearer(Text)
  case basic(Text, Text)
  case header(String, Text)
  case query(String, Text)
  /// A user and a password for a challenge (RFC 7616).
  case digest(Text, Text)
  /// A token that is fetched, stored and renewed.
  case token(TokenModel)

  /// The place in the spec; nil for none.
  package var range: SourceRange? {
    switch self {
    case .none: nil
    case .bearer(let text), .basic(let text, _), .digest(let text, _), .header(_, let text), .query(_, let text): text.range
    case .token(let model): model.range
    }
  }

  /// The stored token, if it is one.
  package var token: TokenModel? { if case .token(let model) = self { model } else { nil } }

  /// The header that they are written into as they stand; nil where they go elsewhere, or are fetched.
  package var headerName: String? {
    switch self {
    case .bearer, .basic, .digest: "Authorization"
    case .header(let name, _): name
    case .none, .query, .token: nil
    }
  }

  /// The variables with secret values. The name of a user is not secret.
  package var credentials: [String] {
    switch self {
    case .basic(_, let password), .digest(_, let password): password.variables
    case .token(let model): model.credentials
    default: variables
    }
  }

  package var variables: [String] {
    switch self {
    case .none: []
    case .bearer(let text), .header(_, let text), .query(_, let text): text.variables
    case .basic(let user, let password), .digest(let user, let password): user.variables + password.variables
    case .token(let model): model.variables
    }
  }
}
