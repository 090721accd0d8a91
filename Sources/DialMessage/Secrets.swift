package import DialJSON
package import HTTPTypes
import Synchronization

/// What is secret in one request: texts that may not be printed, and the items that carry them.
package struct Secrets: Sendable {
  /// Header fields that are credentials (`Authorization`, the spec's key header…): dropped on another origin.
  package var headerNames: Set<HTTPField.Name> = []
  /// Values that are masked wherever they would be shown.
  package var values: Set<String> {
    guard let known = vault?.values, !known.isEmpty else { return own }
    return own.union(known)
  }
  private var own: Set<String> = []
  /// What becomes known on the way: a text is looked for in what is known when it is shown.
  package var vault: SecretVault?

  package static let mask = "‹redacted›"

  package init() {}

  /// Takes a secret text; an empty one is none.
  package mutating func add(_ text: String) {
    if !text.isEmpty { own.insert(text) }
  }

  /// Whether something was added since these were the others.
  package func holdsMore(than others: Secrets) -> Bool { own.count != others.own.count || headerNames.count != others.headerNames.count }

  /// What masks these secrets; made only when something is shown, so that a call that succeeds does not pay for it.
  package func mask(as word: String = Secrets.mask) -> SecretMask { SecretMask(values, as: word) }

  /// A text that may be shown.
  package func redact(_ text: String) -> String { values.isEmpty ? text : mask().redact(text) }

  /// A URL that may be shown: short secrets are looked for behind its host.
  package func redact(url: String) -> String { values.isEmpty ? url : mask().redact(url: url) }

  /// Bytes that may be shown: where they are no text, secrets of four bytes and more are masked.
  package func redact(_ bytes: [UInt8]) -> [UInt8] { values.isEmpty ? bytes : mask().redact(bytes) }
}

extension Secrets {
  /// With what session cookies hold, for what is told of a call.
  package var withCookies: Secrets {
    guard let cookies = vault?.cookies, !cookies.isEmpty else { return self }
    var all = self
    for text in cookies { all.add(text) }
    return all
  }

  /// Field lines that may be shown.
  package func redact(_ fields: HTTPFields) -> HTTPFields {
    guard !values.isEmpty else { return fields }
    let mask = mask()
    var shown = fields
    for index in shown.indices { shown[index].value = mask.redact(shown[index].value) }
    return shown
  }

  /// A value that may be shown.
  package func redact(_ json: JSON) -> JSON {
    guard !values.isEmpty else { return json }
    let text = JSONWriter.text(json)
    let shown = redact(text)
    return shown == text ? json : (try? JSON(parsing: shown)) ?? .string(shown)
  }
}

extension PreparedRequest {
  private enum SecretsKey: MessageContextKey { typealias Value = Secrets }
  private enum BodySecretKey: MessageContextKey { typealias Value = Bool }
  private enum BodyCodedKey: MessageContextKey { typealias Value = Bool }
  private enum TokenPathsKey: MessageContextKey { typealias Value = [JMESPath] }

  /// What may not leave the origin of `base` and may not be printed.
  package var secrets: Secrets {
    get { context[SecretsKey.self] ?? Secrets() }
    set { context[SecretsKey.self] = newValue }
  }

  /// Whether a secret went into the body: it stays with the origin then, and bytes that are no text are not shown.
  package var bodyHoldsSecret: Bool {
    get { context[BodySecretKey.self] ?? false }
    set { context[BodySecretKey.self] = newValue ? true : nil }
  }

  /// Whether a codec wrote the body: it may write a secret in a way that nobody finds again.
  package var bodyIsCoded: Bool {
    get { context[BodyCodedKey.self] ?? false }
    set { context[BodyCodedKey.self] = newValue ? true : nil }
  }

  /// Where the reply holds tokens, as 'token' of the spec says of the endpoints that fetch them.
  package var tokenPaths: [JMESPath] {
    get { context[TokenPathsKey.self] ?? [] }
    set { context[TokenPathsKey.self] = newValue.isEmpty ? nil : newValue }
  }

  /// The request as text that may be shown.
  package var shown: CallError.SentRequest {
    var secrets = secrets
    for text in NamedSecrets.fields(headers).union(NamedSecrets.items(of: url)) { secrets.add(text) }
    return CallError.SentRequest(
      method: method.rawValue, url: secrets.redact(url: url), headers: headers.map { [$0.name.canonicalName, secrets.redact($0.value)] })
  }
}

/// Secrets that become known while calls are under way: the tokens of a client. All of its requests look into it when they are shown.
package final class SecretVault: Sendable {
  /// More than one user has within one call; what is older is worth nothing any more.
  private static let maximum = 64
  private let state = Mutex<[String]>([])
  /// What session cookies hold: it is masked where it is told, and decides nothing, as a server may say it in an address on purpose.
  private let told = Mutex<[String]>([])

  package init() {}

  var values: [String] { state.withLock { $0 } }

  /// What is masked in messages beside the secrets.
  var cookies: [String] { told.withLock { $0 } }

  package func add(cookie text: String) { told.withLock { Self.add(text, to: &$0) } }

  package func add(_ text: String) { state.withLock { Self.add(text, to: &$0) } }

  private static func add(_ text: String, to values: inout [String]) {
    if text.isEmpty || values.contains(text) { return }
    values.append(text)
    if values.count > maximum { values.removeFirst() }
  }
}
