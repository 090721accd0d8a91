import DialBuild
package import DialMessage
package import DialModel
public import DialPolicies

package struct SignIn: Sendable {
  package let model: TokenModel
  package let key: TokenKey
  private let source: TokenSource
  private let engine: Engine

  /// The OAuth 2 client; nil if the token comes from elsewhere.
  package var oauth: OAuthClient? {
    model.oauth.map { source.client($0, engine, engine.policies.auth.vault) }
  }

  package var canFetch: Bool { source.canFetch }

  fileprivate init(_ model: TokenModel, _ source: TokenSource, _ engine: Engine) {
    (self.model, self.source, self.engine, key) = (model, source, engine, source.key)
  }

  /// Fetches a new token, even if one is stored, without storing it.
  package func fetch() async throws(CallError) -> Token {
    do throws(CallError) {
      return try await source.fetch(engine, engine.policies.auth.vault)
    } catch {
      throw described(error)
    }
  }

  /// Returns the error of a token request as one of the sign-in.
  package func described(_ error: CallError) -> CallError {
    var failure = error.asCredentials(source, "fetched", isSignIn: true)
    failure.message = redact(failure.message)
    return failure
  }

  package func stored() async throws -> Token? { try await engine.policies.auth.store.token(for: key) }

  package func keep(_ token: Token) async throws { try await engine.policies.auth.store.set(token, for: key) }

  package func forget() async throws { try await engine.policies.auth.store.remove(key) }

  package func redact(_ text: String) -> String {
    var secrets = Secrets()
    secrets.vault = engine.policies.auth.vault
    return secrets.redact(text)
  }
}

extension Client {
  package func signIns() throws(CallError) -> [SignIn] {
    var seen: Set<TokenKey> = []
    var found: [SignIn] = []
    let auth = engine.policies.auth
    let service = engine.spec.service
    // The operations of a document are read one by one; one that cannot be read needs no token.
    let isLate = service.traits.hasLateTokens
    var lacking: EndpointPlan?
    for place in isLate ? Array(service.endpoints.names.indices) : service.traits.tokenHolders {
      let name = service.endpoints.names[place]
      let read: EndpointPlan?
      if isLate { read = try? engine.plan(name) } else { read = try engine.plan(name) }
      guard let plan = read else { continue }
      // These tokens come from responses, so users cannot sign in for them.
      var models = plan.model.auth.tokens.filter { $0.supply != .refusal }
      if isLate {
        lacking = lacking ?? (models.isEmpty ? nil : plan)
        models = complete(models)
      }
      if models.isEmpty { continue }
      guard let origin = plan.foreign.origin else { throw TokenSource.baseless }
      for model in models {
        let source = try auth.source(of: plan.credentialScope, model, engine, origin)
        if seen.insert(source.key).inserted { found.append(SignIn(model, source, engine)) }
      }
    }
    // Without any values, the error names the variable that is missing.
    if found.isEmpty, let lacking, let model = wantedTokens.first, let origin = lacking.foreign.origin {
      _ = try auth.source(of: lacking.credentialScope, model, engine, origin)
    }
    // Other tokens of a document are fetched when a call needs them.
    let interactive = found.filter { $0.model.oauth?.grant.isInteractive ?? false }
    return isLate && !interactive.isEmpty ? interactive : found
  }

  /// Returns the first of some alternatives whose variables have values.
  private func complete(_ models: [TokenModel]) -> [TokenModel] {
    let ready = models.first { $0.variables.allSatisfy { engine.scope.value($0, in: .auth)?.isEmpty == false } }
    return ready.map { [$0] } ?? []
  }

  /// The tokens of the spec for which a user is asked: of the alternatives in a document, one in which a user signs in with fewest values.
  private var wantedTokens: [TokenModel] {
    let service = engine.spec.service
    guard service.traits.hasLateTokens else { return service.tokens }
    let all = service.endpoints.flatMap(\.auth.tokens)
    if !complete(all).isEmpty { return [] }
    let interactive = all.filter { $0.oauth?.grant.isInteractive ?? true }
    return (interactive.isEmpty ? all : interactive).min { $0.variables.count < $1.variables.count }.map { [$0] } ?? []
  }

  /// The variables without a value that the tokens of the spec need. Hidden ones are not echoed while typing.
  package var missingForTokens: [(name: String, isHidden: Bool)] {
    let models = wantedTokens
    let hidden = Set(models.flatMap(\.credentials))
    return models.flatMap(\.variables).distinct().filter { engine.scope.value($0, in: .auth) == nil }.map { name in
      let plain = name.lowercased()
      return (
        name,
        hidden.contains(name) || SecretNames.contains(name, in: .item) || ["pass", "pw", "pin", "otp"].contains { plain.contains($0) }
      )
    }
  }

  /// The token store of this client and its copies; in memory by default. See ``TokenStore``.
  ///
  /// ```swift
  /// users.tokens = FileTokenStore("tokens.json")
  /// ```
  public var tokens: any TokenStore {
    get { engine.policies.auth.store }
    nonmutating set { engine.policies.auth.store = newValue }
  }

  /// Sets a closure that fetches and renews a token, instead of the endpoints of the spec. `old` is nil if there is no token yet. It is
  /// called once for all waiting calls; an error is thrown by each of them.
  ///
  /// ```swift
  /// users.renew("session") { old in
  ///   let response = try await sso.token(for: old?.refresh)
  ///   return Token(response.token, refresh: response.refresh, lifetime: .seconds(response.seconds))
  /// }
  /// ```
  ///
  /// - Parameter label: the label of the token, `session` in `auth: {bearer: session}`.
  public func renew(_ label: String, with renewal: @escaping @Sendable (_ old: Token?) async throws -> Token) {
    engine.policies.auth.renew(label, renewal)
  }
}
