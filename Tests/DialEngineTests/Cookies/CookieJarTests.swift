import Dial
import DialJSON
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Which cookies are stored and sent (RFC 6265 section 5; row 75 of Tests/Faults).
struct CookieJarTests {
  /// The URL of the response, the field, the URL of the request, and the cookies sent.
  private static let rows: [(String, String, String, String)] = [
    ("https://api.example.com/", "a=1; Domain=other.com", "https://api.example.com/", ""),
    ("https://api.example.com/", "a=1; Domain=x.api.example.com", "https://api.example.com/", ""),
    ("http://api.example.com/", "a=1; Secure", "https://api.example.com/", ""),
    ("https://api.example.com/", "__Host-a=1; Secure", "https://api.example.com/", ""),
    ("https://api.example.com/", "__Host-a=1; Secure; Path=/; Domain=example.com", "https://api.example.com/", ""),
    ("https://api.example.com/", "__Secure-a=1", "https://api.example.com/", ""),
    ("https://10.0.0.1/", "a=1; Domain=0.0.1", "https://10.0.0.1/", ""),
    ("https://api.example.com/", "a=1", "https://x.api.example.com/", ""),
    ("https://api.example.com/", "a=1", "https://example.com/", ""),
    ("https://api.example.com/", "a=1", "https://api.example.com:444/", ""),
    ("https://api.example.com/", "a=1; Secure", "http://api.example.com:443/", ""),
    ("https://api.example.com/", "a=1; Path=/v1", "https://api.example.com/v12", ""),
    ("https://api.example.com/v1/login", "a=1", "https://api.example.com/v2", ""),
    ("https://api.example.com/", "a=1; Max-Age=0", "https://api.example.com/", ""),
    ("https://api.example.com/", "a=1; Expires=Wed, 21 Oct 2020 07:28:00 GMT", "https://api.example.com/", ""),
    ("https://api.example.com/", "a=1; Domain=example.com", "https://badexample.com/", ""),
    ("https://api.example.com/", "a=1; Domain=com", "https://other.com/", ""),
    ("https://api.co.uk/", "a=1; Domain=co.uk", "https://other.co.uk/", ""),
    ("https://evil.blogspot.com/", "a=1; Domain=blogspot.com", "https://bank.blogspot.com/", ""),
    ("https://evil.blogspot.com/", "a=1; Domain=.blogspot.com", "https://blogspot.com/", ""),
    ("https://evil.github.io/", "a=1; Domain=github.io", "https://bank.github.io/", ""),
    ("https://github.io/", "a=1; Domain=github.io", "https://bank.github.io/", ""),
    ("https://evil.kawasaki.jp/", "a=1; Domain=kawasaki.jp", "https://bank.kawasaki.jp/", ""),
    ("https://evil.city.kawasaki.jp/", "a=1; Domain=kawasaki.jp", "https://bank.kawasaki.jp/", ""),
    ("https://api.example.com/", "a=1; Domain=example.com", "https://www.example.com/", ""),
    ("https://api.example.com/", "a=1; Domain=api.example.com", "https://x.api.example.com/", ""),
    ("https://api.example.com/", "a=1", "https://API.example.com/x?y", "a=1"),
    ("https://api.example.com/", "a=1; Domain=com", "https://api.example.com/", "a=1"),
    ("https://evil.blogspot.com/", "a=1; Domain=blogspot.com", "https://evil.blogspot.com/", "a=1"),
    ("https://api.example.com/", "a=1; Domain=.Example.com", "https://api.example.com/", "a=1"),
    ("https://api.example.com/v1/login", "a=1", "https://api.example.com/v1/me", "a=1"),
    ("https://api.example.com/v1/login", "a=1; Path=/", "https://api.example.com/v2", "a=1"),
    ("https://api.example.com/", "a=1; Path=/v1/", "https://api.example.com/v1/me", "a=1"),
    ("https://api.example.com/", "__Host-a=1; Secure; Path=/", "https://api.example.com/", "__Host-a=1"),
    ("http://127.0.0.1:8080/", "a=1; Domain=127.0.0.1", "http://127.0.0.1:8080/", "a=1"),
    ("https://api.example.com/", "a=1; Max-Age=60", "https://api.example.com/", "a=1"),
  ]

