package import DialSyntax

/// The credentials of a call. The binder adds known ones, a policy adds those from a server or a store.
package indirect enum AuthModel: Sendable {
  case none
  case bearer(Text)
  case basic(Text, Text)
  case header(String, Text)
  case query(String, Text)
  /// A user and a password for a challenge (RFC 7616).
  case digest(Text, Text)
  /// A token that is fetched, stored and renewed.
  case token(TokenModel)
  /// A key that signs each request.
  case aws4(AWS4Model)
  /// All of these together.
  case all([AuthModel], SourceRange)
  /// The first one whose variables have values; `none` needs no variables.
  case any([AuthModel], SourceRange)

  /// The place in the spec; nil for none.
  package var range: SourceRange? {
    switch self {
    case .none: nil
    case .bearer(let text), .basic(let text, _), .digest(let text, _), .header(_, let text), .query(_, let text): text.range
    case .token(let model): model.range
    case .aws4(let model): model.range
    case .all(_, let range), .any(_, let range): range
    }
  }

  /// The single credentials, including those of alternatives.
  package var leaves: [AuthModel] {
    switch self {
    case .none: []
    case .all(let parts, _), .any(let parts, _): parts.flatMap(\.leaves)
    default: [self]
    }
  }

  /// The header that one credential fills.
  package var header: String? {
    switch self {
    case .bearer, .basic, .digest, .aws4: "Authorization"
    case .header(let name, _): name
    case .token(let model):
      switch model.carrier {
      case .bearer: "Authorization"
      case .header(let name): name
      case .query: nil
      }
    case .none, .all, .any, .query: nil
    }
  }

  /// Whether the body is needed before it is sent, or again after a challenge: a signature, or digest.
  package var readsBody: Bool {
    leaves.contains { leaf in
      switch leaf {
      case .aws4, .digest: true
      default: false
      }
    }
  }

  package var tokens: [TokenModel] { leaves.compactMap { if case .token(let model) = $0 { model } else { nil } } }

  /// The variables with secret values. The name of a user is not secret.
  package var credentials: [String] {
    leaves.flatMap { leaf in
      switch leaf {
      case .basic(_, let password), .digest(_, let password): password.variables
      case .token(let model): model.credentials
      case .aws4(let model): model.credentials
      default: leaf.variables
      }
    }
  }

  package var variables: [String] {
    switch self {
    case .none: []
    case .bearer(let text), .header(_, let text), .query(_, let text): text.variables
    case .basic(let user, let password), .digest(let user, let password): user.variables + password.variables
    case .token(let model): model.variables
    case .aws4(let model): model.variables
    case .all(let parts, _), .any(let parts, _): parts.flatMap(\.variables)
    }
  }

  /// Returns the credentials of a call; nil if every alternative lacks a variable. `hasValue` says whether a variable has a value.
  package func chosen(_ hasValue: (String) -> Bool) -> [AuthModel]? {
    switch self {
    case .all(let parts, _):
      var chosen: [AuthModel] = []
      for part in parts {
        guard let leaves = part.chosen(hasValue) else { return nil }
        chosen += leaves
      }
      return chosen
    case .any(let parts, _): return parts.first { $0.isReady(hasValue) }?.chosen(hasValue)
    default: return leaves
    }
  }

  private func isReady(_ hasValue: (String) -> Bool) -> Bool {
    switch self {
    case .all(let parts, _): parts.allSatisfy { $0.isReady(hasValue) }
    case .any(let parts, _): parts.contains { $0.isReady(hasValue) }
    case .aws4(let model): model.needed.allSatisfy(hasValue)
    default: variables.allSatisfy(hasValue)
    }
  }

  /// The name in `describe`: `bearer and header X-Org`, `bearer or none`; nil for none.
  package var title: String? {
    switch self {
    case .none: nil
    case .bearer: "bearer"
    case .basic: "basic"
    case .header(let name, _): "header \(name)"
    case .query(let name, _): "query \(name)"
    case .digest: "digest"
    case .token(let model): model.title
    case .aws4(let model): model.title
    case .all(let parts, _): parts.map { $0.isList ? "(\($0.title ?? ""))" : $0.title ?? "none" }.joined(separator: " and ")
    case .any(let parts, _): parts.map { $0.isList ? "(\($0.title ?? ""))" : $0.title ?? "none" }.joined(separator: " or ")
    }
  }

  private var isList: Bool {
    switch self {
    case .all, .any: true
    default: false
    }
  }
}

/// Credentials that sign each request: AWS Signature Version 4.
package final class AWS4Model: Sendable {
  /// The signed part of a body.
  package enum Payload: String, Sendable, CaseIterable {
    /// Its SHA-256.
    case signed
    /// Nothing: `UNSIGNED-PAYLOAD`.
    case unsigned
    /// Each chunk separately, while it is sent.
    case chunked
  }

  package enum Carrier: String, Sendable, CaseIterable {
    case header, query
  }

  package let range: SourceRange
  package let key: Text
  package let secret: Text
  /// The token of temporary credentials, omitted if a variable in it has no value.
  package let token: Text?
  /// The service; nil if the host contains it: `dynamodb.eu-west-1.amazonaws.com`.
  package let service: Text?
  package let region: Text?
  package let payload: Payload
  package let carrier: Carrier
  /// The lifetime of a signature in the query, in seconds.
  package let expires: Int

  package init(
    range: SourceRange, key: Text, secret: Text, token: Text? = nil, service: Text? = nil, region: Text? = nil, payload: Payload = .signed,
    carrier: Carrier = .header, expires: Int = 300
  ) {
    (self.range, self.key, self.secret, self.token) = (range, key, secret, token)
    (self.service, self.region, self.payload, self.carrier, self.expires) = (service, region, payload, carrier, expires)
  }

  /// The required variables.
  package var needed: [String] { [key, secret, service, region].compactMap(\.self).flatMap(\.variables) }

  package var variables: [String] { needed + (token?.variables ?? []) }

  /// The variables with secret values. The id of a key is not secret.
  package var credentials: [String] { secret.variables + (token?.variables ?? []) }

  /// The name in `describe`: `aws4 s3 eu-west-1`.
  package var title: String { (["aws4"] + [service, region].compactMap { $0?.literal }).joined(separator: " ") }
}
