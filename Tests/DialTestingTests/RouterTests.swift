import Dial
import DialHTTP
import DialTesting
import Testing

/// The endpoint of a request, and what is missing.
@Suite struct RouterTests {
  private static let yaml = """
    base: https://${HOST}/v1/
    vars: {AREA: eu}
    endpoints:
      root: GET /
      list: GET /users (page Int, q?)
      add: POST /users (name, age Int?, since Date?)
      me: GET /users/me
      user: GET /users/{id} (id Int)
      named: GET /users/{name}.json
      posts: GET /users/{id}/posts/{post?}
      put: PUT /files/{+path} (path, _ data File)
      file: GET /files/{name}
      dated: GET /log{/year,month}
      format: GET /export{.kind}
      area: GET /${AREA}/x
      unknown: GET /${UNKNOWN}/y
      rpcAdd: GET /rpc?action=add
      rpcAny: GET /rpc
      rpcOne: GET /rpc?action=one&v={v}
      other: GET https://other.test/away/{id}
      coffee: GET /café
      live: WS /live
      send: {POST: /send (text), encoding: form}
      raw: {POST: "/raw (_ user (id Int))"}
      blob: PUT /blob (_ body Data)
      any: PUT /any (_ body)
      parts: POST multipart /parts (photo File, note, more?)
      odd: 'POST multipart /odd (x as "a;\\"b")'
      typed: {POST: /typed (a), headers: {Content-Type: application/x-amz-json-1.1}}
      keyed: GET /keyed (header.X-Id, cookie.sid)
      flags: {GET: '/flags (on Bool, kind "a" | "b", tags [Int], open)', style: {arrays: brackets}}
      search: GET /search{?q,lang}
    """