  @Test(arguments: rows)
  func cookiesAreSentByDomainPathAndScheme(_ row: (String, String, String, String)) {
    let jar = CookieJar(now: { Timestamp(secondsSince1970: 1_800_000_000) })
    jar.take([row.1], from: row.0)
    #expect(jar.pairs(for: row.2).joined(separator: "; ") == row.3)
  }

  /// The URL of the response, the field, its domain in the spec, the URL of the request, its domain, and the cookies sent.
  private static let shared: [(String, String, String?, String, String?, String)] = [
    ("https://a.example.com/", "a=1; Domain=example.com", "example.com", "https://b.example.com/", "example.com", "a=1"),
    ("https://a.example.com/", "a=1; Domain=example.com", "example.com", "https://example.com/", "example.com", "a=1"),
    ("https://a.eu.example.com/", "a=1; Domain=eu.example.com", "example.com", "https://b.eu.example.com/", "example.com", "a=1"),
    ("https://a.eu.example.com/", "a=1; Domain=eu.example.com", "example.com", "https://b.example.com/", "example.com", ""),
    ("https://a.example.com/", "a=1", "example.com", "https://b.example.com/", "example.com", ""),
    ("https://a.example.com/", "a=1; Domain=com", "example.com", "https://other.com/", "example.com", ""),
    ("https://a.example.com/", "a=1; Domain=com", "example.com", "https://b.example.com/", "example.com", ""),
    ("https://evil.blogspot.com/", "a=1; Domain=blogspot.com", "example.com", "https://bank.blogspot.com/", "example.com", ""),
    // Both calls must trust the domain.
    ("https://a.example.com/", "a=1; Domain=example.com", "example.com", "https://b.example.com/", nil, ""),
    ("https://a.example.com/", "a=1; Domain=example.com", nil, "https://b.example.com/", "example.com", ""),
    ("https://a.example.com/", "a=1; Domain=example.com", "example.com", "https://a.example.com/", nil, "a=1"),
  ]

  @Test(arguments: shared)
  func hostsShareBelowTheDomainOfTheSpec(_ row: (String, String, String?, String, String?, String)) {
    let jar = CookieJar()
    jar.take([row.1], from: row.0, sharedBelow: row.2)
    #expect(jar.pairs(for: row.3, sharedBelow: row.4).joined(separator: "; ") == row.5)
  }

  @Test(arguments: [
    ("session", ""), ("{session: example.com}", ""), ("{session: api.example.com}", ""), ("{session: Example.COM}", ""),
    (
      "{session: other.com}",
      "2:20: warning: 'other.com' has no effect, because the host of 'base', 'api.example.com', is not in this domain [no-effect]"
    ),
    (
      "{session: com}",
      "2:20: error: 'com' must have at least two parts; write a domain such as 'example.com' [expected-value]"
    ),
    ("{session: 10.0.0.1}", "2:20: error: expected a domain such as 'example.com', found '10.0.0.1' [expected-value]"),
    ("{session: .example.com}", "2:20: error: expected a domain such as 'example.com', found '.example.com' [expected-value]"),
    (
      "{session: \"https://example.com\"}",
      "2:20: error: expected a domain such as 'example.com', found 'https://example.com' [expected-value]"
    ),
    ("{}", "2:10: error: missing 'session'; write 'cookies: session' or 'cookies: {session: example.com}' [missing-key]"),
  ])
  func domainsOfASpec(_ written: String, _ finding: String) {
    let found = findings("base: https://api.example.com\ncookies: \(written)\nendpoints: {a: GET /a}\n")
    #expect(found.split(separator: "\n").first.map(String.init) ?? "" == (finding.isEmpty ? "" : "spec.yaml:" + finding))
  }

  @Test func aCookieEndsReplacesAndIsForgotten() {
    let now = Mutex(1_800_000_000.0)
    let jar = CookieJar(now: { Timestamp(secondsSince1970: now.withLock { $0 }) })
    let url = "https://api.example.com/a/b"
    jar.take(["a=1; Max-Age=10; Path=/", "b=2; Path=/a", "c=3; Path=/"], from: url)
    #expect(jar.pairs(for: url) == ["b=2", "a=1", "c=3"])
    jar.take(["c=4; Path=/"], from: url)
    #expect(jar.pairs(for: url, besides: ["b"]) == ["a=1", "c=4"])
    now.withLock { $0 += 11 }
    #expect(jar.names == ["b", "c"])
    jar.take(["b=; Path=/a; Max-Age=0"], from: url)
    #expect(jar.names == ["c"])
    jar.clear()
    #expect(jar.names.isEmpty && jar.pairs(for: url).isEmpty)
  }

