import Dial
import HTTPTypes
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Declared credentials are sent to the origin of the base, whatever decides that origin, and to the hosts that the spec trusts.
struct CredentialReachTests {
  private static let variables: Variables = ["KEY": "AKIDEXAMPLE", "SECRET": "secret-key-1234", "T": "token-1234"]
  private static let bucket = "https://{bucket}.s3.amazonaws.com"
  private static let cookie = HTTPField.Name("Cookie")!

  private static func client(_ head: String, _ endpoint: String, _ server: Answering) throws -> Client {
    Client(try Spec.load(yaml: "\(head)\nendpoints:\n  e: \(endpoint)\n"), variables: variables, transport: server)
  }

  /// Returns the beginning of Authorization in the last request, and its other secrets.
  private static func sent(_ head: String, _ endpoint: String, _ arguments: Arguments, _ server: Answering = Answering()) async throws
    -> String
  {
    try await client(head, endpoint, server).call("e", arguments)
    let request = try #require(server.sent.last)
    return String((request.headers[.authorization] ?? "-").prefix { $0 != " " })
  }

  @Test(
    arguments: [
      ("base: \(bucket)\nauth: aws4 ${KEY} ${SECRET}", "GET /k", ["bucket": "b"], "AWS4-HMAC-SHA256"),
      ("base: \(bucket)\nauth: ['aws4 ${KEY} ${SECRET}', 'header X-A ${T}']", "GET /k", ["bucket": "b"], "AWS4-HMAC-SHA256"),
      ("base: \(bucket)\nauth: {any: ['bearer ${NONE}', 'aws4 ${KEY} ${SECRET}']}", "GET /k", ["bucket": "b"], "AWS4-HMAC-SHA256"),
      ("base: https://{t}.example.com/{v=v1}\nauth: aws4 ${KEY} ${SECRET} s3 eu", "GET /k", ["t": "a"], "AWS4-HMAC-SHA256"),
      ("base: https://api.test/{v=v1}\nauth: aws4 ${KEY} ${SECRET} s3 eu", "GET /k", [:], "AWS4-HMAC-SHA256"),
      ("base: https://{t}.example.com\nauth: bearer ${T}", "GET /k", ["t": "a"], "Bearer"),
      ("base: https://{t}.example.com\nauth: bearer ${T}", "GET https://other.test/k", [:], "-"),
      ("base: \(bucket)\nauth: aws4 ${KEY} ${SECRET} s3 eu", "GET https://b.s3.amazonaws.com/k", [:], "-"),
      ("base: \(bucket)\nauth: bearer ${T}\nredirects: {trust: [other.test]}", "GET https://other.test/k", [:], "Bearer"),
      ("auth: bearer ${T}\nredirects: {trust: [api.test]}", "GET https://api.test/k", [:], "Bearer"),
      ("auth: aws4 ${KEY} ${SECRET} s3 eu\nredirects: {trust: [api.test]}", "GET https://api.test/k", [:], "AWS4-HMAC-SHA256"),
      ("auth: bearer ${T}\nredirects: {trust: [localhost]}", "GET http://localhost:1/k", [:], "Bearer"),
    ] as [(String, String, Arguments, String)])
  func credentialsAreSent(head: String, endpoint: String, arguments: Arguments, expected: String) async throws {
    #expect(try await Self.sent(head, endpoint, arguments) == expected)
  }

  private static let baseless = "because the spec has no 'base'; to allow it, set 'redirects.trust'"
  private static let elsewhere = "because it is not the origin of 'base'; to allow it, set 'redirects.trust'"

