import DialJSON
package import DialMessage
package import DialModel
import HTTPTypes

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
  /// The name of the spec, for hints.
  let file: String
  /// The variables that a token request uses.
  let variables: [String]
  /// Whether stored secrets go only to the origin of the base, whatever the spec says.
  let isGuarded: Bool
  /// The token in a response, which is used instead of a request for one.
  var brought: Token?

  /// Whether a token can be fetched without a user.
  package var canFetch: Bool { brought != nil || renewal != nil || login != nil || oauth.map { !$0.grant.isInteractive } ?? false }

  /// Whether a token is ever requested.
  var mayAsk: Bool { canFetch || refresh != nil || oauth != nil }

  /// Whether this token can be renewed.
  func canRenew(_ token: Token) -> Bool {
    if brought != nil || renewal != nil { return true }
    if let refresh { return token.refresh != nil || !refresh.arguments.contains { $0.value.arguments.contains("refresh_token") } }
    return oauth != nil && token.refresh != nil
  }

  /// Whether a rejected token can be replaced.
  func canReplace(_ token: Token) -> Bool { canFetch || canRenew(token) }

  package func fetch(_ delegate: any AuthDelegate, _ vault: SecretVault) async throws(CallError) -> Token {
    if let brought { return brought }
    if let renewal { return try await asked(renewal, nil) }
    if let oauth { return try await client(oauth, delegate, vault).token() }
    guard let login else { throw absent() }
    return try await call(login, nil, delegate, vault)
  }

  func renew(_ old: Token, _ delegate: any AuthDelegate, _ vault: SecretVault) async throws(CallError) -> Token {
    if var brought {
      brought.session = old.session
      return brought
    }
    if let renewal {
      var token = try await asked(renewal, old)
      token.session = old.session
      return token
    }
    if let refresh { return try await call(refresh, old, delegate, vault) }
    guard let oauth else { throw expired() }
    return try await client(oauth, delegate, vault).token(renewing: old)
  }

  package func client(_ oauth: OAuthModel, _ delegate: any AuthDelegate, _ vault: SecretVault) -> OAuthClient {
    OAuthClient(oauth, delegate, vault, base: base, tls: tls)
  }

  private func asked(_ renewal: TokenRenewal, _ old: Token?) async throws(CallError) -> Token {
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
      request.bodyHoldsSecret = true
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

  func absent() -> CallError {
    guard let oauth, oauth.grant.isInteractive else {
      return CallError(
        .credentials, "no token is stored under '\(key.label)'", hint: Self.storing, commandHint: "run: dial auth login \(file)")
    }
    return CallError(
      .credentials, "not signed in to '\(key.origin)'", hint: Self.storing, commandHint: "run: dial auth login \(file)")
  }

  private static let storing = "store a token with 'client.tokens.set(_:for:)'"

  /// The hints if only a new token helps.
  var newToken: CredentialRefusal { CredentialRefusal(hint: Self.storing, commandHint: "run: dial auth login \(file)") }

  /// Returns the hints for a rejected token request.
  func remedy(isSignIn: Bool) -> CredentialRefusal? {
    let again = isSignIn || oauth.map { !$0.grant.isInteractive } ?? false ? nil : "dial auth login \(file)"
    guard !variables.isEmpty, login != nil || oauth.map({ !$0.grant.isInteractive }) ?? false else {
      return again.map { CredentialRefusal(hint: Self.storing, commandHint: "sign in again: \($0)") }
    }
    let names = variables.prefix(4).map { "'\($0)'" }.joined(separator: " and ")
    let rejected = "the server may have rejected \(names)"
    return CredentialRefusal(
      hint: "\(rejected); pass another value in 'variables:'",
      commandHint: "\(rejected); set another value with --var \(variables[0])=…" + (again.map { ", or run: \($0)" } ?? ""))
  }

  func expired() -> CallError {
    CallError(
      .credentials, "the token '\(key.label)' has expired or was rejected, and cannot be renewed",
      hint: Self.storing, commandHint: "run: dial auth login \(file)")
  }
}

/// Fills the variables of a client into the arguments of a call that fetches or renews a token.
struct TokenArguments {
  private let delegate: any AuthDelegate
  private(set) var secrets: [String] = []

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
      switch piece {
      case .literal(let part): whole += part
      case .generated(let word): whole += word.rawValue
      case .argument(let name):
        guard let part = name == "access_token" ? old?.access : old?.refresh else { return nil }
        whole += part
      case .variable(let name):
        let value = try delegate.variable(name)
        secrets.append(value)
        whole += value
      }
    }
    return whole
  }
}