  @Test func theNumberOfCookiesIsLimited() {
    let jar = CookieJar()
    for reply in 0..<20 {
      jar.take((0..<5000).map { "c\(reply)-\($0)=" + String(repeating: "v", count: 100) }, from: "https://api.example.com/")
    }
    #expect(jar.names.count == CookieJar.maxOfHost)
    #expect(jar.names.last == "c19-49")
    #expect(jar.pairs(for: "https://api.example.com/").joined(separator: "; ").utf8.count <= CookieJar.longestHeader)
  }

  /// Sets a cookie, redirects, and returns the cookies it gets.
  private struct Server: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      var fields: HTTPFields = [.contentType: "text/plain"]
      var status = HTTPResponse.Status.ok
      if request.url.hasSuffix("/login") { fields[.setCookie] = "sid=s3cr3t; Path=/" }
      if request.url.hasSuffix("/start") {
        fields[.setCookie] = "state=Zk3v9Qm1xT; Path=/"
        (status, fields[.location]) = (.found, "https://other.test/authorize?state=Zk3v9Qm1xT")
      }
      if request.url.hasSuffix("/told") {
        (status, fields[.setCookie]) = (.badRequest, "long=session-value-9; Path=/")
        return Response(status: status, headers: fields, url: request.url, body: ResponseBody(Array("no session-value-9 here".utf8)))
      }
      if request.url.hasSuffix("/away") { (status, fields[.location]) = (.found, "https://other.test/") }
      // There must be one line (RFC 6265 section 5.4).
      let lines = request.headers.filter { $0.name == .cookie }.map(\.value)
      let said = "\(request.url) \(lines.isEmpty ? "-" : lines.joined(separator: " | "))"
      return Response(status: status, headers: fields, url: request.url, body: ResponseBody(Array(said.utf8)))
    }
  }

  private static let yaml = """
    base: https://api.test
    cookies: session
    endpoints:
      login: POST /login () -> text
      me: GET /me (cookie.theme?) -> text
      own: GET /me (cookie.sid) -> text
      away: GET /away -> text
      told: GET /told
      start: GET /start -> text
      plain: {GET: /plain -> text, cookies: none}
    """

  @Test func aSessionGoesOnFromCallToCall() async throws {
    let client = Client(try Spec.load(yaml: Self.yaml), transport: Server())
    #expect(try await client.me().asString == "https://api.test/me -")
    try await client.login()
    #expect(try await client.me().asString == "https://api.test/me sid=s3cr3t")
    #expect(try await client.me(theme: "dark").asString == "https://api.test/me theme=dark; sid=s3cr3t")
    #expect(try await client.own(sid: "mine").asString == "https://api.test/me sid=mine")
    #expect(try await client.plain().asString == "https://api.test/plain -")
    #expect(try await client.away().asString == "https://other.test/ -")
    #expect(client.cookieJar.names == ["sid"])
    client.cookieJar.clear()
    #expect(try await client.me().asString == "https://api.test/me -")
  }

  /// A server may put it in a URL on purpose, as at the start of a sign-in.
  @Test func whatACookieHoldsMayStandInALocation() async throws {
    let client = Client(try Spec.load(yaml: Self.yaml), transport: Server())
    #expect(try await client.call("start").value.asString == "https://other.test/authorize?state=Zk3v9Qm1xT -")
  }

  /// Session cookies are masked.
  @Test func aSessionIsMasked() async throws {
    let client = Client(try Spec.load(yaml: Self.yaml), transport: Server())
    for _ in 0..<2 {
      let error = try #require(await #expect(throws: CallError.self) { _ = try await client.call("told") })
      let body = String(decoding: error.body ?? [], as: UTF8.self)
      let fields = error.headers.map { "\($0)" } ?? ""
      #expect(!(error.message + body + fields).contains("session-value-9"), "\(error)")
    }
    #expect(client.cookieJar.names == ["long"])
  }
}