  /// An endpoint is not called without credentials that it declares itself, or that no origin gets.
  @Test(arguments: [
    ("auth: bearer ${T}", "GET https://api.test/k", "https://api.test", baseless),
    ("auth: bearer ${T}", "GET https://{h}.api.test/k", "https://a.api.test", baseless),
    ("auth: {any: ['bearer ${NONE}', 'basic ${NONE} ${T}']}", "GET https://api.test/k", "https://api.test", baseless),
    ("auth: bearer ${T}\nredirects: {trust: [api.test]}", "GET http://api.test/k", "http://api.test", baseless),
    ("base: https://a.test", "{GET: https://b.test/k, auth: 'bearer ${T}'}", "https://b.test", elsewhere),
    ("base: https://{t}.a.test", "{GET: https://b.test/k, auth: 'aws4 ${KEY} ${SECRET} s3 eu'}", "https://b.test", elsewhere),
    ("base: https://a.test", "{WS: https://b.test/k, auth: 'digest ${KEY} ${SECRET}'}", "https://b.test", elsewhere),
  ])
  func whatCannotBeSentIsAnError(head: String, endpoint: String, origin: String, reason: String) throws {
    let client = try Self.client(head, endpoint, Answering())
    let error = #expect(throws: CallError.self) { try client.prepare("e", ["h": "a"]) }
    #expect(error?.message.split(separator: "\n").first ?? "" == "the credentials in 'auth' are not sent to '\(origin)', \(reason)")
  }

  @Test(
    arguments: [
      ("base: https://a.test\nauth: bearer ${T}", "GET https://b.test/k", [:]),
      ("base: https://a.test\nauth: {any: ['bearer ${NONE}', none?]}", "GET https://b.test/k", [:]),
      ("auth: bearer ${T}", "GET https://b.test/k", ["Authorization": "own"]),
      ("auth: {any: ['bearer ${NONE}', none?]}", "GET https://b.test/k", [:]),
    ] as [(String, String, KeyValuePairs<String, String>)])
  func whatIsInheritedOrReplacedIsLeftOut(head: String, endpoint: String, headers: KeyValuePairs<String, String>) throws {
    let options = CallOptions(headers: headers)
    _ = try Self.client(head, endpoint, Answering()).prepare("e", [:], options)
  }

