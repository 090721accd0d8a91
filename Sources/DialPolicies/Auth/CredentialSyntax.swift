package import DialModel
package import DialSyntax

/// How a spec declares the credentials of a kind: as a line such as `basic ${USER} ${PASSWORD}`, and some as a mapping.
package struct CredentialSyntax: Sendable {
  /// The keys of a line, in order; the required ones first.
  package let line: [CredentialKey]
  /// The further keys of the mapping; nil if there is only a line.
  package let more: [CredentialKey]?
  package let example: String
  /// What a line requires: `two values`.
  package let needs: String
  package let doc: String
  /// What a literal value of it would be: `token`.
  package let secret: String

  init(_ line: [CredentialKey], more: [CredentialKey]? = nil, example: String, needs: String, doc: String = "", secret: String = "token") {
    (self.line, self.more, self.example, self.needs, self.doc, self.secret) = (line, more, example, needs, doc, secret)
  }

  package var keys: [CredentialKey] { line + (more ?? []) }
  package var required: [CredentialKey] { line.filter(\.isRequired) }
}

/// A value that credentials declare.
package struct CredentialKey: Sendable {
  package enum Form: Sendable {
    case text
    /// A text with variables, whose value is secret.
    case secret
    /// The name of a header, or of a query item.
    case headerName, itemName
    /// One of several words; the first is the default.
    case word([String])
    /// A number of seconds, written as a duration; the default is written so, too.
    case seconds(standard: String)
  }

  package let name: String
  package let form: Form
  package let isRequired: Bool
  /// Whether the value is omitted if one of its variables has none.
  package let isOptional: Bool
  /// Whether the value can be empty if another one is not.
  package let mayBeEmpty: Bool
  package let doc: String

  init(
    _ name: String, _ form: Form = .text, isRequired: Bool = true, isOptional: Bool = false, mayBeEmpty: Bool = false, doc: String = ""
  ) {
    (self.name, self.form, self.isRequired) = (name, form, isRequired)
    (self.isOptional, self.mayBeEmpty, self.doc) = (isOptional, mayBeEmpty, doc)
  }

  package var isSecret: Bool { if case .secret = form { true } else { false } }

  package func part(_ text: Text) -> Credential.Part {
    Credential.Part(name, text, isSecret: isSecret, isOptional: isOptional, mayBeEmpty: mayBeEmpty)
  }
}

/// What a spec declares for a credential, before its kind has seen it.
package struct CredentialDeclaration: Sendable {
  package let range: SourceRange
  package var parts: [Credential.Part] = []
  package var settings: [String: String] = [:]

  package init(range: SourceRange) { self.range = range }

  func literal(_ key: String) -> String? { parts.first { $0.key == key }?.text.literal }
}

package struct CredentialFault: Error, Sendable {
  package let message: String
  /// The key with the fault; nil for all of them.
  package let key: String?
  /// Whether the value only has no effect.
  package let isWarning: Bool

  init(_ message: String, at key: String? = nil, isWarning: Bool = false) {
    (self.message, self.key, self.isWarning) = (message, key, isWarning)
  }
}
