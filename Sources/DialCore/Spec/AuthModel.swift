import DialSyntax

/// Credentials of a call. The static forms are put in by the binder; the others are read, and are later work.
package enum AuthModel: Sendable {
  case none
  case bearer(Text)
  case basic(Text, Text)
  case header(String, Text)
  case query(String, Text)
  /// `digest`, `oauth2`, or a token that is fetched and stored.
  case pending(PendingFeature, variables: [String])

  /// Where they are written; nil for none.
  var range: SourceRange? {
    switch self {
    case .none: nil
    case .bearer(let text), .basic(let text, _), .header(_, let text), .query(_, let text): text.range
    case .pending(let feature, _): feature.range
    }
  }

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
