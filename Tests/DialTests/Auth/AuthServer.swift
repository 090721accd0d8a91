import Dial
import DialHTTP
import Synchronization

/// A service with tokens: `/login`, `/refresh` and `/token` return them, `/me` requires the last one.
final class AuthServer: Sendable {
  /// The responses of token endpoints.
  enum Giving: Sendable {
    case tokens
    /// Another response.
    case answer(Int, String, type: String = "application/json")
  }

  struct State {
    var giving = Giving.tokens
    /// The announced lifetime in seconds; nil for none.
    var lifetime: Int? = 3600
    /// The delay of token responses.
    var delay = Duration.zero
    /// Whether token responses wait for their release.
    var isHeld = false
    var given = 0
    /// The tokens that `/me` accepts.
    var valid: Set<String> = []
    var requests: [LoopbackRequest] = []
  }

  let state = Mutex(State())
  private let served = Mutex<LoopbackServer?>(nil)
  let base: String

  init() async throws {
    let box = Box()
    let server = try await LoopbackServer { request in await box.server?.answer(request) ?? .dropped }
    base = server.base
    served.withLock { $0 = server }
    box.set(self)
  }

  private final class Box: Sendable {
    private struct Link { weak var server: AuthServer? }
    private let link = Mutex(Link())
    var server: AuthServer? { link.withLock { $0.server } }
    func set(_ server: AuthServer) { link.withLock { $0.server = server } }
  }

  func stop() async { await served.withLock { $0 }?.stop() }

  func count(_ path: String) -> Int { requests(path).count }

  func requests(_ path: String) -> [LoopbackRequest] {
    state.withLock { $0.requests }.filter { $0.target.prefix { $0 != "?" } == path }
  }

  func bodies(_ path: String) -> [String] { requests(path).map { String(decoding: $0.body, as: UTF8.self) } }

  /// Rejects all current tokens from now on.
  func expireAll() { state.withLock { $0.valid = [] } }

  func give(_ giving: Giving) { state.withLock { $0.giving = giving } }

  private func answer(_ request: LoopbackRequest) async -> LoopbackResponse {
    state.withLock { $0.requests.append(request) }
    let path = String(request.target.prefix { $0 != "?" })
    let token = request.header("Authorization").map { String($0.dropFirst("Bearer ".count)) } ?? request.header("X-Token") ?? query(request)
    switch path {
    case "/login", "/refresh", "/token":
      let delay = state.withLock { $0.delay }
      if delay > .zero { try? await Task.sleep(for: delay) }
      while state.withLock({ $0.isHeld }) { try? await Task.sleep(for: .milliseconds(10)) }
      return giving()
    case "/me":
      let isValid = state.withLock { $0.valid.contains(token) }
      return isValid ? Self.json(200, #"{"ok":true}"#) : Self.json(401, #"{"message":"the token \#(token) is no good"}"#)
    case "/always": return Self.json(401, #"{"message":"never \#(token)"}"#)
    case "/403": return Self.json(403, #"{"message":"not for you"}"#)
    case "/away": return LoopbackResponse(status: 302, headers: [("Location", query(request, "to"))])
    default: return Self.json(200, "{}")
    }
  }

  private func giving() -> LoopbackResponse {
    state.withLock { state in
      switch state.giving {
      case .tokens:
        state.given += 1
        state.valid = ["access-\(state.given)"]
        let expires = state.lifetime.map { #","expires_in":\#($0)"# } ?? ""
        return Self.json(
          200, #"{"access_token":"access-\#(state.given)","refresh_token":"refresh-\#(state.given)","token_type":"Bearer"\#(expires)}"#)
      case .answer(let status, let body, let type):
        return LoopbackResponse(status: status, headers: [("Content-Type", type)], body: Array(body.utf8))
      }
    }
  }

  private func query(_ request: LoopbackRequest, _ name: String = "token") -> String {
    let items = request.target.split(separator: "?").dropFirst().first?.split(separator: "&") ?? []
    return items.first { $0.hasPrefix("\(name)=") }.map { PercentEncoding.decode(String($0.dropFirst(name.count + 1))) } ?? ""
  }

  private static func json(_ status: Int, _ text: String) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }
}

/// Specs with tokens of their own endpoints or of OAuth 2.
enum AuthSpecs {
  static let endpoints = """
    endpoints:
      login: POST /login (user, password)
      refresh: POST /refresh (token)
      me: GET /me
      send: POST /me (x Int)
      always: GET /always
      forbidden: GET /403
      away: GET /away (to)
      open: {GET: /open, auth: none}
    """

  static let session = """
    auth:
      bearer: session
      login: {call: login, args: {user: "${USER}", password: "${PASS}"}}
      refresh: {call: refresh, args: {token: "{refresh_token}"}}

    """ + endpoints

  static func oauth(_ grant: String, _ more: String = "") -> String {
    """
    auth:
      oauth2: {grant: \(grant), token_url: /token, client_id: "${ID}", client_secret: "${SECRET}"\(more)}

    """ + endpoints
  }

  static let variables: Variables = ["USER": "ann", "PASS": "pass-word-1", "ID": "client 1", "SECRET": "s3cret/+value"]

  static func client(
    _ yaml: String, _ server: AuthServer, tokens: (any TokenStore)? = nil, variables: Variables = variables
  ) throws -> Client {
    Client(
      try Spec.load(yaml: yaml, name: "auth.yaml"), variables: variables, base: server.base, transport: HTTPTransport(), tokens: tokens)
  }

  static func serving(_ run: (AuthServer) async throws -> Void) async throws {
    let server = try await AuthServer()
    do { try await run(server) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}
