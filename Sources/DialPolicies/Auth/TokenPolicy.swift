import DialJSON
import DialMessage
package import DialModel
import HTTPTypes

/// A token that is stored, fetched and renewed. The mapping that declares it has a reader of its own.
struct TokenKind: CredentialKind, RequestAuthorizer {
  let name = "oauth2"
  let syntax: CredentialSyntax? = nil
  var authorization: CredentialAuthorization { .request(self) }

  func work(_ credential: Credential) -> String { "renewed once on \(credential.token?.on.text ?? "")" }

  func product(_ credential: Credential) -> String {
    "the \(credential.token?.oauth != nil && credential.title.hasPrefix(name) ? "token of \(credential.title)" : credential.title)"
  }

  /// The endpoints that fetch and renew a token are called without it.
  func isNeeded(_ credential: Credential, by endpoint: EndpointModel, _ service: ServiceModel?) -> Bool {
    guard let model = credential.token else { return false }
    return !([model] + (service?.tokens ?? []).filter { $0.isSame(as: model) }).contains { $0.endpoints.contains(endpoint.name) }
  }

  func user(_ context: CredentialContext) async throws -> String {
    guard let model = context.credential.token, let origin = context.foreign.origin else { return CacheIdentity.unknown }
    // An expired token still identifies the user.
    let token = await context.policy.provider(try context.policy.key(model, context.delegate, origin, context.scope)).present()
    return token.map { CacheIdentity.user(of: $0) } ?? CacheIdentity.unknown
  }

  func send(_ request: PreparedRequest, _ next: Next, _ context: CredentialContext) async throws -> Response {
    let (policy, scope) = (context.policy, context.scope)
    // A token belongs to one host, so it is not that of the arguments.
    guard let model = context.credential.token, let origin = scope.foreign.origin else { throw TokenSource.baseless }
    let source = try policy.source(of: scope, model, context.delegate, origin)
    // A spec that someone else may have written cannot send stored secrets to other hosts than its base.
    if source.isGuarded, CrossOriginRule(origin: origin, trustedHosts: []).contains(request.url) { return try await next(request) }
    return try await TokenPolicy(model: model, isGuarded: source.isGuarded, provider: policy.provider(source.key), vault: policy.vault)
      .run(request, next, source, context.delegate)
  }
}

extension Credential {
  package convenience init(_ token: TokenModel) {
    self.init(
      kind: TokenKind().name, range: token.range, parts: [], settings: [:], token: token, location: token.location, title: token.title,
      scheme: nil, readsBody: false)
  }
}

/// Adds a token to the requests of one endpoint. If it is rejected, renews it and repeats the request once.
struct TokenPolicy {
  let model: TokenModel
  /// Whether redirects to trusted hosts do not get the token either.
  let isGuarded: Bool
  let provider: TokenProvider
  let vault: SecretVault

  func run(_ request: PreparedRequest, _ next: Next, _ source: TokenSource, _ delegate: any AuthDelegate) async throws -> Response {
    let asking = TokenProvider.Asking(source: source, delegate: delegate, start: .now, deadline: request.end?.instant)
    guard model.supply != nil, !source.mayAsk else {
      return try await run(request, next, asking, with: try await provider.token(for: asking))
    }
    if let token = await provider.present() { return try await run(request, next, asking, with: token) }
    // A server would return a different token to each call.
    let (shared, isFirst) = provider.firstRequests.join(provider.key)
    guard isFirst else {
      try await shared.wait(until: asking.deadline)
      return try await run(request, next, asking, with: await provider.present())
    }
    defer { provider.firstRequests.end(shared, provider.key) }
    // Another call may have received a token in the meantime.
    return try await run(request, next, asking, with: await provider.present(), shared: shared)
  }