  @Test func aDigestIsForTheHostOfTheCall() async throws {
    let server = Answering { request in
      guard request.headers[.authorization] == nil else { return Response(status: .ok, url: request.url) }
      return Response(
        status: .unauthorized, headers: [.wwwAuthenticate: #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#], url: request.url
      )
    }
    #expect(try await Self.sent("base: https://{t}.example.com\nauth: digest ${KEY} ${SECRET}", "GET /k", ["t": "a"], server) == "Digest")
    #expect(server.sent.map(\.url) == ["https://a.example.com/k", "https://a.example.com/k"])
  }

  @Test func anotherOriginThanThatOfTheCallGetsNone() async throws {
    let server = Answering { request in
      request.url.hasPrefix("https://b.")
        ? Response(status: .temporaryRedirect, headers: [.location: "https://c.s3.amazonaws.com/k"], url: request.url)
        : Response(status: .ok, url: request.url)
    }
    #expect(try await Self.sent("base: \(Self.bucket)\nauth: aws4 ${KEY} ${SECRET}", "GET /k", ["bucket": "b"], server) == "-")
    #expect(server.sent[0].headers[.authorization] != nil)
  }

  @Test func aStoredTokenMayHaveABaseWithArgumentsInItsPath() async throws {
    let server = Answering(#"{"access_token": "fresh"}"#)
    let yaml = """
      base: https://api.test/{v=v1}
      auth: {bearer: session, login: {call: login}}
      endpoints:
        login: POST /login
        e: GET /k
      """
    try await Client(try Spec.load(yaml: yaml), transport: server).call("e")
    #expect(server.sent.map(\.url) == ["https://api.test/v1/login", "https://api.test/v1/k"])
    #expect(server.sent[1].headers[.authorization] == "Bearer fresh")
  }

  @Test func aStoredTokenNeedsABase() async throws {
    let client = try Self.client(
      "auth: {bearer: session}\nredirects: {trust: [api.test]}", "GET https://api.test/k", Answering())
    let error = await failure { () throws(CallError) in try await client.call("e") }
    #expect(error.code == .arguments && error.message == "a token requires a base, but the spec has no 'base'")
  }

  @Test func aClientCertificateIsForTheHostOfTheCall() throws {
    let yaml = "base: https://{t}.example.com\ntls: {client: {cert: c.pem}}\nendpoints:\n  e: GET /k\n"
    let request = try Client(try Spec.load(yaml: yaml), transport: Answering()).prepare("e", ["t": "a"]).request
    let isSent = ["https://a.example.com/", "https://b.example.com/"].map { request.tls?.client(for: $0) != nil }
    #expect(isSent == [true, false])
  }

  @Test func twoUsersShareNoCachedResponse() async throws {
    let server = Answering { request in
      Response(
        status: .ok, headers: [.cacheControl: "max-age=60", .contentType: "application/json"], url: request.url,
        body: .init(Array("1".utf8)))
    }
    let yaml = "base: \(Self.bucket)\nauth: aws4 ${KEY} ${SECRET}\ncache: standard\nendpoints:\n  e: GET /k\n"
    let client = Client(try Spec.load(yaml: yaml), variables: Self.variables, transport: server)
    for _ in 0..<2 { try await client.call("e", ["bucket": "b"]) }
    #expect(server.sent.count == 1)
    #expect(server.sent[0].identity.user == "aws4 AKIDEXAMPLE\nsecret-key-1234")
  }

  @Test(arguments: [
    ("GET /x (cookie.lang String = de)", "lang=de; sid=token-1234"), ("{GET: /x, headers: {Cookie: a=b}}", "a=b; sid=token-1234"),
    ("GET /x", "sid=token-1234"), ("GET /x (cookie.sid String = own)", "sid=own"),
  ])
  func aCookieIsSentBesideOthers(endpoint: String, expected: String) async throws {
    let server = Answering()
    try await Self.client("base: https://api.test\nauth: header Cookie sid=${T}", endpoint, server).call("e")
    #expect(server.sent[0].headers[Self.cookie] == expected)
  }

  @Test(
    arguments: [
      (
        "auth: bearer ${T}", "GET https://api.test/k",
        "the credentials in 'auth' are never sent, because the spec has no 'base'; to allow it, add 'redirects: {trust: [api.test]}'"
      ),
      (
        "base: https://a.test\nauth: bearer ${T}", "GET https://b.test/k",
        "the credentials in 'auth' are never sent, because no endpoint with them is at the origin of 'base'; to allow it, add "
          + "'redirects: {trust: [b.test]}'"
      ),
      (
        "base: https://a.test", "{GET: 'https://b.test/{id}', auth: 'bearer ${T}'}",
        "the credentials in 'auth' are never sent, because no endpoint with them is at the origin of 'base'; to allow it, add "
          + "'redirects: {trust: [b.test]}'"
      ),
      ("base: https://a.test\nauth: bearer ${T}", "GET https://a.test/k", nil), ("auth: bearer ${T}", "GET /k", nil),
      ("base: ${B}\nauth: bearer ${T}", "GET https://a.test/k", nil), ("base: https://a.test", "GET https://b.test/k", nil),
      ("base: https://a.test\nauth: bearer ${T}", "GET https://${HOST}/k", nil),
      ("base: https://a.test\nauth: bearer ${T}\nredirects: {trust: [b.test]}", "GET https://b.test/k", nil),
      ("base: https://a.test\nauth: bearer ${T}", "GET https://b.test/k\n  f: GET /k", nil),
      (
        "base: https://{t}.example.com\nauth: ['basic ${U} ${P}', {header: X-T session}]", "GET /k",
        "a stored token requires a fixed host, but the host of 'base' contains arguments; use variables such as ${TENANT} instead"
      ),
      (
        "base: https://{t}.example.com\nauth: {any: ['bearer ${T}', {bearer: session}]}", "GET /k",
        "a stored token requires a fixed host, but the host of 'base' contains arguments; use variables such as ${TENANT} instead"
      ),
      ("base: https://{t}.example.com\nauth: digest ${U} ${P}", "GET /k", nil),
      ("base: https://a.test/{v}\nauth: {bearer: s}", "GET /k", nil),
    ] as [(String, String, String?)])
  func whatIsFound(head: String, endpoint: String, expected: String?) {
    let found = Spec.check(yaml: Array("\(head)\nendpoints:\n  e: \(endpoint)\n".utf8), name: "spec.yaml").filter { $0.severity != .note }
    #expect(found.map(\.message) == [expected].compactMap(\.self))
  }
}
