package import DialMessage
package import DialModel

/// A kind of credentials: how a spec declares them, and how a request is authorized with them. To add a kind, write it in a file of its
/// own, and add it to ``CredentialKinds/all``. The reader, the editor schema, `dial check` and `dial describe` get the rest from here.
package protocol CredentialKind: Sendable {
  /// The first word of the line, `bearer` in `bearer ${TOKEN}`, and the key of the mapping.
  var name: String { get }
  /// How a spec declares it; nil if it has a reader of its own.
  var syntax: CredentialSyntax? { get }
  var authorization: CredentialAuthorization { get }

  /// The scheme that is written before the value (RFC 9110 section 11.1), which users sometimes write into the value, too.
  var scheme: String? { get }
  /// Whether the body is needed before it is sent, or again.
  var readsBody: Bool { get }

  /// Returns the name in `describe`.
  func title(_ declared: CredentialDeclaration) -> String
  /// Returns the header or the query item that the credential fills.
  func location(_ declared: CredentialDeclaration) -> Credential.Location
  /// Returns what is wrong with the values of several keys.
  func faults(_ declared: CredentialDeclaration) -> [CredentialFault]
}

extension CredentialKind {
  package var scheme: String? { nil }
  package var readsBody: Bool { false }
  package func title(_ declared: CredentialDeclaration) -> String { name }
  package func location(_ declared: CredentialDeclaration) -> Credential.Location { .authorization }
  package func faults(_ declared: CredentialDeclaration) -> [CredentialFault] { [] }

  /// Returns the credential that a spec declares.
  package func credential(_ declared: CredentialDeclaration) -> Credential {
    Credential(
      kind: name, range: declared.range, parts: declared.parts, settings: declared.settings, location: location(declared),
      title: title(declared), scheme: scheme, readsBody: readsBody)
  }
}

/// The list of kinds. The reader, the schema and the policies know no others.
package enum CredentialKinds {
  package static let all: [any CredentialKind] = [
    BearerKind(), BasicKind(), HeaderKind(), QueryKind(), DigestKind(), TokenKind(), AWS4Kind(), UserinfoKind(), SchemeKind(),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  package static subscript(name: String) -> (any CredentialKind)? { byName[name] }
}

/// When a credential is added to a request.
package enum CredentialAuthorization: Sendable {
  /// Its value is known before a call, and part of the plan.
  case field(@Sendable (CredentialValues) throws(CredentialFault) -> CredentialField)
  /// It is added when the request is sent.
  case request(any RequestAuthorizer)

  package var authorizer: (any RequestAuthorizer)? { if case .request(let authorizer) = self { authorizer } else { nil } }
}

/// Adds a credential to requests when they are sent. It only gets requests to origins that may have the credential, and in which the caller
/// has not set its header.
package protocol RequestAuthorizer: Sendable {
  /// Returns what it does, for `describe`: `signs each request`.
  func work(_ credential: Credential) -> String
  /// Returns what it adds: `the signature`.
  func product(_ credential: Credential) -> String
  /// Whether the calls of an endpoint need the credential. Those that fetch a token do not need it.
  func isNeeded(_ credential: Credential, by endpoint: EndpointModel, _ service: ServiceModel?) -> Bool
  /// Returns what tells one user from another in the cache, which runs before this.
  func user(_ context: CredentialContext) async throws -> String
  func send(_ request: PreparedRequest, _ next: Next, _ context: CredentialContext) async throws -> Response
}

extension RequestAuthorizer {
  package func isNeeded(_ credential: Credential, by endpoint: EndpointModel, _ service: ServiceModel?) -> Bool { true }

  /// Every value that the credential requires: two users differ in one of them.
  package func user(_ context: CredentialContext) async throws -> String {
    let (credential, values) = (context.credential, try context.values())
    return "\(credential.kind) " + credential.parts.filter { !$0.isOptional }.map { values[$0.key] }.joined(separator: "\n")
  }
}

/// The values of a credential by key, with their variables filled in.
package struct CredentialValues: Sendable {
  private var values: [String: (text: String, isVariable: Bool)] = [:]

  package init() {}

  package subscript(key: String) -> String { values[key]?.text ?? "" }

  package mutating func set(_ part: Credential.Part, _ text: String) { values[part.key] = (text, !part.text.variables.isEmpty) }

  package func isVariable(_ key: String) -> Bool { values[key]?.isVariable ?? false }

  /// Returns the text of a credential that is empty; nil if none is.
  package func empty(of credential: Credential) -> Text? {
    let needed = credential.parts.filter { !$0.isOptional }
    let empty = needed.filter { self[$0.key].isEmpty }
    return (empty.first { !$0.mayBeEmpty } ?? (empty.count == needed.count ? empty.first : nil))?.text
  }
}

/// The value of a header or a query item, and the parts of it that are secrets, too.
package struct CredentialField: Sendable {
  package let value: String
  package let secrets: [String]

  init(_ value: String, secrets: [String] = []) { (self.value, self.secrets) = (value, secrets) }
}
