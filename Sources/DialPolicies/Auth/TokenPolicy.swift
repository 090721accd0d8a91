import DialMessage
import DialModel
import HTTPTypes

/// Adds a token to the requests of one endpoint. If it is rejected, renews it and repeats the request once.
struct TokenPolicy {
  let model: TokenModel
  let foreign: ForeignRule
  /// Whether redirects to trusted hosts do not get the token either.
  let isGuarded: Bool
  let desk: TokenProvider

  func run(_ request: PreparedRequest, _ next: Next, _ source: TokenSource, _ delegate: any AuthDelegate) async throws -> Response {
    // Tokens stay with the origin of the base. A header that the caller passed is kept.
    guard !foreign.contains(request.url), !request.isAway, !isGiven(request) else { return try await next(request) }
    let asking = TokenProvider.Asking(source: source, delegate: delegate, start: .now, deadline: request.end?.instant)
    let token = try await desk.token(for: asking)
    let again = request.body.again()
    var response = try await send(request, with: token, next)
    guard model.on.contains(response.status.code) else {
      if response.status == .unauthorized {
        response.refusal = .init(hint: "the server does not take the token, and 'on' of the spec renews it after \(model.on.text) only")
      }
      return response
    }
    guard source.canReplace(token) else {
      response.refusal = .init(hint: "dial auth login \(source.file) stores a new token")
      return response
    }
    guard let again else {
      response.refusal = .init(hint: "the body can be read only once, so that the call was not repeated with a new token: call again")
      return response
    }
    // The body is not needed, and would occupy a place of the limit that the next request waits for.
    response.body = ResponseBody([])
    var tries = AttemptLog(after: response, request.secrets)
    do {
      tries.isWaiting = true
      let fresh = try await desk.token(for: asking, instead: token)
      request.watch?.tell(.refreshed(label: request.secrets.redact(desk.key.label)))
      var repeated = request
      repeated.body = again
      tries.isWaiting = false
      response = tries.leading(to: try await send(repeated, with: fresh, next))
    } catch {
      throw tries.leading(to: error)
    }
    if model.on.contains(response.status.code) {
      response.refusal = .init(hint: "a new token was refused too: has the user the right to it?")
    }
    return response
  }

  private func send(_ request: PreparedRequest, with token: Token, _ next: Next) async throws -> Response {
    var response = try await next(put(token, into: request))
    response.identity.user = CacheIdentity.user(of: token)
    return response
  }

  private func isGiven(_ request: PreparedRequest) -> Bool {
    switch model.carrier {
    case .bearer: request.headers[.authorization] != nil
    case .header(let name): HTTPField.Name(name).map { request.headers[$0] != nil } ?? false
    case .query: false
    }
  }

  private func put(_ token: Token, into request: PreparedRequest) -> PreparedRequest {
    var request = request
    request.secrets.add(token.access)
    if isGuarded { request.policy.trustedHosts = [] }
    switch model.carrier {
    case .bearer: set(.authorization, "Bearer \(token.access)", in: &request)
    case .header(let name): if let name = HTTPField.Name(name) { set(name, token.access, in: &request) }
    case .query(let name): request.url = QueryItems.setting(name, token.access, in: request.url)
    }
    return request
  }

  private func set(_ name: HTTPField.Name, _ value: String, in request: inout PreparedRequest) {
    request.headers[name] = value
    request.secrets.headerNames.insert(name)
  }
}
