import DialMessage
import DialModel
import HTTPTypes
import Synchronization

/// A user and a password for a challenge (RFC 7616).
struct DigestKind: CredentialKind, RequestAuthorizer {
  let name = "digest"
  let syntax: CredentialSyntax? = CredentialSyntax(
    [.init("user", mayBeEmpty: true), .init("password", .secret, mayBeEmpty: true)], example: "digest ${USER} ${PASSWORD}",
    needs: "two values")
  let readsBody = true
  var authorization: CredentialAuthorization { .request(self) }

  func work(_ credential: Credential) -> String { "responds to a challenge" }

  func product(_ credential: Credential) -> String { "the response to a digest challenge" }

  func send(_ request: PreparedRequest, _ next: Next, _ context: CredentialContext) async throws -> Response {
    guard let origin = context.foreign.origin ?? Origin(request.url) else { return try await next(request) }
    return try await DigestPolicy(context, origin).run(request, next)
  }
}

/// Responds to the digest challenges of the origin of the base (RFC 7616), after the first one without waiting for a rejection.
struct DigestPolicy {
  private let user: String
  private let password: String
  private let context: CredentialContext
  private let state: DigestState
  private static let infoName = HTTPField.Name("Authentication-Info")!

  init(_ context: CredentialContext, _ origin: Origin) throws(CallError) {
    let values = try context.values()
    (user, password) = (values["user"], values["password"])
    self.context = context
    state = context.policy.digest(DigestKey(origin: origin, user: user, password: password))
  }

  func run(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    var request = request
    var tries = AttemptLog()
    // The body may be needed again if the nonce is stale.
    for isLast in [false, false, true] {
      let again = request.body.again()
      let last = LastTurn()
      var sent = request
      context.onEachRequest(of: &sent) { request, next in try await hop(request, last, next) }
      let response = try await send(sent, after: tries, next)
      guard response.status == .unauthorized, !response.context[IsAway.self] else {
        return try await proven(response, Self.info(response), last.turn, request)
      }
      tries = AttemptLog(after: response, request.secrets)
      let challenge = DigestChallenge(Challenge.list(response.headers))
      // After a redirect, the challenge was already answered by the hop itself.
      if let hint = hint(challenge, after: last.turn, isLast: isLast || response.redirects > 0, canRepeat: again != nil) {
        var refused = response
        refused.refusal = CredentialRefusal(.text(hint))
        return refused
      }
      if let challenge { state.take(challenge) }
      if let again { request.body = again }
    }
    return try await next(request)
  }

  /// The challenge that the last request responded to.
  private final class LastTurn: Sendable {
    private let state = Mutex<DigestState.Turn?>(nil)
    var turn: DigestState.Turn? { state.withLock { $0 } }
    func set(_ turn: DigestState.Turn?) { state.withLock { $0 = turn } }
  }

  /// Sends one request with its own response to the challenge, which contains the URL and the count of the nonce.
  /// After a redirect it is repeated by itself, because the requests before it were already processed.
  private func hop(_ request: PreparedRequest, _ last: LastTurn, _ next: Next) async throws -> Response {
    let again = request.body.again()
    let response = try await send(request, last, next)
    guard request.context[IsRedirected.self], response.status == .unauthorized, let again,
      let challenge = DigestChallenge(Challenge.list(response.headers)),
      hint(challenge, after: last.turn, isLast: false, canRepeat: true) == nil
    else { return response }
    state.take(challenge)
    var repeated = request
    repeated.body = again
    return try await send(repeated, last, next)
  }

  private func send(_ request: PreparedRequest, _ last: LastTurn, _ next: Next) async throws -> Response {
    let turn = state.next()
    last.set(turn)
    let response = try await next(try await answering(turn, request))
    if let nonce = Self.info(response)["nextnonce"] { state.follow(nonce) }
    return response
  }

  /// Returns the hint for a rejection that cannot be repeated; nil if it can.
  private func hint(_ challenge: DigestChallenge?, after turn: DigestState.Turn?, isLast: Bool, canRepeat: Bool) -> String? {
    guard let challenge else { return "change 'auth' in the spec; the server did not send a digest challenge that Dial supports" }
    // A stale nonce says nothing about the password.
    if let turn, !challenge.isStale, turn.challenge.nonce == challenge.nonce || turn.count == 1 || isLast {
      return "check the user name and password; the server rejected them"
    }
    if isLast { return "check the user name and password; the server rejected every response to its digest challenges" }
    return canRepeat ? nil : "call again; the request was not repeated with the digest credentials, because its body can be read only once"
  }

