import DialJSON
package import DialMessage
package import DialModel

/// A closure of the program that renews a token; `old` is nil if there is none yet.
package typealias TokenRenewal = @Sendable (_ old: Token?) async throws -> Token

/// The source of the tokens of one key: a closure, endpoints of the spec, or a token server.
package struct TokenSource: Sendable {
  package let key: TokenKey
  let login: NamedCall?
  let refresh: NamedCall?
  let paths: TokenModel.Paths
  let oauth: OAuthModel?
  let renewal: TokenRenewal?
  /// The base, also for the calls that fetch a token.
  let base: String?
  /// The TLS rules of the endpoint that needs the token.
  let tls: TLSModel?
  let variables: [String]
  /// Whether stored secrets go only to the origin of the base, whatever the spec says.
  let isGuarded: Bool
  /// The token in a response, which is used instead of a request for one.
  var brought: Token?

  /// Whether a token can be fetched without a user.
  package var canFetch: Bool { brought != nil || renewal != nil || login != nil || oauth.map { !$0.grant.isInteractive } ?? false }

  /// Whether a token is ever requested.
  var mayAsk: Bool { canFetch || refresh != nil || oauth != nil }

  func canRenew(_ token: Token) -> Bool {
    if brought != nil || renewal != nil { return true }
    if let refresh { return token.refresh != nil || !refresh.arguments.contains { $0.value.arguments.contains("refresh_token") } }
    return oauth != nil && token.refresh != nil
  }

  package func fetch(_ delegate: any AuthDelegate, _ vault: SecretVault) async throws(CallError) -> Token {
    if let given = try await given(instead: nil) { return given }
    if let oauth { return try await client(oauth, delegate, vault).token() }
    guard let login else { throw absent() }
    return try await call(login, nil, delegate, vault)
  }

  func renew(_ old: Token, _ delegate: any AuthDelegate, _ vault: SecretVault) async throws(CallError) -> Token {
    if var given = try await given(instead: old) {
      given.session = old.session
      return given
    }
    if let refresh { return try await call(refresh, old, delegate, vault) }
    guard let oauth else { throw expired() }
    return try await client(oauth, delegate, vault).token(renewing: old)
  }

  package func client(_ oauth: OAuthModel, _ delegate: any AuthDelegate, _ vault: SecretVault) -> OAuthClient {
    OAuthClient(oauth, delegate, vault, base: base, tls: tls)
  }

  /// Returns the token that a response or the program has given; nil if it must be requested.
  private func given(instead old: Token?) async throws(CallError) -> Token? {
    if let brought { return brought }
    guard let renewal else { return nil }
    let token: Token
    do { token = try await renewal(old) } catch {
      if let error = error as? CallError { throw error }
      if error is CancellationError { throw CallError(.cancelled, "the call was cancelled") }
      throw CallError(.credentials, "\(error)")
    }
    guard HeaderRules.isValue(token.access), !token.access.isEmpty else {
      throw CallError(.credentials, "the token is empty, or contains a character that is not allowed in a header")
    }
    return token
  }

  /// Calls an endpoint of the spec and returns the whole response, before `@`.
  private func call(_ call: NamedCall, _ old: Token?, _ delegate: any AuthDelegate, _ vault: SecretVault) async throws(CallError) -> Token {
    var filling = TokenArguments(delegate)
    let arguments = try filling.arguments(call, old)
    for secret in filling.secrets { vault.add(secret) }
    let response = try await delegate.call(call.endpoint, arguments, base: base) { request throws(CallError) in
      // A cached token may be invalid.
      request.policy.cache = .none
      if isGuarded { try guarded(&request, call) }
      request.context[BodyHoldsSecret.self] = true
    }
    return try response.token(at: paths, isOAuth: false, renewing: old)
  }

  private func guarded(_ request: inout PreparedRequest, _ call: NamedCall) throws(CallError) {
    request.policy.trustedHosts = []
    guard let there = Origin(request.url), there.text != key.origin else { return }
    throw CallError(
      .credentials,
      "'\(call.endpoint)' at '\(there.text)' cannot use the stored tokens of '\(key.origin)', because the spec is not trusted",
      hint: "load the spec from its file, or with 'trust: .full'")
  }

  package static let baseless = CallError(.arguments, "a token requires a base, but the spec has no 'base'", remedy: .base)

  func absent() -> CallError {
    missing(oauth?.grant.isInteractive == true ? "not signed in to '\(key.origin)'" : "no token is stored under '\(key.label)'")
  }

  func expired() -> CallError { missing("the token '\(key.label)' has expired or was rejected, and cannot be renewed") }

  private func missing(_ message: String) -> CallError { CallError(.credentials, message, remedy: .signIn) }

  /// Returns the remedy for a rejected token request.
  func remedy(isSignIn: Bool) -> Remedy? {
    let isClient = oauth.map { !$0.grant.isInteractive } ?? false
    let canSignIn = !isSignIn && !isClient
    guard let first = variables.first, login != nil || isClient else { return canSignIn ? .signIn : nil }
    let names = variables.prefix(4).map { "'\($0)'" }.joined(separator: " and ")
    let remedy = Remedy.anotherValue(of: first, reason: "the server may have rejected \(names)")
    return canSignIn ? .orSignIn(remedy) : remedy
  }
}

/// Fills the variables of a client into the arguments of a call that fetches or renews a token.
struct TokenArguments {
  private let delegate: any AuthDelegate
  private(set) var secrets: [String] = []
  private var bytes = 0

  init(_ delegate: any AuthDelegate) { self.delegate = delegate }

  /// Returns the arguments, without those that need an absent part of the token.
  mutating func arguments(_ call: NamedCall, _ old: Token?) throws(CallError) -> [(String, JSON)] {
    var arguments: [(String, JSON)] = []
    for (name, template) in call.arguments {
      if let value = try fill(template, old) { arguments.append((name.literal ?? "", value)) }
    }
    return arguments
  }

  private mutating func fill(_ template: BodyTemplate, _ old: Token?) throws(CallError) -> JSON? {
    switch template {
    case .literal(let json): return json
    case .text(let text): return try fill(text, old).map(JSON.string)
    case .array(let items):
      var filled: [JSON] = []
      for item in items { if let value = try fill(item, old) { filled.append(value) } }
      return .array(filled)
    case .object(let members):
      var filled: [(String, JSON)] = []
      for (name, value) in members {
        if let name = try fill(name, old), let value = try fill(value, old) { filled.append((name, value)) }
      }
      return .object(filled)
    }
  }

  /// Fills in a text of `auth`; nil if it needs an absent part of the token.
  mutating func fill(_ text: Text, _ old: Token? = nil) throws(CallError) -> String? {
    var whole = ""
    for piece in text.pieces {
      let part: String
      switch piece {
      case .literal(let text): part = text
      case .generated(let word): part = word.rawValue
      case .argument(let name, _):
        guard let text = name == "access_token" ? old?.access : old?.refresh else { return nil }
        part = text
      case .variable(let name):
        part = try delegate.variable(name)
        secrets.append(part)
      }
      bytes += part.utf8.count
      guard bytes <= Text.maxFilledBytes else {
        throw CallError(.credentials, "the texts in 'auth' have more than 4 MiB in total; use shorter variables, or use them less often")
      }
      whole += part
    }
    return whole
  }
}
