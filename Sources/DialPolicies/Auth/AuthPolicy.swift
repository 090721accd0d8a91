package import DialJSON
package import DialMessage
package import DialModel
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
  private let clock: @Sendable () -> Int64

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

  /// Returns the middleware for one endpoint; nil if it needs none.
  package func middleware(for scope: CredentialScope) -> Middleware? {
    let middlewares = scope.auth.compactMap { middleware($0, for: scope) }
    guard middlewares.count > 1 else { return middlewares.first }
    return { request, next in try await next.wrapped(by: middlewares)(request) }
  }

  private func middleware(_ auth: AuthModel, for scope: CredentialScope) -> Middleware? {
    switch auth {
    case .token(let model):
      if isExempt(scope.endpoint, from: model) { return nil }
      return { [weak self] request, next in
        guard let self, let delegate, !scope.foreign.contains(request.url) else { return try await next(request) }
        guard let home = scope.foreign.home else { throw TokenSource.baseless }
        let source = try source(of: scope, model, delegate, home)
        // A spec that someone else may have written cannot send stored secrets to other hosts than its base.
        let foreign = source.isGuarded ? CrossOriginRule(home: home, trustedHosts: []) : scope.foreign
        let policy = TokenPolicy(model: model, foreign: foreign, isGuarded: source.isGuarded, provider: provider(source.key), vault: vault)
        return try await policy.run(request, next, source, delegate)
      }
    case .digest(let user, let password):
      return { [weak self] request, next in
        let foreign = scope.foreign.of(request)
        guard let self, let delegate, let home = foreign.home ?? Origin(request.url) else { return try await next(request) }
        let policy = try DigestPolicy(user, password, delegate, self, foreign, home)
        return try await policy.run(request, next)
      }
    case .aws4(let model):
      return { [weak self] request, next in
        let foreign = scope.foreign.of(request)
        guard let self, let delegate, !foreign.contains(request.url), !request.context[IsAway.self] else {
          return try await next(request)
        }
        let policy = try AWS4Policy(model, delegate, foreign, host: SignedURL(request.url).host, clock: clock)
        return try await policy.run(request, next)
      }
    default: return nil
    }
  }

  /// The endpoints that fetch and renew a token are called without it.
  private func isExempt(_ endpoint: EndpointModel, from model: TokenModel) -> Bool {
    if model.endpoints.contains(endpoint.name) { return true }
    let others = delegate?.service.tokens ?? []
    return others.contains { $0.isSame(as: model) && $0.endpoints.contains(endpoint.name) }
  }

  /// Identifies the user of a call for the cache, which runs before this policy; nil if neither a token nor a challenge decides.
  package func identifying(_ scope: CredentialScope) -> Middleware? {
    let deciding = scope.auth.filter { auth in
      switch auth {
      case .digest, .aws4: true
      case .token(let model): !isExempt(scope.endpoint, from: model)
      default: false
      }
    }
    if deciding.isEmpty { return nil }
    return { [weak self] request, next in
      var request = request
      let foreign = scope.foreign.of(request)
      if let self, let delegate, !foreign.contains(request.url) {
        var users: [String] = []
        for auth in deciding { users.append(try await user(auth, delegate, foreign.home, scope)) }
        // One unknown user makes the whole unknown, because no other call has it.
        request.identity.user = users.joined(separator: "\n")
      }
      return try await next(request)
    }
  }

  private func user(
    _ auth: AuthModel, _ delegate: any AuthDelegate, _ home: Origin?, _ scope: CredentialScope
  ) async throws(CallError) -> String {
    switch auth {
    case .digest(let user, let password):
      var filling = TokenArguments(delegate)
      return "digest \(try filling.fill(user) ?? "")\n\(try filling.fill(password) ?? "")"
    case .aws4(let model):
      var filling = TokenArguments(delegate)
      return "aws4 \(try filling.fill(model.key) ?? "")\n\(try filling.fill(model.secret) ?? "")"
    case .token(let model):
      guard let home else { return CacheIdentity.unknown }
      // An expired token still identifies the user.
      let token = await provider(try key(model, delegate, home, scope)).present()
      return token.map { CacheIdentity.user(of: $0) } ?? CacheIdentity.unknown
    default: return ""
    }
  }

  /// The key of a token: its label, or the request to the OAuth 2 server, at the origin of the base, and the values it is fetched with.
  func key(_ model: TokenModel, _ delegate: any AuthDelegate, _ home: Origin, _ scope: CredentialScope) throws(CallError) -> TokenKey {
    var filling = TokenArguments(delegate)
    let models = models(like: model, delegate)
    let account = knownAccount(of: model, models, scope, delegate)
    let client = models.lazy.compactMap(\.oauth).first.map { OAuthClient($0, delegate, vault, base: scope.base) }
    let server = try client?.address("token_url") ?? ""
    if let label = model.label {
      let label = try filling.fill(label) ?? ""
      for secret in filling.secrets { vault.add(secret) }
      return TokenKey(label: label, origin: home.text, server: server, account: account.text)
    }
    let values = try client?.values(["client_id", "username", "scope", "audience"]).map(\.1) ?? []
    return TokenKey(label: ([server] + values).joined(separator: " "), origin: home.text, account: account.text)
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
  private func account(_ models: [TokenModel], _ scope: CredentialScope, _ delegate: any AuthDelegate) -> TokenAccount {
    if let oauth = models.lazy.compactMap(\.oauth).first { return TokenAccount(oauth, delegate) }
    if let login = models.lazy.compactMap(\.login).first { return TokenAccount(login, delegate, base: scope.base) }
    guard models.contains(where: { $0.supply != nil }) else { return TokenAccount("") }
    let others = scope.auth.filter { if case .token = $0 { false } else { true } }
    return TokenAccount([], others.flatMap(\.variables), delegate)
  }

  /// Returns the model, and the others that declare more about the token of the same label.
  private func models(like model: TokenModel, _ delegate: any AuthDelegate) -> [TokenModel] {
    guard model.login == nil || model.refresh == nil, model.oauth == nil else { return [model] }
    return [model] + delegate.service.tokens.filter { $0 !== model && $0.isSame(as: model) }
  }

  /// Whether stored secrets go only to the origin of the base: someone else may have written the spec, and the store is shared.
  private func isGuarded(_ delegate: any AuthDelegate) -> Bool { delegate.isUntrusted && !(store is MemoryTokenStore) }

  /// Returns where the tokens of an endpoint come from.
  package func source(of scope: CredentialScope, _ model: TokenModel, _ delegate: any AuthDelegate, _ home: Origin) throws(CallError)
    -> TokenSource
  {
    let all = models(like: model, delegate)
    let (oauth, login) = (all.lazy.compactMap(\.oauth).first, all.lazy.compactMap(\.login).first)
    let fetching = all.first { $0.login != nil || $0.refresh != nil } ?? model
    let key = try key(model, delegate, home, scope)
    return TokenSource(
      key: key, login: login, refresh: all.lazy.compactMap(\.refresh).first, paths: fetching.paths,
      oauth: oauth, renewal: state.withLock { $0.renewals[key.label] }, base: scope.base, tls: scope.endpoint.policy.tls,
      variables: ((login?.arguments ?? []).flatMap(\.value.variables) + (oauth?.texts ?? []).flatMap(\.text.variables)).distinct(),
      isGuarded: isGuarded(delegate))
  }
}