  private func outcome(_ line: String, body: String = "", headers: [(String, String)] = []) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    let request = LoopbackRequest(
      method: words[0], target: words[1], headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8))
    switch MockRouter(try Spec.load(yaml: Self.yaml)).route(request) {
    case .endpoint(let model, _, let faults): return ([model.name] + faults).joined(separator: "; ")
    case .method(let allowed): return "allowed: " + allowed.joined(separator: ", ")
    case .nothing(let nearest): return "none" + (nearest.map { ": " + $0 } ?? "")
    }
  }

  private func check(
    _ line: String, body: String = "", _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try outcome(line, body: body)
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("GET /", "none"),
    ("GET /v1/", "none: GET /v1/ of 'root'"),
    ("GET /v1/usrs/7", "none: GET /v1/users/{id} of 'user'"),
    ("GET /v1/users/", "none: GET /v1/users of 'list'"),
    ("GET //v1/users/me", "none: GET /v1/users/me of 'me'"),
    ("GET /v1/somewhere/else/entirely", "none"),
    ("GET *", "none"),
    ("DELETE /v1/users/7", "allowed: GET, HEAD, OPTIONS"),
    ("DELETE /v1/files/a", "allowed: GET, HEAD, OPTIONS, PUT"),
    ("GET /v1/files/a/b", "allowed: OPTIONS, PUT"),
    ("HEAD /v1/files/a/b", "allowed: OPTIONS, PUT"),
  ])
  func anUnknownPathIsRejected(_ line: String, _ expected: String) throws { try check(line, expected) }

  @Test(arguments: [
    ("GET /v1/users", "list; the query item 'page' is missing"),
    ("GET /v1/users?page=x", "list; 'page' must be an integer, but is 'x'"),
    ("GET /v1/users/x", "user; 'id' must be an integer, but is 'x'"),
    ("GET /v1/users/%zz", "user; 'id' must be an integer, but is '%zz'"),
    (
      "GET /v1/flags?on=maybe&kind=c",
      "flags; 'on' must be true or false, but is 'maybe'; 'kind' must be 'a' or 'b', but is 'c'; the query item 'open' is missing"
    ),
    ("GET /v1/keyed", "keyed; the header 'X-Id' is missing; the cookie 'sid' is missing"),
    ("POST /v1/send", "send; the form item 'text' is missing"),
    ("POST /v1/raw", "raw; the JSON body is missing"),
    ("POST /v1/users", "add; the JSON body is missing"),
  ])
  func aRequestWithMissingPartsIsRejected(_ line: String, _ expected: String) throws { try check(line, expected) }

  @Test(arguments: [
    ("/v1/users", "{", "add; the body is not valid JSON: expected a member name in double quotes, found the end of the text"),
    ("/v1/users", "[1]", "add; the body is not an object"),
    (
      "/v1/users", #"{"age": 1.5, "since": "soon"}"#,
      "add; the body field 'name' is missing; 'age' must be an integer, but is 1.5; 'since' must be a date and time such as 2024-01-31T10:00:00Z, but is 'soon'"
    ),
    ("/v1/raw", #"{"id": "x"}"#, "raw; 'body.id' must be an integer, but is 'x'"),
    ("/v1/users", #"{"name": null, "age": null, "more": 1}"#, "add"),
    ("/v1/raw", #"{"id": 1}"#, "raw"),
    ("/v1/send", "text=a+b", "send"),
  ])
  func bodies(_ path: String, _ body: String, _ expected: String) throws { try check("POST \(path)", body: body, expected) }

  @Test(arguments: [
    ("GET /v1", "root"), ("GET /v1/users?page=1", "list"), ("HEAD /v1/users?page=1&q", "list"), ("GET /v1/users/me", "me"),
    ("GET /v1/users/7", "user"), ("GET /v1/%75sers/%37?debug", "user"), ("GET /v1/users/ann.json", "named"),
    ("GET http://proxied.test/v1/users/7", "user"),
    ("GET /v1/users/7/posts/3", "posts"), ("GET /v1/users/7/posts", "posts"),
    ("PUT /v1/files/a/b.bin", "put"), ("GET /v1/files/a%2Fb", "file"), ("GET /v1/files/a%2fb", "file"),
    ("GET /v1/log", "dated"), ("GET /v1/log/2026/11", "dated"), ("GET /v1/export", "format"), ("GET /v1/export.csv", "format"),
    ("GET /v1/eu/x", "area"), ("GET /v1/whatever/y", "unknown"),
    ("GET /v1/rpc?action=add", "rpcAdd"), ("GET /v1/rpc?v=3&action=one", "rpcOne"), ("GET /v1/rpc", "rpcAny"),
    ("GET /v1/rpc?action=x", "rpcAny"),
    ("GET /away/7", "other"), ("GET /v1/caf%C3%A9", "coffee"), ("GET /v1/caf%c3%a9", "coffee"), ("GET /v1/café", "coffee"),
    ("GET /v1/flags?on=1&kind=a&tags%5B%5D=1&open[a]=1", "flags"), ("GET /v1/flags?on=true&kind=b&open=", "flags"),
    ("GET /v1/live", "live"), ("GET /v1/search", "search"), ("GET /v1/search?q=a", "search"),
  ])
  func theEndpointIsFound(_ line: String, _ expected: String) throws { try check(line, expected) }

  @Test func `a body that is no JSON may be one of bytes`() throws {
    #expect(try outcome("PUT /v1/any", body: "\u{1}") != "any")
    #expect(try outcome("PUT /v1/any", body: "\u{1}", headers: [("Content-Type", "application/json")]) != "any")
    #expect(try outcome("PUT /v1/any", body: "\u{1}", headers: [("Content-Type", "application/octet-stream")]) == "any")
    #expect(try outcome("PUT /v1/blob", body: "\u{1}") == "blob")
  }

  /// A missing content type is an error of real servers.
  @Test(arguments: [
    (
      "POST /v1/users", "name=x", "application/x-www-form-urlencoded",
      "add; the Content-Type must be JSON, but is 'application/x-www-form-urlencoded'"
    ),
    ("POST /v1/users", #"{"name": "x"}"#, "text/plain", "add; the Content-Type must be JSON, but is 'text/plain'"),
    ("POST /v1/users", #"{"name": "x"}"#, "application/vnd.x+json; v=1", "add"),
    (
      "POST /v1/send", #"{"text": "a"}"#, "application/json",
      "send; the Content-Type must be application/x-www-form-urlencoded, but is 'application/json'"
    ),
    ("POST /v1/send", "text=a", "application/x-www-form-urlencoded; charset=utf-8", "send"),
    ("POST /v1/parts", "", "", "parts; the body is not valid multipart/form-data with a boundary"),
    ("POST /v1/parts", "--b\r\n\r\n--b--", "multipart/form-data", "parts; the body is not valid multipart/form-data with a boundary"),
    (
      "POST /v1/parts", part("other") + "--b--\r\n", "multipart/form-data; boundary=b",
      "parts; the part 'photo' is missing; the part 'note' is missing"
    ),
    ("POST /v1/parts", part("photo") + part("note") + "--b--", "multipart/form-data; boundary=\"b\"", "parts"),
    ("POST /v1/odd", part("a;%22b") + "--b--", "multipart/form-data; boundary=b", "odd"),
    ("PUT /v1/blob", "", "image/png", "blob"),
    ("PUT /v1/blob", "x", "image/png", "blob"),
    ("POST /v1/typed", #"{"a": 1}"#, "application/x-amz-json-1.1", "typed"),
  ])
  func theBodyIsWhatItIsSaidToBe(_ line: String, _ body: String, _ type: String, _ expected: String) throws {
    #expect(try outcome(line, body: body, headers: type.isEmpty ? [] : [("Content-Type", type)]) == expected)
  }

  private static func part(_ name: String) -> String {
    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a\"\r\n\r\nx\r\n"
  }

  @Test func `headers and cookies are found in any case and place`() throws {
    #expect(try outcome("GET /v1/keyed", headers: [("x-id", "1"), ("cookie", "a=b; sid=x=y")]) == "keyed")
  }

  @Test func `the base of the caller and its variables decide the path`() throws {
    let spec = try Spec.load(yaml: Self.yaml)
    for (router, path) in [
      (MockRouter(spec, base: "http://h/api/v2"), "/api/v2/users/me"), (MockRouter(spec, base: "http://h"), "/users/me"),
    ] {
      guard case .endpoint(let model, _, []) = router.route(LoopbackRequest(method: "GET", target: path)) else {
        Issue.record("\(path) is not found")
        continue
      }
      #expect(model.name == "me")
    }
    guard case .nothing = MockRouter(spec, variables: ["UNKNOWN": "z"]).route(LoopbackRequest(method: "GET", target: "/v1/a/y")) else {
      Issue.record("the variable is not seen")
      return
    }
  }

  @Test func `a long path is looked at in no time`() throws {
    let spec = try Spec.load(yaml: "base: https://a.test\nendpoints: {e: \"GET /x{+a}{+b}{+c}{+d}/y\"}\n")
    let start = ContinuousClock.now
    guard case .nothing = MockRouter(spec).route(LoopbackRequest(method: "GET", target: "/x" + String(repeating: "a", count: 2000))) else {
      Issue.record("it is found")
      return
    }
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
