import CallTestSupport
import Dial
import DialJSON
import Foundation
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Credentials and their masking (VariablesAndTrust.md#Secrets; T9 and T18 in SeedChecklist.md).
struct SecretTests {
  private func draft(_ yaml: String, _ args: String = "{}", _ variables: Variables, _ options: CallOptions = .init()) throws -> Draft {
    let members = try #require(try JSON(parsing: args).asObject)
    let client = Client(try Spec.load(yaml: yaml, trust: .folder), variables: variables, transport: Canned())
    return try client.prepare("e", Arguments(members: members.map { ($0.name, $0.value) }), options)
  }

  @Test(arguments: [
    ("bearer ${T}", "GET /x\nAuthorization: Bearer s3cr3t+/="), ("basic ${U} ${T}", "GET /x\nAuthorization: Basic YW5uOnMzY3IzdCsvPQ=="),
    ("header X-Key ${T}", "GET /x\nX-Key: s3cr3t+/="), ("query key ${T}", "GET /x?key=s3cr3t%2B%2F%3D"), ("none", "GET /x"),
    ("bearer ${GONE}", "variable: the variable 'GONE' has no value"),
    ("basic ${COLON} ${T}", "arguments: the user name of 'auth: basic' cannot contain ':'"),
    (
      "bearer ${LINES}",
      "arguments: the variable 'LINES' in 'auth': the value of the header 'Authorization' contains a line break; remove it"
    ),
  ])
  func writesCredentials(auth: String, gives: String) throws {
    let variables: Variables = ["T": "s3cr3t+/=", "U": "ann", "COLON": "a:b", "LINES": "a\nb"]
    #expect(try bound("base: https://api.test\nauth: \(auth)\nendpoints: {e: GET /x}", variables: variables) == gives)
  }

  @Test func theNearestAuthHolds() throws {
    let yaml = "base: https://api.test\nauth: bearer ${T}\nendpoints: {e: {GET: /x, auth: none}}"
    #expect(try bound(yaml) == "GET /x")
  }

  @Test func anArgumentForTheSameHeaderStays() throws {
    let yaml = "base: https://api.test\nauth: bearer ${T}\nendpoints: {e: GET /x (header.a as Authorization)}"
    #expect(try bound(yaml, #"{"a": "Mine"}"#, variables: ["T": "t"]) == "GET /x\nAuthorization: Mine")
  }

  /// An argument replaces the item of credentials, and needs no variable. A default gives way to the credentials.
  @Test(arguments: [
    ("query key ${T}", "key?", #"{"key": "mine"}"#, "GET /x?key=mine"), ("query key ${T}", "key?", "{}", "GET /x?key=t"),
    ("query key ${GONE}", "key?", #"{"key": "mine"}"#, "GET /x?key=mine"), ("query key ${T}", "key = std", "{}", "GET /x?key=t"),
    ("query key ${T}", "key = std", #"{"key": "mine"}"#, "GET /x?key=mine"),
    (#"{any: [["query key ${A}", "header X-App ${B}"], "bearer ${C}"]}"#, "key?", #"{"key": "mine"}"#, "the variables of no alternative"),
    (#"{any: ["query key ${A}", "bearer ${C}"]}"#, "key?", #"{"key": "mine"}"#, "GET /x?key=mine"),
  ])
  func anArgumentForTheSameItemStays(auth: String, parameter: String, args: String, gives: String) throws {
    let yaml = "base: https://api.test\nauth: \(auth)\nendpoints: {e: GET /x (\(parameter))}"
    let request = try bound(yaml, args, variables: ["T": "t"])
    #expect(gives.hasPrefix("GET") ? request == gives : request.hasPrefix("variable: no alternative in 'auth'"), "\(request)")
  }

  @Test(arguments: ["https://other.test/x", "http://api.test/x", "https://api.test:8443/x"])
  func anotherOriginGetsNone(target: String) throws {
    let yaml = """
      base: https://api.test
      auth: bearer ${T}
      headers: {X-Api-Key: "${T}", Authorization: "${T}", X-Session: "${T}", X-Tenant: "5", Accept: text/plain}
      query: {api_key: "${T}", v: 1}
      endpoints: {e: GET \(target)}
      """
    #expect(try bound(yaml, variables: ["T": "s3cr3t"]) == "GET \(target)?v=1\nX-Tenant: 5\nAccept: text/plain")
  }

  /// A secret of at most three characters is masked as a separate word; where the spec joins it with others, that word is masked.
  @Test(arguments: [
    "{POST: /x, body: \"pin${PIN}x\"}", "{POST: /x, body: {a: \"b pin${PIN}x, c\"}}", "{GET: \"/x/a${PIN}b/c\"}",
    "{GET: \"/x?a=b${PIN}c\"}",
    "{GET: /x, headers: {X-A: \"a pin${PIN}x\"}}", "{GET: /x, query: {a: \"pin${PIN}x${PIN}\"}}", "{GET: \"/x${PIN}{id}\"}",
    "{GET: \"/x (id = 'x${PIN}y')\"}", "{GET: /x, query: {a: \"${V}\"}}", "{GET: \"/x?a=${PIN}\"}",
  ])
  func shortSecretsInWords(endpoint: String) async throws {
    let yaml = "base: https://api.test\nvars: {PIN: {secret: true}, V: \"b${PIN}c\"}\nendpoints: {e: \(endpoint)}"
    let draft = try draft(yaml, endpoint.contains("{id}") ? #"{"id": "7"}"# : "{}", ["PIN": "123"])
    let shown = try await draft.description(showingSecrets: false)
    #expect(!JSONWriter.text(shown).contains("123"), "\(JSONWriter.text(shown))")
    #expect(JSONWriter.text(try await draft.description(showingSecrets: true)).contains("123"))
  }

  /// The value of a secret header is secret everywhere.
  @Test func aValueOfASecretHeaderIsSentToItsOriginOnly() throws {
    let yaml = """
      base: https://api.test
      headers: {X-Session: "${T}", X-Tenant: "t-${T}", X-Own: "${V}"}
      query: {tenant: "${T}", v: "${V}"}
      endpoints: {abs: GET https://other.test/x, own: GET /x}
      """
    let client = Client(try Spec.load(yaml: yaml), variables: ["T": "s3cr3t", "V": "1"], transport: Canned())
    let (away, home) = (try client.prepare("abs").request, try client.prepare("own").request)
    #expect(away.url == "https://other.test/x?v=1")
    #expect(away.headers.map { "\($0.name.canonicalName)=\($0.value)" } == ["x-own=1"])
    #expect(home.url == "https://api.test/x?tenant=s3cr3t&v=1" && home.headers.count == 3)
  }

  @Test(arguments: [
    ("https://cdn.test/x", true), ("https://CDN.test:8443/x", true), ("http://cdn.test/x", false), ("https://evil.cdn.test/x", false),
  ])
  func aTrustedHostGetsThem(target: String, isTrusted: Bool) throws {
    let yaml = "base: https://api.test\nauth: bearer ${T}\nredirects: {trust: [Cdn.test]}\nendpoints: {e: GET \(target)}"
    let outcome = try bound(yaml, variables: ["T": "t"])
    #expect(outcome == "GET \(target)" + (isTrusted ? "\nAuthorization: Bearer t" : ""))
  }

  /// A default with a credential is secret.
  @Test(arguments: [
    (#"GET https://evil.test/x (t = "${T}")"#, "GET https://evil.test/x"),
    (#"GET https://evil.test/x (header.X-Foo = "${T}")"#, "GET https://evil.test/x"),
    (
      #"POST https://evil.test/x (t = "${T}")"#,
      "arguments: the secret 't' is not sent to an origin other than the base; to allow it, set 'redirects.trust'"
    ),
    (
      #"GET https://evil.test/{a} (path.a = "${T}")"#,
      "arguments: the secret 'a' is not sent to an origin other than the base; to allow it, set 'redirects.trust'"
    ),
    (
      "GET https://${T}.evil.test/x",
      "arguments: the variable 'T' is a credential and is not sent to an origin other than the base; to allow it, set 'redirects.trust'"
    ),
    (
      #"GET https://{r}.evil.test/x (path.r = "${T}")"#,
      "arguments: the secret 'r' is not sent to an origin other than the base; to allow it, set 'redirects.trust'"
    ),
  ])
  func aDefaultDoesNotCarryACredentialAway(line: String, gives: String) throws {
    let yaml = "base: https://api.test\nauth: bearer ${T}\nendpoints:\n  e: '\(line)'"
    #expect(try bound(yaml, variables: ["T": "s3cr3t"]) == gives)
  }

  @Test func aDefaultWithACredentialMakesTheBodySecret() throws {
    let yaml = "base: https://api.test\nauth: bearer ${T}\nendpoints:\n  e: 'POST multipart /x (t = \"${T}\")'"
    let client = Client(try Spec.load(yaml: yaml, trust: .folder), variables: ["T": "s3cr3t"], transport: Canned())
    #expect(try client.prepare("e").request.context[BodyHoldsSecret.self])
  }

  @Test(arguments: ["https://api.test/y", "https://API.test:443/y"])
  func theSameOriginKeepsThem(target: String) throws {
    let outcome = try bound("base: https://api.test\nauth: bearer ${T}\nendpoints: {e: GET \(target)}", variables: ["T": "t"])
    #expect(outcome.hasSuffix("\nAuthorization: Bearer t"))
  }

  /// Changed by every encoding of a request, and valid everywhere.
  private static let secret = "pass+Word/1=%"

  @Test(arguments: [
    ("auth: bearer ${T}", "GET /x", "{}"), ("auth: basic ann ${T}", "GET /x", "{}"), ("auth: query key ${T}", "GET /x", "{}"),
    ("auth: header X-K ${T}", "GET /x", "{}"), (#"headers: {X-Api-Key: "${T}"}"#, "GET /x", "{}"),
    (#"headers: {X-My-Token: "${T}"}"#, "GET /x", "{}"),
    (#"query: {access_token: "${T}"}"#, "GET /x", "{}"), ("doc: x", "GET /x?token=${T}", "{}"), ("auth: bearer ${T}", "POST /x/${T}", "{}"),
    ("auth: bearer ${T}", "POST /x (a)", #"{"a": "it was TOP"}"#), ("doc: x", "POST /x (cookie.c)", #"{"c": "TOP"}"#),
    ("doc: x", "POST /x (header.a as Authorization)", #"{"a": "Bearer TOP"}"#),
    ("doc: x", "{POST: /x, params: {p: {secret: true}}}", #"{"p": {"deep": ["TOP"]}}"#),
    ("doc: x", "{POST: form /x, params: {p: {secret: true}}}", #"{"p": "TOP"}"#),
    ("doc: x", "{GET: /x, params: {p: {in: query, secret: true}}}", #"{"p": "TOP"}"#),
    ("doc: x", "{GET: \"/x/{p}\", params: {p: {secret: true}}}", #"{"p": "TOP"}"#),
  ])
  func secretsAreNeverShown(more: String, line: String, args: String) async throws {
    let yaml = "base: https://api.test\n\(more)\nendpoints: {e: \(line.hasPrefix("{") ? line : "\"\(line)\"")}"
    let draft = try draft(yaml, args.replacing("TOP", with: Self.secret), ["T": Self.secret])
    let shown = JSONWriter.text(try await draft.description()) + draft.curl() + "\(draft.request.shown)"
    let whole = JSONWriter.text(try await draft.description(showingSecrets: true))
    #expect(shown.contains("‹redacted›") && !whole.contains("‹redacted›"))
    let pair = Base64.encode(Array("ann:\(Self.secret)".utf8))
    for text in [
      Self.secret, PercentEncoding.encode(Self.secret), FormCoding.component(Self.secret), Base64.encode(Array(Self.secret.utf8)), pair,
    ] {
      #expect(!shown.contains(text))
    }
  }

  @Test func secretsAreNeverShownAsJSONEscapesThem() async throws {
    let yaml = "base: https://api.test\nendpoints: {e: {POST: /x, params: {p: {secret: true}}}}"
    let draft = try draft(yaml, #"{"p": "a\"b\\c/d\u0007e"}"#, [:])
    let expected =
      #"{"endpoint":"e","method":"POST","url":"https://api.test/x","headers":[["content-type","application/json"]],"body":{"text":"{\"p\":\"‹redacted›\"}"}}"#
    #expect(JSONWriter.text(try await draft.description()) == expected)
  }

  /// Cookies that are split and joined are still secret.
  @Test(arguments: [
    (#"{GET: "/x (sid, cookie.theme)", headers: {Cookie: "theme=dark; sid={sid}"}}"#, #"{"sid": "S3CRETSID", "theme": "light"}"#),
    ("GET /x (header.Cookie, cookie.c)", #"{"Cookie": "a=1;sid=S3CRETSID", "c": 2}"#),
  ])
  func cookiesThatAreJoinedAreNeverShown(line: String, args: String) async throws {
    let draft = try draft("base: https://api.test\nendpoints: {e: \(line.hasPrefix("{") ? line : "\"\(line)\"")}", args, [:])
    let shown = JSONWriter.text(try await draft.description()) + draft.curl()
    #expect(!shown.contains("S3CRETSID"), "\(shown)")
    #expect(draft.request.headers.count { $0.name == .cookie && $0.value.contains("sid=S3CRETSID") } == 1)
  }

  /// Escapes in curl do not reveal a secret, and the beginning of a secret is masked.
  @Test func secretsAreNeverShownInPartsAndBeginnings() throws {
    let part = try draft(
      "base: https://api.test\nendpoints: {e: {POST: multipart /x, params: {p: {secret: true}}}}", #"{"p": {"k": "a\"b\\c-1234567"}}"#, [:])
    #expect(part.curl().hasSuffix(##"-F 'p="{\"k\":\"‹redacted›\"}";type=application/json'"##))
    let head = try draft(
      "base: https://api.test\nendpoints: {e: {GET: '/x/{p:4}', params: {p: {secret: true}}}}", #"{"p": "abcd1234"}"#, [:])
    #expect(head.curl() == "curl --path-as-is 'https://api.test/x/‹redacted›'")
  }

  /// A binary file with a secret: base64 of the whole would reveal it.
  @Test(arguments: [
    "{POST: multipart /x, params: {p: {in: part, secret: true}, d: Data}}",
    "{POST: bytes /x, params: {d: {in: body, type: Data, secret: true}}}",
    "{POST: multipart /x, body: {p: \"${T}\"}, params: {d: Data}}",
  ])
  func secretsAreNeverShownBesideBytes(line: String) async throws {
    let client = Client(
      try Spec.load(yaml: "base: https://api.test\nauth: header X-K ${T}\nendpoints: {e: \(line)}", trust: .folder),
      variables: ["T": .init(Self.secret)], transport: Canned())
    let binary: [UInt8] = [0xFF, 0xFE] + Array(Self.secret.utf8) + [0xFF]
    var arguments: Arguments = ["d": Data(binary)]
    if line.contains("p: {in") { arguments = ["p": Self.secret, "d": Data(binary)] }
    let draft = try client.prepare("e", arguments)
    let description = try await draft.description()
    #expect(description["body"].asObject?.map(\.name) == ["size"])
    #expect(!(JSONWriter.text(description) + draft.curl()).contains(Self.secret))
    #expect(!draft.curl().contains(Base64.encode(binary)))
    #expect(!JSONWriter.text(try await draft.description(wholeBody: true)).contains(Base64.encode(binary)))
    #expect(try await draft.description(showingSecrets: true, wholeBody: true)["body.base64"].asString != nil)
    #expect(draft.request.context[BodyHoldsSecret.self])
  }

  @Test func aSecretInAFileOrABodyIsKnown() throws {
    let yaml =
      "base: https://api.test\nendpoints: {e: {POST: /x, params: {p: {secret: true}, q: String?}}, f: {GET: /x, params: {p: {in: query, secret: true}}}}"
    let client = Client(try Spec.load(yaml: yaml), transport: Canned())
    #expect(try client.prepare("e", ["p": "a"]).request.context[BodyHoldsSecret.self])
    #expect(try !client.prepare("f", ["p": "a"]).request.context[BodyHoldsSecret.self])
  }

  @Test func bytesOfAResponseAreMasked() {
    var secrets = Secrets()
    secrets.add("hunter2")
    #expect(secrets.redact([0xFF] + Array("a hunter2 b".utf8)) == [0xFF] + Array("a ‹redacted› b".utf8))
    #expect(secrets.redact([0xFF, 0x61]) == [0xFF, 0x61])
  }

  /// Other encodings: lowercase escapes, `\/` and `\u0026` of JSON, base64url.
  @Test(arguments: [
    "k/?&é<'+=~", "k%2f%3f%26%c3%a9%3c%27%2b%3d~", "k%2F%3F%26%C3%A9%3C%27%2B%3D~", #"k\/?&é<'+=~"#, #"k\/?&\u00e9<'+=~"#,
    #"k/?\u0026é\u003c'+=~"#, #"k/?\u0026é\u003c\u0027+\u003d~"#, #"k/?\u0026\u00E9\u003C\u0027\u002B=~"#, "ay8_JsOpPCcrPX4=",
    "ay8_JsOpPCcrPX4", "ay8/JsOpPCcrPX4=",
  ])
  func everyFormIsMasked(form: String) {
    var secrets = Secrets()
    secrets.add("k/?&é<'+=~")
    #expect(secrets.redact("it is \"\(form)\".") == "it is \"‹redacted›\".")
  }

  @Test(arguments: [
    ("it is 'abc…' or so", "it is 'abc…' or so"), ("it is 'abcdefg' or…", "it is 'abcdefg' or…"), ("…abcdefg", "…abcdefg"),
    ("it is 'abcdefg…' or so", "it is '‹redacted›…' or so"), ("it begins: 'it is abcdefg'…", "it begins: 'it is ‹redacted›'…"),
    ("abcd… é… xabcdefghijk…l", "‹redacted›… é… x‹redacted›…l"), ("abcdefghijkl…", "‹redacted›…"),
  ])
  func theBeginningIsMaskedWhereTheTextWasCut(text: String, shown: String) {
    var secrets = Secrets()
    secrets.add("abcdefghijkl")
    #expect(secrets.redact(text) == shown)
  }

  /// A response with a token instead of a number, or after long invalid JSON.
  @Test(arguments: [
    (#"{"id": "TOKEN"}"#, ["'id' must be an integer, but is '‹redacted›…'"]),
    (String(repeating: "x", count: 170) + "TOKEN", ["which starts with: '" + String(repeating: "x", count: 170) + "‹redacted›'…"]),
    ("{\"error\": {\"message\": \"" + String(repeating: "x", count: 270) + "TOKEN\"}}", []),
  ])
  func whatIsCutDoesNotShowThem(body: String, told: [String]) async throws {
    let token = String(repeating: "0123456789", count: 6)
    let transport = Canned(
      status: told.isEmpty ? .unauthorized : .ok, headers: [.contentType: "application/json"],
      body: Array(body.replacing("TOKEN", with: token).utf8))
    let spec = try Spec.load(yaml: "base: https://api.test\nauth: bearer ${T}\nendpoints: {e: GET /x -> (id Int)}", trust: .folder)
    let client = Client(spec, variables: ["T": .init(token)], transport: transport)
    let error = try #require(await #expect(throws: CallError.self) { try await client.call("e") })
    let text = error.message + (error.hint ?? "")
    #expect(!text.contains("0123"), "\(text)")
    for told in told { #expect(text.contains(told), "\(text)") }
  }

  @Test func faultsDoNotShowThem() throws {
    let yaml = "base: https://api.test\nendpoints: {e: {GET: /x, params: {p: {type: Int, secret: true}, q: Int}}}"
    #expect(
      try bound(yaml, #"{"p": "hunter2", "q": "hunter2"}"#)
        == "arguments: 'p' must be an integer\n'q' must be an integer, but is 'hunter2'")
  }
}