  /// Sends a request, and `shared` ends the wait of other calls as soon as the token is known.
  private func run(
    _ request: PreparedRequest, _ next: Next, _ asking: TokenProvider.Asking, with token: Token?,
    shared: RequestCoalescer<TokenKey>.SharedRequest? = nil
  ) async throws -> Response {
    let again = request.body.again()
    var response = try await send(request, with: token, next)
    // Another origin did not get the token, so it neither rejects nor sets one.
    if response.context[IsAway.self] { return response }
    let moved = response.context[MovedRequest.self]?.request
    let isRefused = model.on.contains(response.status.code)
    var asking = asking
    if model.supply == .response || model.supply == .refusal && isRefused {
      asking.source.brought = try await newToken(in: &response, instead: token, request)
    }
    guard isRefused else {
      if asking.source.brought != nil { _ = try await provider.token(for: asking, instead: token) }
      // Of a password and a token, a server that asks for a password rejects that.
      let hasPassword = request.headers[.authorization].map { $0.lowercased().hasPrefix("basic ") } ?? false
      let wantsPassword = hasPassword && Challenge.list(response.headers).contains { $0.scheme.lowercased() == "basic" }
      if response.status == .unauthorized, !wantsPassword {
        response.refusal = CredentialRefusal(
          .text("add 401 to 'on' in the spec; the server rejected the token, but Dial renews it only after \(model.on.text)"))
      }
      return response
    }
    if let refusal = refusal(asking.source, instead: token, canRepeat: again != nil || moved != nil) {
      // A status such as 409 is only a rejection of credentials if there was a token.
      if token != nil || model.supply == nil || response.status == .unauthorized { response.refusal = refusal }
      return response
    }
    // The body is not needed, and may occupy a place of a limit that the next request waits for.
    response.body = ResponseBody([])
    var tries = AttemptLog(after: response, request.secrets)
    do {
      tries.isWaiting = true
      let fresh = try await provider.token(for: asking, instead: token)
      if let shared { provider.firstRequests.end(shared, provider.key) }
      request.watch?.report(.refreshed(label: request.secrets.redact(provider.key.label)))
      // What led to the redirect was processed, so only the request after it is repeated.
      var repeated = moved ?? request
      if moved == nil, let again { repeated.body = again }
      tries.isWaiting = false
      response = tries.leading(to: try await send(repeated, with: fresh, next))
      if model.supply == .response, !response.context[IsAway.self], !model.on.contains(response.status.code) {
        asking.source.brought = try await newToken(in: &response, instead: fresh, request)
        if asking.source.brought != nil { _ = try await provider.token(for: asking, instead: fresh) }
      }
    } catch {
      throw tries.leading(to: error)
    }
    if model.on.contains(response.status.code), !response.context[IsAway.self] {
      response.refusal = CredentialRefusal(.text("check the permissions of the user; the server rejected the new token too"))
    }
    return response
  }

  /// Returns why a rejected call is not repeated; nil if it is.
  private func refusal(_ source: TokenSource, instead token: Token?, canRepeat: Bool) -> CredentialRefusal? {
    if model.supply != nil, source.brought == nil, !source.mayAsk {
      return CredentialRefusal(.text("check 'token' in 'auth' of the spec; the response has no token at '\(model.paths.access.text)'"))
    }
    guard source.canFetch || token.map(source.canRenew) ?? false else { return CredentialRefusal(.signIn) }
    return canRepeat
      ? nil : CredentialRefusal(.text("call again; the request was not repeated with a new token, because its body can be read only once"))
  }

  /// Returns the token that a response brings in place of the one that was sent; nil if it is the same, or if there is none.
  private func newToken(in response: inout Response, instead token: Token?, _ request: PreparedRequest) async throws -> Token? {
    guard let brought = try await self.token(in: &response, atMost: request.policy.maxBodyBytes), brought.access != token?.access else {
      return nil
    }
    vault.add(brought)
    return brought
  }

  /// Returns the token in the response to an ordinary call: a session id in a rejection, or a header that changes with each response.
  /// A body is read only if a path refers to it, and can be read again.
  private func token(in response: inout Response, atMost limit: Int) async throws -> Token? {
    var value = JSON.null
    if model.paths.access.path != nil {
      let bytes = try await response.body.collect(upTo: limit)
      response.body = ResponseBody(bytes)
      value = (try? JSON(parsing: bytes)) ?? .null
    }
    return try? TokenResponse(value: value, headers: response.headers).token(at: model.paths, isOAuth: false, renewing: nil)
  }

  private func send(_ request: PreparedRequest, with token: Token?, _ next: Next) async throws -> Response {
    guard let token else { return try await next(request) }
    var request = request
    request.secrets.add(token.access)
    model.location.put(model.carrier == .bearer ? "Bearer \(token.access)" : token.access, into: &request)
    if isGuarded { request.policy.trustedHosts = [] }
    var response = try await next(request)
    response.identity.user = CacheIdentity.user(of: token)
    return response
  }
}
