import DialHTTP
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Secrets in the text of a spec, and secrets that are words of Dial.
struct SecretTextTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      literal: {GET: /a, auth: bearer abcdef-literal-secret, mock: {status: 404, json: {message: nope}}}
      value: {GET: "/b (id Int)", params: {k: {in: query, secret: true, default: pssst-secret}}, mock: {status: 404, json: {}}}
      loose: {GET: /c -> (id Int), auth: query key abcdef-literal-secret, mock: {json: {id: 1, more: 2}}}
      open: {GET: /d, mock: {status: 404, json: {message: nope}}}
    """

  @Test(arguments: [
    ("literal", "s:4:3: error: the server responded with 404: nope [status]\n{\"message\":\"nope\"}\n"),
    ("value id=1", "s:5:3: error: the server responded with 404 [status]\n{}\n"),
    ("value id=x", "s:5:3: error: 'id' must be an integer, but is 'x' [arguments]\n"),
    ("loose --check-response error", "s:6:3: error: "),
    ("loose --check-response warn", "s:6:3: warning: "),
  ])
  func aLineWithASecretIsNamedAndNotPrinted(_ line: String, _ err: String) async {
    let ran = await dial("call s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran.err.contains(err), "\(ran.err)")
    #expect(!ran.err.contains("abcdef") && !ran.err.contains("pssst") && !ran.err.contains("GET:"), "\(ran.err)")
  }

  /// A fix-it contains the value that it changes, and entries of a list in place of a mapping are not read.
  @Test(arguments: [
    "vars: {API_TOKEN: “sk-live-1234”}", "auth: “bearer sk-live-1234”", "headers: {X-Api-Key: “sk-live-1234”}",
    "headers:\n  - \"Authorization: Bearer sk-live-1234\"", "headers:\n  - Authorization: Bearer sk-live-1234",
    "vars:\n  - USER: bob\n  - API_TOKEN: sk-live-1234", "endpoints: {b: {POST: /b, body: {password: “sk-live-1234”}}}",
    "endpoints: {b: {GET: /b, params: {pin: {type: Int, secret: true, default: \"1234-sk-live-1234\"}}}}",
    "endpoints: {b: {GET: /b, params: {pin: {type: Int, secret: true, default: \"98761234\"}}}}",
  ])
  func noFindingShowsOne(_ part: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spec = "service: s\nbase: https://a.test\n\(part)\n" + (part.hasPrefix("endpoints") ? "" : "endpoints: {b: GET /b}\n")
    for line in ["check s.yaml", "check s.yaml --json", "call s b --dry-run", "call s b --dry-run --errors json"] {
      try folder.write("s.yaml", spec)
      let ran = await dial(line.replacing("s.yaml", with: "\(folder.path)/s.yaml"), specs: ["s": spec])
      let shown = line.hasPrefix("check") ? ran.out + ran.err : ran.err
      #expect(!shown.contains("sk-live") && !shown.contains("98761234"), "\(line): \(shown)")
    }
  }

  @Test func aLineWithoutOneIsPrinted() async {
    let ran = await dial("call s open --mock", specs: ["s": Self.spec])
    #expect(ran.err.contains("\n  open: {GET: /d, mock:"), "\(ran.err)")
  }

  /// A secret that is also a word of Dial or a status is masked only in the text of a server.
  /// A header without a scheme is a secret as a whole, and half of a secret in a reason is not masked.
  @Test func theCredentialsAreNotInTheHint() async throws {
    let key = "sk_live_" + String(repeating: "0123456789abcdef", count: 20)
    let server = try await LoopbackServer { _ in
      LoopbackResponse(status: 401, headers: [("WWW-Authenticate", "Digest realm=\"a\", nonce=\"b\"")], body: [])
    }
    let specs = ["s": "base: http://127.0.0.1:\(server.port)\nauth: header Authorization ${K}\nendpoints: {me: GET /me}"]
    for line in ["s me --var K=\(key) --errors json", "get http://127.0.0.1:\(server.port)/me -v -H Authorization:\(key)"] {
      let ran = await dial(line, specs: specs)
      #expect(!(ran.out + ran.err).contains("0123456789"), "\(ran)")
    }
    await server.stop()
  }

  /// Right credentials in the wrong scheme are not called wrong (RFC 9110 section 11.6.1).
  @Test func theSchemeThatTheServerAsksForIsNamed() async throws {
    let server = try await LoopbackServer { _ in
      LoopbackResponse(status: 401, headers: [("WWW-Authenticate", "Digest realm=\"a\", nonce=\"b\"")], body: [])
    }
    let told = "hint: the server asks for Digest, but the call sent Basic; "
    let spec = told + "write 'auth: digest ${USER} ${PASSWORD}' in the spec\n"
    let kept = told + "keep the call with --save NAME, and add 'auth: digest ${USER} ${PASSWORD}' to its endpoint\n"
    let specs = ["s": "base: http://127.0.0.1:\(server.port)\nauth: basic ${U} ${P}\nendpoints: {me: GET /me}"]
    for line in ["s me --var U=a --var P=b", "s me --var U=a --var P=b -u c:d", "get http://127.0.0.1:\(server.port)/me -u c:d"] {
      let ran = await dial(line, specs: specs)
      #expect(ran.exit == 8 && ran.err.hasSuffix(line.hasPrefix("get") ? kept : spec), "\(ran)")
    }
    await server.stop()
  }

  @Test(arguments: [("wrong", "wrong"), ("401", "no 401 here"), ("answered", "answered")])
  func wordsOfDialAreNoSecrets(_ password: String, _ said: String) async throws {
    let server = try await LoopbackServer { request in
      LoopbackResponse(status: 401, headers: [("Content-Type", "application/json")], body: Array("{\"message\":\"\(said)\"}".utf8))
    }
    let spec = "service: s\nbase: \(server.base)\nauth: basic ${U} ${P}\nendpoints: {get: GET /x}\n"
    let ran = await dial("call s get -v --var U=ann --var P=\(password)", specs: ["s": spec])
    await server.stop()
    let told = said.replacing(password, with: "‹redacted›")
    #expect(ran.exit == 8)
    #expect(ran.err.contains("< HTTP 401 Unauthorized\n"), "\(ran.err)")
    #expect(ran.err.contains("error: the server responded with 401 Unauthorized: \(told) [credentials]"), "\(ran.err)")
    #expect(ran.err.hasSuffix("hint: the server rejected the credentials in 'U' and 'P'; set another value with --var U=…\n"), "\(ran.err)")
  }

  /// Withheld credentials are reported.
  @Test func credentialsThatWereNotSentAreNamed() async throws {
    let there = try await LoopbackServer { _ in LoopbackResponse(status: 401) }
    let here = try await LoopbackServer { _ in LoopbackResponse(status: 302, headers: [("Location", "\(there.base)/there")]) }
    let spec = """
      service: s
      base: \(here.base)
      auth: bearer ${TOKEN}
      endpoints:
        moved: GET /x
        away: GET \(there.base)/y
      """
    for name in ["moved", "away"] {
      let ran = await dial("call s \(name) --var TOKEN=t0k3n-1", specs: ["s": spec])
      #expect(ran.exit == 4)
      let hint = "the credentials are for \(here.base) and were not sent to \(there.base); to send them, add"
      #expect(ran.err.contains("hint: \(hint) 'redirects: {trust: [127.0.0.1]}' to the spec\n"), "\(ran.err)")
    }
    let told = await dial("call s away --var TOKEN=t0k3n-1 --explain --dry-run", specs: ["s": spec])
    #expect(told.out.contains("\"credentials\":\"they are for \(here.base) and are not sent to \(there.base)\""), "\(told.out)")
    for server in [here, there] { await server.stop() }
  }
}