/// What the policy `auth` needs from its client: the spec, the values of variables, and a way to send token requests.
package protocol AuthDelegate: AnyObject, Sendable {
  var service: ServiceModel { get }
  var isUntrusted: Bool { get }
  /// Whether mocks or a recording respond, so that no tokens are fetched.
  var isOffline: Bool { get }

  /// Returns the value of `${NAME}` in `auth`. Throws an error with code `variable` if it has none.
  func variable(_ name: String) throws(CallError) -> String

  /// Returns what tells the value of a variable from another one: the value, or the program of a profile that would have to be run to get
  /// it; nil if it has none.
  func identity(of name: String) -> String?

  /// Calls an endpoint of the spec and returns the whole response, before `@`.
  ///
  /// - Parameters:
  ///   - base: the base to use; nil for that of the client.
  ///   - review: sees the request before it is sent, and can change it.
  func call(
    _ endpoint: String, _ arguments: [(String, JSON)], base: String?, _ review: (inout PreparedRequest) throws(CallError) -> Void
  ) async throws(CallError) -> TokenResponse

  /// Sends a request to a URL that is not an endpoint of the spec, with the timeouts and retries of `endpoint`.
  func send(
    _ endpoint: EndpointModel, to url: String, _ headers: [(String, String)], _ review: (inout PreparedRequest) -> Void
  ) async throws(CallError) -> TokenResponse
}

/// The endpoint whose calls need credentials, and the origins that may get them.
package struct CredentialScope: Sendable {
  package let endpoint: EndpointModel
  /// The credentials of its calls.
  package let auth: [AuthModel]
  /// Decides which origins do not get credentials.
  package let foreign: CrossOriginRule
  package let base: String?

  package init(_ endpoint: EndpointModel, _ auth: [AuthModel], _ foreign: CrossOriginRule, base: String?) {
    (self.endpoint, self.auth, self.foreign, self.base) = (endpoint, auth, foreign, base)
  }
}
