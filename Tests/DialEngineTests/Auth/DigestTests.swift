import CallTestSupport
import Dial
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Digest authentication (RFC 7616).
struct DigestTests {
  private static func answer(_ challenge: String, user: String, password: String, cnonce: String, count: Int = 1, body: String = "")
    -> String
  {
    guard let challenge = DigestChallenge(Challenge.list(challenge)) else { return "no challenge" }
    return DigestResponse(challenge: challenge, user: user, password: password, clientNonce: cnonce)
      .header("GET", "/dir/index.html", count: count, bodyHash: challenge.algorithm.hash(body))
  }

  private static let rfc = """
    realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
    opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
    """
  private static let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

  @Test(arguments: [
    "Digest realm=\"a\"", "Digest realm=a, nonce=b, algorithm=SHA-1", "Digest realm=a, nonce=b, qop=\"x\"",
    "Basic realm=a",
  ])
  func whatCannotBeAnsweredIsNoChallenge(text: String) {
    #expect(DigestChallenge(Challenge.list(text)) == nil)
  }

  /// The examples of RFC 7616 section 3.9.1 and of RFC 2617 section 3.5.
  static let examples: [(String, String)] = [
    ("Digest \(rfc), algorithm=MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("Digest \(rfc), algorithm=SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
  ]

  @Test(arguments: examples.indices) func theExamplesOfTheStandard(index: Int) {
    let (challenge, response) = Self.examples[index]
    let header = Self.answer(challenge, user: "Mufasa", password: "Circle of Life", cnonce: Self.cnonce)
    #expect(header.contains("response=\"\(response)\""), "\(header)")
  }

  @Test func theExampleWithAHashedUser() {
    let challenge = """
      Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", \
      opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true
      """
    let header = Self.answer(
      challenge, user: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?", cnonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm")
    #expect(header.contains("username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\""), "\(header)")
    #expect(header.contains("userhash=true"))
  }

  @Test func theOldestFormHasNoCount() {
    // curl 7.88 accepts these, too.
    #expect(
      Self.answer("Digest nonce=n, qop=\"\"", user: "u", password: "p", cnonce: "c")
        == Self.answer("Digest realm=\"\", nonce=n", user: "u", password: "p", cnonce: "c"))
    #expect(
      Self.answer("Digest realm=\"r\", nonce=\"n\"", user: "u\"\\", password: "p", cnonce: "c")
        == "Digest username=\"u\\\"\\\\\", realm=\"r\", nonce=\"n\", uri=\"/dir/index.html\", response=\"\(DigestAlgorithm.md5.hash("\(DigestAlgorithm.md5.hash("u\"\\:r:p")):n:\(DigestAlgorithm.md5.hash("GET:/dir/index.html"))"))\""
    )
  }

  @Test func aBodyIsProtectedWhereThatIsAllThereIs() {
    let challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\", algorithm=SHA-256-sess"
    let h = DigestAlgorithm.sha256.hash(_:) as (String) -> String
    let key = h("\(h("u:r:p")):n:c")
    let response = h("\(key):n:0000000a:c:auth-int:\(h("GET:/dir/index.html:\(h("abc"))"))")
    #expect(
      Self.answer(challenge, user: "u", password: "p", cnonce: "c", count: 10, body: "abc")
        == "Digest username=\"u\", realm=\"r\", nonce=\"n\", uri=\"/dir/index.html\", algorithm=SHA-256-sess, qop=auth-int, nc=0000000a, cnonce=\"c\", response=\"\(response)\""
    )
    #expect(
      Self.answer("Digest realm=r, nonce=n, qop=\"auth\"", user: "J\u{E4}", password: "p", cnonce: "c")
        .hasPrefix("Digest username*=UTF-8''J%C3%A4, realm="))
  }

  @Test func digestsOfAllLengths() {
    #expect(DigestAlgorithm.sha512Half.hash("abc") == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23")
    #expect(DigestAlgorithm.sha512Half.hash("") == "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a")
    #expect(DigestAlgorithm.md5.hash("") == "d41d8cd98f00b204e9800998ecf8427e")
  }

  /// Challenges until the credentials are right.
  private final class Server: Transport {
    struct State {
      var nonce = "n1"
      var next: String?
      var password = "opensesame"
      var sent: [String] = []
      var stale = "stale=true, "
    }
    let state = Mutex(State())

    func send(_ request: PreparedRequest) async throws -> Response {
      state.withLock { state in
        let given = request.headers[.authorization] ?? ""
        let items = Challenge.list(given).first?.parameters ?? [:]
        state.sent.append(given.isEmpty ? "-" : "\(items["nonce"] ?? "")/\(items["nc"] ?? "")")
        let h = DigestAlgorithm.sha256.hash(_:) as (String) -> String
        let key = h("aladdin:r:\(state.password)")
        let right = h(
          "\(key):\(state.nonce):\(items["nc"] ?? ""):\(items["cnonce"] ?? ""):auth:\(h("\(request.method.rawValue):\(items["uri"] ?? "")"))"
        )
        guard items["response"] == right, items["nonce"] == state.nonce else {
          let isStale = !given.isEmpty && items["nonce"] != state.nonce
          return Response(
            status: .unauthorized,
            headers: [
              .wwwAuthenticate:
                "Basic realm=\"a, b\", Digest \(isStale ? state.stale : "")realm=\"r\", nonce=\"\(state.nonce)\", qop=\"auth\", algorithm=SHA-256"
            ], url: request.url)
        }
        var headers = HTTPFields()
        if let next = state.next {
          headers[.init("Authentication-Info")!] = "nextnonce=\"\(next)\", qop=auth"
          (state.nonce, state.next) = (next, nil)
        }
        return Response(status: .ok, headers: headers, url: request.url)
      }
    }
  }

  private static func client(_ server: Server, password: String = "opensesame", base: String = "https://api.test") throws -> Client {
    let spec = try Spec.load(
      yaml: "base: https://api.test\nauth: digest ${U} ${P}\nendpoints: {e: \"GET /a (q?)\", f: POST /a (x), far: GET https://other.test/}")
    return Client(spec, variables: ["U": "aladdin", "P": password], transport: server)
  }

  @Test func aWrongPasswordIsReportedAfterOneResponse() async throws {
    let server = Server()
    let client = try Self.client(server, password: "wrong-word")
    do throws(CallError) {
      try await client.call("e", ["q": "a b"])
      Issue.record("the call did not fail")
    } catch {
      #expect(error.code == .credentials && error.status == .unauthorized)
      #expect(error.message == "the server responded with 401 Unauthorized")
      #expect(error.hint == "check the user name and password; the server rejected them")
      #expect(!"\(error) \(error.request as Any)".contains("wrong-word"))
    }
    #expect(server.state.withLock { $0.sent } == ["-", "n1/00000001"])
  }

  /// Challenges `/a`, which redirects to `/b`, with one nonce, and optionally `/b` with another one; some attempts end with 503.
  private final class Moved: Transport {
    struct State {
      var sent: [String] = []
      var outages = 0
      var nonceThere = "n1"
      var location = "/b?x=1"
    }
    let state = Mutex(State())

    func send(_ request: PreparedRequest) async throws -> Response {
      state.withLock { state in
        let items = Challenge.list(request.headers[.authorization] ?? "").first?.parameters ?? [:]
        let path = String(request.url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
        state.sent.append("\(path) \(items["uri"] ?? "-") \(items["nonce"] ?? "")/\(items["nc"] ?? "")")
        let isThere = path.hasPrefix("/b")
        let nonce = isThere ? state.nonceThere : "n1"
        guard items["uri"] == path, items["nonce"] == nonce else {
          if !request.url.hasPrefix("https://api.test") { return Response(status: .ok, url: request.url) }
          let challenge = "Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\", algorithm=SHA-256"
          return Response(status: .unauthorized, headers: [.wwwAuthenticate: challenge], url: request.url)
        }
        if state.outages > 0 {
          state.outages -= 1
          return Response(status: .serviceUnavailable, url: request.url)
        }
        return isThere
          ? Response(status: .ok, url: request.url)
          : Response(status: .seeOther, headers: [.location: state.location], url: request.url)
      }
    }
  }

  private static func moved(_ method: String = "GET", _ change: (inout Moved.State) -> Void = { _ in }) async throws -> [String] {
    let server = Moved()
    server.state.withLock { change(&$0) }
    let spec = try Spec.load(
      yaml: "base: https://api.test\nauth: digest u p\nretry: {max: 2, on: [5xx], unsafe: true}\nendpoints: {e: \(method) /a}")
    try await Client(spec, transport: server, time: HurriedTime().time).call("e")
    return server.state.withLock { $0.sent }
  }

  /// Credentials are for one URL, and are computed again after a redirect.
  @Test func eachHopHasAResponseOfItsOwn() async throws {
    #expect(try await Self.moved() == ["/a - /", "/a /a n1/00000001", "/b?x=1 /b?x=1 n1/00000002"])
    // A request with another nonce there is challenged again, and a POST is not repeated.
    let sent = try await Self.moved("POST") { $0.nonceThere = "n2" }
    #expect(sent == ["/a - /", "/a /a n1/00000001", "/b?x=1 /b?x=1 n1/00000002", "/b?x=1 /b?x=1 n2/00000001"])
  }

  @Test func aHopOfAnotherOriginGetsNone() async throws {
    let sent = try await Self.moved { $0.location = "https://other.test/c" }
    #expect(sent == ["/a - /", "/a /a n1/00000001", "/c - /"])
  }

  /// A count is used once, because servers treat a repeated one as a replay.
  @Test func eachAttemptHasACountOfItsOwn() async throws {
    #expect(
      try await Self.moved { $0.outages = 2 } == [
        "/a - /", "/a /a n1/00000001", "/a /a n1/00000002", "/a /a n1/00000003", "/b?x=1 /b?x=1 n1/00000004",
      ])
  }

  @Test func aMissingPasswordIsAMissingVariable() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nauth: digest ${U} ${P}\nendpoints: {e: GET /a}")
    do throws(CallError) {
      _ = try Client(spec, variables: ["U": "u"], transport: Server()).prepare("e")
      Issue.record("the call did not fail")
    } catch {
      #expect(error.code == .variable)
      #expect(error.message == "the variable 'P' has no value")
    }
  }

  @Test func aKnownChallengeIsAnsweredAheadAndCounted() async throws {
    let server = Server()
    let client = try Self.client(server)
    for _ in 0..<2 { try await client.call("e") }
    try await client.call("f", ["x": 1])
    #expect(server.state.withLock { $0.sent } == ["-", "n1/00000001", "n1/00000002", "n1/00000003"])
    server.state.withLock { $0.nonce = "n2" }
    try await client.call("e")
    server.state.withLock { ($0.nonce, $0.stale) = ("n3", "") }
    try await client.call("e")
    #expect(server.state.withLock { $0.sent.dropFirst(4) } == ["n1/00000004", "n2/00000001", "n2/00000002", "n3/00000001"])
  }

  @Test func theNextNonceIsFollowed() async throws {
    let server = Server()
    server.state.withLock { $0.next = "n9" }
    let client = try Self.client(server)
    for _ in 0..<2 { try await client.call("e") }
    #expect(server.state.withLock { $0.sent } == ["-", "n1/00000001", "n9/00000001"])
  }

  @Test func anotherOriginGetsNoResponse() async throws {
    let server = Server()
    let client = try Self.client(server)
    _ = try? await client.call("far")
    #expect(server.state.withLock { $0.sent } == ["-"])
  }
}
