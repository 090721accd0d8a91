import DialSyntax
import Synchronization

/// The policy `auth` of a client: what its calls share about credentials that a server or a store gives.
final class AuthPolicy: Sendable {
  private struct State {
    weak var engine: Engine?
    var store: any TokenStore
    var desks: [TokenKey: TokenDesk] = [:]
    var renewals: [String: TokenRenewal] = [:]
    var digests: [DigestKey: DigestState] = [:]
  }

  private let state: Mutex<State>
  let vault = SecretVault()

  init(_ store: (any TokenStore)?) { state = Mutex(State(store: store ?? MemoryTokenStore())) }

  /// The engine owns the policy, and is asked to call the endpoints that fetch a token.
  func attach(_ engine: Engine) { state.withLock { $0.engine = engine } }

  var engine: Engine? { state.withLock { $0.engine } }

  var store: any TokenStore {
    get { state.withLock { $0.store } }
    set {
      state.withLock { state in
        state.store = newValue
        state.desks = [:]
      }
    }
  }

  func renew(_ label: String, _ renewal: @escaping TokenRenewal) { state.withLock { $0.renewals[label] = renewal } }

  func desk(_ key: TokenKey) -> TokenDesk {
    state.withLock { state in
      if let desk = state.desks[key] { return desk }
      let desk = TokenDesk(key, state.store, vault)
      state.desks[key] = desk
      return desk
    }
  }

  func digest(_ key: DigestKey) -> DigestState {
    state.withLock { state in
      if let digest = state.digests[key] { return digest }
      let digest = DigestState()
      state.digests[key] = digest
      return digest
    }
  }

  // MARK: middlewares

  /// What one endpoint needs; nil where there is nothing to do.
  func middleware(for plan: EndpointPlan) -> Middleware? {
    switch plan.model.auth {
    case .token(let model):
      if isExempt(plan.model, from: model) { return nil }
      return { [weak self] request, next in
        guard let self, let engine, let home = plan.foreign.home else { return try await next(request) }
        let source = try source(model, engine, home, plan.base)
        let policy = TokenPolicy(model: model, foreign: plan.foreign, desk: desk(source.key))
        return try await policy.run(request, next, source, engine)
      }
    case .digest(let user, let password):
      return { [weak self] request, next in
        guard let self, let engine, let home = plan.foreign.home else { return try await next(request) }
        let policy = try DigestPolicy(user, password, engine.scope, self, plan.foreign, home)
        return try await policy.run(request, next)
      }
    default: return nil
    }
  }

  /// The endpoints that fetch and renew a token are called without it.
  private func isExempt(_ endpoint: EndpointModel, from model: TokenModel) -> Bool {
    if model.endpoints.contains(endpoint.name) { return true }
    let others = engine?.spec.service.endpoints ?? []
    return others.contains { $0.auth.token.map { $0.isSame(as: model) && $0.endpoints.contains(endpoint.name) } ?? false }
  }

  /// Says whose call it is, above the cache; nil where no token and no challenge decides that.
  func identifying(_ plan: EndpointPlan) -> Middleware? {
    switch plan.model.auth {
    case .digest(let user, _):
      return { [weak self] request, next in
        var (request, filling) = (request, (self?.engine?.scope).map { TokenFilling($0) })
        request.identity = "digest \(try filling?.fill(user) ?? "")"
        return try await next(request)
      }
    case .token(let model) where !isExempt(plan.model, from: model):
      return { [weak self] request, next in
        var request = request
        if let self, let engine, let home = plan.foreign.home {
          let token = await desk(try key(model, engine, home, plan.base)).present()
          // Who is not known yet is nobody that was there before.
          request.identity = "token \(token?.session ?? String(UInt64.random(in: 0...(.max))))"
        }
        return try await next(request)
      }
    default: return nil
    }
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  // MARK: keys and sources

  /// The key of a token: its label, or what OAuth 2 asks for, at the origin of the base.
  func key(_ model: TokenModel, _ engine: Engine, _ home: Origin, _ base: String?) throws(CallError) -> TokenKey {
    var filling = TokenFilling(engine.scope)
    if let label = model.label { return TokenKey(label: try filling.fill(label) ?? "", origin: home.text) }
    guard let oauth = model.oauth else { return TokenKey(label: "", origin: home.text) }
    let client = OAuthClient(oauth, engine, vault, base: base)
    let parts =
      [try client.address("token_url")] + (try ["client_id", "username", "scope", "audience"].map(client.value)).compactMap(\.self)
    return TokenKey(label: parts.joined(separator: " "), origin: home.text)
  }

  /// Where its tokens come from; a label that another endpoint tells more about is the same label.
  func source(_ model: TokenModel, _ engine: Engine, _ home: Origin, _ base: String?) throws(CallError) -> TokenSource {
    let service = engine.spec.service
    var all = [model]
    if model.login == nil || model.refresh == nil, model.oauth == nil {
      all += service.endpoints.compactMap(\.auth.token).filter { $0 !== model && $0.isSame(as: model) }
    }
    let oauth = all.lazy.compactMap(\.oauth).first
    let teller = all.first { $0.login != nil || $0.refresh != nil } ?? model
    let key = try key(model, engine, home, base)
    return TokenSource(
      key: key, login: all.lazy.compactMap(\.login).first, refresh: all.lazy.compactMap(\.refresh).first, paths: teller.paths,
      oauth: oauth, renewal: state.withLock { $0.renewals[key.label] }, base: base, file: service.file.name,
      variables: Self.distinct(
        (all.lazy.compactMap(\.login).first?.arguments.flatMap(\.value.variables) ?? []) + (oauth?.texts ?? []).flatMap(\.text.variables)))
  }
}
