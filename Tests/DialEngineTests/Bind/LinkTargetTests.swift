import Dial
import DialEngine
import DialMessage
import Testing

/// `{+url}` as the whole path: links from responses (Endpoints.md#The-target), and `/` as the base itself.
struct LinkTargetTests {
  @Test(arguments: [
    Call("GET {+url}", #"{"url": "https://api.test/v2/x?state=a%2Fb&n=1"}"#, "GET /v2/x?state=a%2Fb&n=1"),
    Call("GET {+url}", #"{"url": "/v2/x?s=1"}"#, "GET /v2/x?s=1"), Call("GET {+url}", #"{"url": "v2/x"}"#, "GET /v2/x"),
    Call("GET {+url}", #"{"url": "/v2/ü x"}"#, "GET /v2/%C3%BC%20x"), Call("GET {+url}", #"{"url": "/x?"}"#, "GET /x"),
    Call("GET {+url}?d={d}", #"{"url": "/x?s=1", "d": "sha256:1"}"#, "GET /x?s=1&d=sha256%3A1"),
    Call("GET {+url}?d={d}", #"{"url": "/x", "d": "sha256:1"}"#, "GET /x?d=sha256%3A1"),
    Call("GET {+url} (url, query.d)", #"{"url": "/x?s=1", "d": 2}"#, "GET /x?s=1&d=2"),
    Call("GET {+url}", #"{"url": "https://cdn.test/x"}"#, "GET https://cdn.test/x", more: "redirects: {trust: [cdn.test]}"),
    Call("GET /{+url}", #"{"url": "https://api.test/x"}"#, "GET /https://api.test/x"),
    Call("GET {+url}", #"{"url": "/a:b?c=\\"}"#, "GET /a:b?c=%5C"),
  ])
  func isSent(call: Call) throws { try call.check() }

  private static let foreign = "arguments: 'url' leads to another origin than the base; to allow it, set 'redirects.trust'"

  private static let blank = "arguments: 'url' is a link and cannot contain '\\', or begin or end with a space"
  private static let scheme = "arguments: 'url' is a link and must be an http or https URL, or a path without ':' before its first '/'"

  @Test(arguments: [
    Call("GET {+url}", #"{"url": "https://evil.test/x"}"#, foreign), Call("GET {+url}", #"{"url": "http://api.test/x"}"#, foreign),
    Call("GET {+url}", #"{"url": "https://api.test.evil.test/"}"#, foreign),
    Call("GET {+url}", #"{"url": "//evil.test/x"}"#, "arguments: 'url' is a link without a scheme; write https: before '//'"),
    Call("GET {+url}", #"{"url": " http://api.test/x"}"#, blank), Call("GET {+url}", #"{"url": "/x "}"#, blank),
    Call("GET {+url}", #"{"url": "/\\evil.test/x"}"#, blank), Call("GET {+url}", #"{"url": "http:\\\\evil.test"}"#, blank),
    Call("GET {+url}", #"{"url": "http:evil.test/x"}"#, scheme), Call("GET {+url}", #"{"url": "https:/evil.test"}"#, scheme),
    Call("GET {+url}", #"{"url": "ftp://api.test/x"}"#, scheme), Call("GET {+url}", #"{"url": "javascript:1"}"#, scheme),
    Call("GET {+url}", #"{"url": "\u00A0https://api.test/x"}"#, scheme), Call("GET {+url}", #"{"url": "a:b/c"}"#, scheme),
    Call("GET {+url}", #"{"url": "https://a@api.test/x"}"#, "arguments: 'url' is a link and cannot contain credentials"),
    Call("GET {+url}", #"{"url": "/x#y"}"#, "arguments: 'url' is a link and cannot contain '#' or a control character"),
    Call("GET {+url}", #"{"url": "/x\ny"}"#, "arguments: 'url' is a link and cannot contain '#' or a control character"),
    Call(
      "GET {+url}", #"{"url": "/a/../b"}"#, "arguments: 'url' creates the path segment '.' or '..', which would change the path"),
    Call("GET {+url}", "{}", "arguments: missing argument 'url' (path)"),
    Call("GET /a{+url}", #"{"url": "/x?s=1"}"#, "arguments: 'url' is sent in the path without encoding and cannot contain '?'"),
  ])
  func isRefused(call: Call) throws { try call.check() }

  @Test(arguments: [
    ("https://api.test", "GET /", "GET /"), ("https://api.test/v1", "GET /", "GET /v1"), ("https://api.test/v1/", "GET /", "GET /v1/"),
    ("https://api.test/v1", "GET /?a=1", "GET /v1?a=1"), ("https://api.test", "GET /?a=1", "GET /?a=1"),
    ("https://api.test/v1", "GET //", "GET /v1//"), ("https://api.test", "GET //a//b/", "GET //a//b/"),
    ("https://api.test/v1", "GET /{id?}", "GET /v1"),
    ("https://api.test/v1", "GET {+url} (url = \\\"/x\\\")", "GET /x"),
    ("https://{h=a}.example.com", "GET /", "GET https://a.example.com/"),
  ])
  func theRootIsTheBase(base: String, line: String, gives: String) throws {
    #expect(try bound("base: \(base)\nendpoints: {e: \"\(line)\"}\n") == gives)
  }

  @Test(arguments: [
    ("/users", "GET /", "/users"), ("/users/", "GET /", "/users/"), ("/users", "GET /?a=1", "/users?a=1"),
    ("/users/", "GET /x", "/users/x"),
    ("/users", "GET /{id?}", "/users"), ("/users/{org}", "GET /", "/users/7"),
  ])
  func theRootOfAGroupIsItsPrefix(prefix: String, line: String, gives: String) throws {
    let yaml = "base: https://api.test\ngroups: {g: {prefix: \"\(prefix)\", endpoints: {e: \"\(line)\"}}}\n"
    #expect(try bound(yaml, prefix.contains("org") ? #"{"org": 7}"# : "{}", of: "g.e") == "GET \(gives)")
  }

  @Test(arguments: [
    Call("{GET: /a, auth: {scheme: Bot, token: \"${T}\"}}", "{}", "GET /a\nAuthorization: Bot t0k"),
    Call("{GET: /a, auth: \"scheme ApiKey ${T}\"}", "{}", "GET /a\nAuthorization: ApiKey t0k"),
  ])
  func aSchemeIsAWord(call: Call) throws { #expect(try bound(call.spec, call.args, variables: ["T": "t0k"]) == call.gives) }

  @Test func aSchemeIsChecked() {
    func found(_ auth: String) -> String { findings("base: https://api.test\nendpoints: {e: {GET: /a, auth: \(auth)}}\n") }
    #expect(
      found("{scheme: \"a b\", token: \"${T}\"}").contains("'scheme' must be a word such as Bot or ApiKey, without spaces and variables"))
    #expect(found("{scheme: Bot}").contains("'scheme' requires 'scheme' and 'token'"))
    #expect(found("{scheme: Bot, token: \"${T}\", login: {call: e}}").contains("unknown key 'login'"))
  }

  @Test(arguments: [
    Call("{GET: \"/a (t [String])\", style: {arrays: indices, first: 1}}", #"{"t": ["a", "b"]}"#, "GET /a?t%5B1%5D=a&t%5B2%5D=b"),
    Call(
      "{POST: \"form / (t [String] as T.member)\", style: {arrays: indices, first: 1, nesting: dots}}", #"{"t": ["a", "b"]}"#,
      "POST /\nContent-Type: application/x-www-form-urlencoded\n\nT.member.1=a&T.member.2=b"),
    Call("{GET: \"/a (d Date)\", style: {dates: unix-ms}}", #"{"d": "2026-01-02T03:04:05.25Z"}"#, "GET /a?d=1767323045250"),
    Call("{GET: \"/a (d Date)\", style: {dates: no-zone}}", #"{"d": "2026-01-02T04:04:05+01:00"}"#, "GET /a?d=2026-01-02T03%3A04%3A05"),
  ])
  func aStyleIsWritten(call: Call) throws { try call.check() }
}
