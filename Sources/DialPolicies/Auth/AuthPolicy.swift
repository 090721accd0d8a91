package import DialMessage
package import DialModel
import HTTPTypes
import Synchronization

/// The policy `auth` of a client: the state that its calls share about credentials from a server or a store.
package final class AuthPolicy: Sendable {
  private struct State {
    weak var delegate: (any AuthDelegate)?
    var store: any TokenStore
    var providers: [TokenKey: TokenProvider] = [:]
    var renewals: [String: TokenRenewal] = [:]
    var digests: [DigestKey: DigestState] = [:]
    /// The accounts, with the models that their keys identify.
    var accounts: [AccountKey: (model: TokenModel, account: TokenAccount)] = [:]
  }

  private let state: Mutex<State>
  package let vault = SecretVault()
  /// Seconds since 1970, for signatures.
  let clock: @Sendable () -> Int64

  package init(_ store: (any TokenStore)?, clock: @escaping @Sendable () -> Int64 = { WallClock.seconds }) {
    self.clock = clock
    state = Mutex(State(store: store ?? MemoryTokenStore()))
  }

  /// Sets the delegate, which calls the endpoints that fetch a token. The delegate owns the policy.
  package func attach(_ delegate: any AuthDelegate) { state.withLock { $0.delegate = delegate } }

  var delegate: (any AuthDelegate)? { state.withLock { $0.delegate } }

  package var store: any TokenStore {
    get { state.withLock { $0.store } }
    set {
      state.withLock { state in
        state.store = newValue
        state.providers = [:]
      }
    }
  }

  package func renew(_ label: String, _ renewal: @escaping TokenRenewal) { state.withLock { $0.renewals[label] = renewal } }

  func provider(_ key: TokenKey) -> TokenProvider {
    state.withLock { state in
      let store = state.store
      return state.providers.value(key) { TokenProvider(key, store, vault) }
    }
  }

  func digest(_ key: DigestKey) -> DigestState { state.withLock { $0.digests.value(key) { DigestState() } } }

  package func middleware(for scope: CredentialScope) -> Middleware? {
    let middlewares = authorizers(scope).map { credential, authorizer -> Middleware in
      { [weak self] request, next in
        guard let context = try Self.context(of: self, credential, scope, request) else { return try await next(request) }
        // A header that the caller passed is kept.
        if credential.location.isGiven(in: request) { return try await next(request) }
        var request = request
        if let name = credential.location.header.flatMap({ HTTPField.Name($0) }) { request.secrets.headerNames.insert(name) }
        return try await authorizer.send(request, next, context)
      }
    }
    guard middlewares.count > 1 else { return middlewares.first }
    return { request, next in try await next.wrapped(by: middlewares)(request) }
  }

  /// Identifies the user of a call for the cache, which runs before this policy; nil if its request does.
  package func identifying(_ scope: CredentialScope) -> Middleware? {
    let deciding = authorizers(scope)
    if deciding.isEmpty { return nil }
    return { [weak self] request, next in
      var request = request
      var users: [String] = []
      for (credential, authorizer) in deciding {
        if let context = try Self.context(of: self, credential, scope, request) { users.append(try await authorizer.user(context)) }
      }
      // One unknown user makes the whole unknown, because no other call has it.
      if !users.isEmpty { request.identity.user = users.joined(separator: "\n") }
      return try await next(request)
    }
  }

  /// Returns the credentials of an endpoint that are added when a request is sent.
  private func authorizers(_ scope: CredentialScope) -> [(Credential, any RequestAuthorizer)] {
    scope.auth.compactMap { credential in
      guard let authorizer = credential.authorizer, authorizer.isNeeded(credential, by: scope.endpoint, delegate?.service) else {
        return nil
      }
      return (credential, authorizer)
    }
  }

  /// Returns what adds a credential to a request; nil if its origin does not get credentials.
  private static func context(
    of policy: AuthPolicy?, _ credential: Credential, _ scope: CredentialScope, _ request: PreparedRequest
  ) throws(CallError) -> CredentialContext? {
    let foreign = scope.foreign.of(request)
    if foreign.contains(request.url) || request.context[IsAway.self] { return nil }
    guard let policy, let delegate = policy.delegate else {
      throw CallError(.credentials, "the credentials in 'auth' cannot be sent, because the client no longer exists", of: scope.endpoint)
    }
    return CredentialContext(credential: credential, scope: scope, foreign: foreign, policy: policy, delegate: delegate)
  }

  /// The key of a token: its label, or the request to the OAuth 2 server, at the origin of the base, and the values it is fetched with.
  func key(_ model: TokenModel, _ delegate: any AuthDelegate, _ origin: Origin, _ scope: CredentialScope) throws(CallError) -> TokenKey {
    var filling = TokenArguments(delegate)
    let models = models(like: model, delegate)
    let account = knownAccount(of: model, models, scope, delegate)
    let client = models.lazy.compactMap(\.oauth).first.map { OAuthClient($0, delegate, vault, base: scope.base) }
    let server = try client?.address("token_url") ?? ""
    if let label = model.label {
      let label = try filling.fill(label) ?? ""
      for secret in filling.secrets { vault.add(secret) }
      return TokenKey(label: label, origin: origin.text, server: server, account: account.text)
    }
    let values = try client?.values(["client_id", "username", "scope", "audience"]).map(\.1) ?? []
    return TokenKey(label: ([server] + values).joined(separator: " "), origin: origin.text, account: account.text)
  }

  /// The account of a token, made once: the variables of a client do not change.
  private func knownAccount(
    of model: TokenModel, _ models: [TokenModel], _ scope: CredentialScope, _ delegate: any AuthDelegate
  ) -> TokenAccount {
    let key = AccountKey(model: ObjectIdentifier(model), endpoint: scope.endpoint.name, base: scope.base)
    if let known = state.withLock({ $0.accounts[key]?.account }) { return known }
    let made = account(models, scope, delegate)
    state.withLock { state in
      // The number of bases is not limited.
      if state.accounts.count >= Self.maxAccounts { state.accounts = [:] }
      state.accounts[key] = (model, made)
    }
    return made
  }

  private static let maxAccounts = 1024

  private struct AccountKey: Hashable {
    let model: ObjectIdentifier
    let endpoint: String
    let base: String?
  }

  /// Returns what the token of a label is fetched with: by OAuth 2, by `login`, or by the calls whose responses contain it, which have the
  /// other credentials.
  private func account(_ sources: [TokenModel], _ scope: CredentialScope, _ delegate: any AuthDelegate) -> TokenAccount {
    if let oauth = sources.lazy.compactMap(\.oauth).first { return TokenAccount(oauth, delegate) }
    if let login = sources.lazy.compactMap(\.login).first { return TokenAccount(login, delegate, base: scope.base) }
    guard sources.contains(where: { $0.supply != nil }) else { return TokenAccount("") }
    let others = scope.auth.filter { $0.token == nil }
    return TokenAccount([], others.flatMap(\.variables), delegate)
  }

  /// Returns the model, and the others that declare more about the token of the same label.
  private func models(like model: TokenModel, _ delegate: any AuthDelegate) -> [TokenModel] {
    guard model.login == nil || model.refresh == nil, model.oauth == nil else { return [model] }
    return [model] + delegate.service.tokens.filter { $0 !== model && $0.isSame(as: model) }
  }

  package func source(of scope: CredentialScope, _ model: TokenModel, _ delegate: any AuthDelegate, _ origin: Origin) throws(CallError)
    -> TokenSource
  {
    let all = models(like: model, delegate)
    let (oauth, login) = (all.lazy.compactMap(\.oauth).first, all.lazy.compactMap(\.login).first)
    let fetching = all.first { $0.login != nil || $0.refresh != nil } ?? model
    let key = try key(model, delegate, origin, scope)
    return TokenSource(
      key: key, login: login, refresh: all.lazy.compactMap(\.refresh).first, paths: fetching.paths,
      oauth: oauth, renewal: state.withLock { $0.renewals[key.label] }, base: scope.base, tls: scope.endpoint.policy.tls,
      variables: ((login?.arguments ?? []).flatMap(\.value.variables) + (oauth?.texts ?? []).flatMap(\.text.variables)).distinct(),
      // Someone else may have written the spec, and the store is shared.
      isGuarded: delegate.isUntrusted && !(store is MemoryTokenStore))
  }
}
