package import DialSyntax

/// One credential of `auth`: its kind, what the spec declares for it, and what the kind says about it when the spec is read.
///
/// What is done with it is up to the kind, which DialPolicies finds by its name.
package final class Credential: Sendable {
  /// Where a credential is sent.
  package enum Location: Sendable, Equatable {
    case header(String)
    case query(String)

    /// The standard header of credentials (RFC 9110 section 11.6.2).
    package static let authorization = Location.header("Authorization")

    package var header: String? { if case .header(let name) = self { name } else { nil } }
    package var item: String? { if case .query(let name) = self { name } else { nil } }
  }

  /// A declared text.
  package struct Part: Sendable {
    /// The key of the kind.
    package let key: String
    package let text: Text
    package let isSecret: Bool
    /// Whether it is omitted if one of its variables has no value.
    package let isOptional: Bool
    /// Whether it can be empty beside another one that is not.
    package let mayBeEmpty: Bool

    package init(_ key: String, _ text: Text, isSecret: Bool, isOptional: Bool = false, mayBeEmpty: Bool = false) {
      (self.key, self.text, self.isSecret) = (key, text, isSecret)
      (self.isOptional, self.mayBeEmpty) = (isOptional, mayBeEmpty)
    }
  }

  package let kind: String
  package let range: SourceRange
  package let parts: [Part]
  /// Declared values without variables, by key.
  package let settings: [String: String]
  /// The token of a credential that is stored, fetched and renewed.
  package let token: TokenModel?
  package let location: Location
  /// The name in `describe`: `aws4 s3 eu-west-1`.
  package let title: String
  /// The scheme that Dial writes before the value, as in `Bearer ${TOKEN}`.
  package let scheme: String?
  /// Whether the body is needed before it is sent, or again after a challenge: a signature, or digest.
  package let readsBody: Bool

  package init(
    kind: String, range: SourceRange, parts: [Part], settings: [String: String], token: TokenModel? = nil, location: Location,
    title: String, scheme: String?, readsBody: Bool
  ) {
    (self.kind, self.range, self.parts, self.settings, self.token) = (kind, range, parts, settings, token)
    (self.location, self.title, self.scheme, self.readsBody) = (location, title, scheme, readsBody)
  }

  /// Returns the text of a key; nil if the spec does not declare it.
  package func text(_ key: String) -> Text? { parts.first { $0.key == key }?.text }

  package var variables: [String] { parts.flatMap(\.text.variables) + (token?.variables ?? []) }

  /// The variables without which it cannot be sent.
  package var neededVariables: [String] { parts.filter { !$0.isOptional }.flatMap(\.text.variables) + (token?.variables ?? []) }

  /// The variables with secret values. The name of a user is not secret.
  package var secretVariables: [String] {
    parts.filter(\.isSecret).flatMap(\.text.variables) + (token?.credentials ?? [])
  }

  /// The texts with secrets.
  package var secrets: [Text] {
    parts.filter(\.isSecret).map(\.text) + OAuthModel.secrets.compactMap { token?.oauth?.values[$0] }
  }
}