  private func send(_ request: PreparedRequest, after earlier: AttemptLog, _ next: Next) async throws -> Response {
    do { return earlier.leading(to: try await next(request)) } catch { throw earlier.leading(to: error) }
  }

  private func answer(to turn: DigestState.Turn) -> DigestResponse {
    DigestResponse(challenge: turn.challenge, user: user, password: password, clientNonce: turn.clientNonce, firstNonce: turn.firstNonce)
  }

  private func answering(_ turn: DigestState.Turn?, _ request: PreparedRequest) async throws -> PreparedRequest {
    guard let turn else { return request }
    var request = request
    request.headers[.authorization] = answer(to: turn).header(
      request.method.rawValue, Self.target(request.url), count: turn.count, bodyHash: try await bodyHash(request, turn.challenge))
    return request
  }

  /// Returns the hash of the body as it is sent, which is read once more for it; empty if the challenge does not require it.
  private func bodyHash(_ request: PreparedRequest, _ challenge: DigestChallenge) async throws -> String {
    guard let protections = challenge.protections, !protections.contains(.auth) else { return "" }
    let body = try request.compressed().body
    if let whole = body.whole { return challenge.algorithm.hash(whole) }
    guard case .stream(_, let replay?, _) = body else {
      throw CallError(
        .credentials, "the server requires a digest of the body ('auth-int'), but the body can be read only once")
    }
    return try await challenge.algorithm.hash(replay())
  }

  /// Returns the path and the query.
  private static func target(_ url: String) -> String {
    guard let rest = AbsoluteURL(url)?.rest else { return "/" }
    return (rest.first == "/" ? "" : "/") + rest
  }

  /// Parses Authentication-Info, whose items have the form of a challenge without a scheme.
  private static func info(_ response: Response) -> [String: String] {
    response.headers[infoName].flatMap { Challenge.list("Digest " + $0).first?.parameters } ?? [:]
  }

  /// Returns the response, unless its optional proof is wrong, which means that another server responded.
  private func proven(
    _ response: Response, _ info: [String: String], _ turn: DigestState.Turn?, _ request: PreparedRequest
  ) async throws -> Response {
    guard let turn, let given = info["rspauth"], response.redirects == 0,
      let protection = info["qop"].flatMap({ DigestChallenge.Protection(rawValue: $0.lowercased()) })
    else { return response }
    var response = response
    var body: [UInt8] = []
    if protection == .body {
      // A stream is passed on as it arrives and cannot be withheld.
      guard request.context[IsReadWhole.self] else { return response }
      body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
      response.body = ResponseBody(body)
    }
    let proof = answer(to: turn).proof(Self.target(request.url), count: turn.count, protection, body: body)
    guard given.lowercased() == proof else { throw response.tries.leading(to: Self.unproven) }
    return response
  }

  private static let unproven = CallError(
    .credentials, "the server did not prove that it knows the password: 'rspauth' in Authentication-Info is wrong",
    hint: "check the URL; the response may come from another server and was discarded", attempts: 1)
}

/// Identifies the requests whose nonces are counted together.
struct DigestKey: Hashable, Sendable {
  let origin: Origin
  let user: String
  let password: String
}

/// The challenge of an origin from its last rejection, and how often its nonce was used.
package final class DigestState: Sendable {
  package struct Turn: Sendable {
    fileprivate(set) var challenge: DigestChallenge
    let firstNonce: String
    let clientNonce: String
    fileprivate(set) var count = 0
  }

  private let state = Mutex<Turn?>(nil)

  /// Counts the next use of the nonce; nil if no challenge is known.
  func next() -> Turn? {
    state.withLock { state in
      state?.count += 1
      return state
    }
  }

  /// Stores a challenge. If several calls get the same one, the count continues.
  func take(_ challenge: DigestChallenge) {
    let fresh = PercentEncoding.hex((0..<16).map { _ in UInt8.random(in: 0...255) })
    state.withLock { state in
      if state?.challenge.nonce == challenge.nonce, state?.challenge.realm == challenge.realm { return }
      state = Turn(challenge: challenge, firstNonce: challenge.nonce, clientNonce: fresh)
    }
  }

  /// Switches to the next nonce of the server (RFC 7616 section 3.5).
  func follow(_ nonce: String) {
    state.withLock { state in
      guard state?.challenge.nonce != nonce else { return }
      state?.challenge.nonce = nonce
      state?.count = 0
    }
  }
}
