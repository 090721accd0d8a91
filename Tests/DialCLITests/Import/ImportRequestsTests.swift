import DialJSON
import Foundation
import Testing

@testable import Dial
@testable import DialCLI
@testable import DialConsole

/// `dial import curl` and `dial import har`.
struct ImportRequestsTests {
  @Test(arguments: [
    ("import har -o a.yaml x.har", "unknown flag '-o'", "to write to a file, add: > a.yaml"),
    ("schema --output", "unknown flag '--output'", "to write to a file, add: > FILE"),
  ])
  func outputIsRedirected(line: String, message: String, hint: String) async {
    #expect(await dial(line) == Ran(out: "", err: "error: \(message)\nhint: \(hint)\n", exit: 2))
  }

  /// Copied as bash, cmd.exe and HTTPie's users write it; each is printed again by `--curl`.
  @Test(arguments: [
    ("curl https://api.test/users", "curl --path-as-is https://api.test/users"),
    (
      "curl -sSL -XPOST 'https://api.test/users/7?full=true' \\\n  -d name=Ada --data 'note=a+b'",
      "curl --path-as-is -X POST 'https://api.test/users/7?full=true' -H 'Content-Type: application/x-www-form-urlencoded' "
        + "--data-raw 'name=Ada&note=a+b'"
    ),
    (
      #"curl 'https://api.test/a' -H 'content-type: application/json' --data-raw $'{"n":"O\'Neil \u00e9","t":{"x":[1]},"s p":"${HOME} {a}"}'"#,
      #"curl --path-as-is -X POST https://api.test/a -H 'Content-Type: application/json' "#
        + #"--data-raw '{"n":"O'\''Neil é","t":{"x":[1]},"s p":"${HOME} {a}"}'"#
    ),
    (
      "curl ^\"https://api.test/a?b=^%^5Bc^\" ^\n  --data-raw ^\"^{^\\^\"a^\\^\":1^}^\" -H ^\"content-type: application/json^\"",
      #"curl --path-as-is -X POST 'https://api.test/a?b=%5Bc' -H 'Content-Type: application/json' --data-raw '{"a":1}'"#
    ),
    ("curl -G https://api.test/s --data-urlencode 'q=a b&c' -d n=007", "curl --path-as-is 'https://api.test/s?q=a%20b%26c&n=007'"),
    (
      "curl --json '[1,2]' https://api.test/list",
      "curl --path-as-is -X POST https://api.test/list -H 'Accept: application/json' -H 'Content-Type: application/json' --data-raw '[1,2]'"
    ),
    ("curl https://api.test/up -F title=x", #"curl --path-as-is -X POST https://api.test/up -F 'title="x"'"#),
  ])
  func curlRoundTrips(line: String, printed: String) async throws {
    let ran = await dial("import curl", [line])
    #expect(ran.exit == 0 && ran.err.isEmpty, "\(ran.err)")
    #expect(Spec.check(yaml: Array(ran.out.utf8), name: "a.yaml").isEmpty, "\(ran.out)")
    let name = try #require(try Spec.load(yaml: ran.out).service.endpoints.names.first)
    #expect(await dial("call a \(name) --curl", specs: ["a": ran.out]).out == printed + "\n")
  }

  @Test func secretsBecomeVariables() async {
    let line = """
      curl https://api.test/a?api_key=k1 -H 'Authorization: Bearer t1' -b 'sid=c1' -H 'sec-ch-ua: "x"' -A Mozilla \
      --json '{"user":"Ada","password":"p1","deep":{"token":"d1"}}'
      """
    let ran = await dial("import curl", [line])
    #expect(
      ran.out == #"""
        service: test
        base: https://api.test
        endpoints:
          postA:
            POST: /a (user String = Ada, password String = ${TEST_PASSWORD}, deep)
            headers: {Accept: application/json}
            auth: ["query api_key ${TEST_API_KEY}", "bearer ${TEST_TOKEN}", "header Cookie ${TEST_COOKIE}"]

        """#)
    for secret in ["k1", "t1", "c1", "p1", "d1"] { #expect(!ran.out.contains(secret) && !ran.err.contains(secret)) }
    #expect(ran.err.contains("headers of the client are left out: sec-ch-ua, user-agent\n"))
    for name in ["TEST_API_KEY", "TEST_TOKEN", "TEST_COOKIE", "TEST_PASSWORD"] { #expect(ran.err.contains("the variable \(name);")) }
  }

  /// What `--next` begins is another request, with a method, a body and credentials of its own.
  @Test func theNextRequestIsAnother() async {
    let line =
      "curl -X DELETE https://api.test/a/1 --next -X POST https://api.test/b -d x=1 -H 'Authorization: Bearer t1' -: https://api.test/c"
    let ran = await dial("import curl", [line])
    #expect(
      ran.out == """
        service: test
        base: https://api.test
        endpoints:
          deleteAById: DELETE /a/{id} (id Int = 1)
          postB:
            POST: form /b (x Int = 1)
            auth: bearer ${TEST_TOKEN}
          getC: GET /c ()

        """)
  }

  /// A recording does not say whether two secrets are the same one.
  @Test func maskedSecretsAreSeveral() async throws {
    let har = NSTemporaryDirectory() + "dial-import-\(UUID().uuidString).har"
    defer { try? FileManager.default.removeItem(atPath: har) }
    let body = #"{"mimeType": "application/x-www-form-urlencoded", "text": "user=ann&password=HUNTER2222"}"#
    try """
    {"log": {"entries": [{"request": {"method": "POST", "url": "https://api.test/login?api_key=PUBLICKEY1", "postData": \(body)},
      "response": {"status": 200}}]}}
    """.write(toFile: har, atomically: true, encoding: .utf8)
    let ran = await dial("import har", [har])
    #expect(ran.out.contains("password String = ${TEST_PASSWORD})\n    auth: query api_key ${TEST_API_KEY}\n"), "\(ran)")
  }

  /// What documentation and shells fill in is an argument.
  @Test(arguments: [
    ("https://api.test/users/{id}", "GET /users/{id} (id String)"),
    ("https://api.test/${TEAM}/$USER", "GET /{TEAM}/{USER} (TEAM String, USER String)"),
    ("https://api.test/{a,b}/$/{}", "GET /%7Ba,b%7D/$/%7B%7D ()"),
  ])
  func placeholders(url: String, endpoint: String) async {
    let ran = await dial("import curl", ["curl '\(url)'"])
    #expect(ran.out.contains(": \(endpoint)\n"), "\(ran)")
  }

  @Test func twoSecretsOfOneNameAreTwoVariables() async {
    let bearers = ["first111", "second22", "first111"]
    let lines = zip("abc", bearers).map { "curl https://api.test/\($0) -H 'Authorization: Bearer \($1)'" }
    let ran = await dial("import curl", lines)
    #expect(
      ran.out == """
        service: test
        base: https://api.test
        auth: bearer ${TEST_TOKEN}
        endpoints:
          getA: GET /a ()
          getB:
            GET: /b ()
            auth: bearer ${TEST_TOKEN_2}
          getC: GET /c ()

        """)
    let same = await dial("import curl", bearers.map { "curl https://api.test/a -H 'Authorization: Bearer \($0)'" })
    #expect(same.out.contains("auth: bearer ${TEST_TOKEN}\n") && !same.out.contains("TEST_TOKEN_2"), "\(same.out)")
    #expect(!same.err.contains("TEST_TOKEN_2"), "\(same.err)")
  }

  @Test func tokensAreKnownByTheirShape() async throws {
    let line = """
      curl 'https://api.test/hook/xoxb-1234567890-abc/run?ghp_0123456789abcdef' -H 'X-Note: by ghp_0123456789abcdef {a}' \
      --json '{"say":"key sk-a1b2c3d4e5 ok","list":["ghp_0123456789abcdef"],"who":"Ada"}'
      """
    let ran = await dial("import curl", [line])
    for secret in ["xoxb", "ghp_", "sk-a1"] { #expect(!ran.out.contains(secret) && !ran.err.contains(secret), "\(ran)") }
    #expect(Spec.check(yaml: Array(ran.out.utf8), name: "a.yaml").isEmpty, "\(ran.out)")
    let sent = await dial(
      "call a postHookRun --curl --show-secrets list:=[1] --var TEST_TOKEN=one --var TEST_TOKEN_2=two --var TEST_TOKEN_3=three",
      specs: ["a": ran.out])
    #expect(
      sent.out == "curl --path-as-is -X POST 'https://api.test/hook/one/run?two' -H 'X-Note: by two {a}' -H 'Accept: application/json' "
        + #"-H 'Content-Type: application/json' --data-raw '{"say":"key three ok","list":[1],"who":"Ada"}'"# + "\n", "\(ran)\n\(sent)")
    let text = await dial("import curl", ["curl https://api.test/t -H 'Content-Type: text/plain' -d 'Bearer abcd1234 ${X}'"])
    #expect(!text.out.contains("abcd") && text.out.contains("${TEST_TOKEN}"), "\(text)")
  }

  @Test(arguments: [
    ("wget https://a.test", "'wget' is not a curl command"), ("curl -X", "-X of curl has no value"),
    ("curl -s", "the curl command has no URL"),
  ])
  func refusesOtherCommands(line: String, message: String) async {
    let ran = await dial("import curl", [line])
    #expect(ran.err.contains(message) && ran.exit == 2)
  }

  @Test func requestsOfARecordingAreGrouped() async throws {
    func entry(_ method: String, _ url: String, _ type: String = "application/json", _ body: String? = nil) -> String {
      let data = body.map { #", "postData": {"mimeType": "application/json", "text": \#(JSONWriter.quote($0))}"# } ?? ""
      return """
        {"request": {"method": "\(method)", "url": "\(url)", "headers": [{"name": ":authority", "value": "x"},
          {"name": "User-Agent", "value": "M"}, {"name": "Authorization", "value": "Bearer t1"}]\(data)},
         "response": {"status": 200, "content": {"mimeType": "\(type)", "text": "{}"}}}
        """
    }
    let entries = [
      entry("GET", "https://app.test/api/users/7?view=full&page=1"), entry("GET", "https://app.test/api/users/8?view=full"),
      entry("GET", "https://app.test/logo.png", "image/png"), entry("GET", "https://app.test/main.js", "text/javascript"),
      entry("POST", "https://app.test/api/users", "application/json", #"{"name": "Ada", "age": 3}"#), entry("GET", "https://other.test/x"),
    ]
    let file = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString).har")
    try Data("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path
    let ran = await dial("import har", [path])
    #expect(
      ran.out == #"""
        service: app
        base: https://app.test
        auth: bearer ${APP_TOKEN}
        endpoints:
          getApiUsersById: GET /api/users/{id} (id Int, view String = full, page? Int)
          postApiUsers: POST /api/users (name String = Ada, age Int = 3)

        """#)
    #expect(ran.err.contains("1 request of https://other.test left out; to import them, add: --only https://other.test"))
    #expect(await dial("import har", [path, "--only", "other.test"]).out.contains("base: https://other.test\n"))
  }
}
