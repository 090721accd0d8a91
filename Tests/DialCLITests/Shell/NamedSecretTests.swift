import Testing

@testable import DialBuild
@testable import DialCLI
@testable import DialConsole
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Values with secret names are not shown, even if the spec does not declare them.
struct NamedSecretTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      login: {POST: "/login (user, password, key?)", mock: {json: {ok: true}}}
      form: {POST: "form /login (user, password)", mock: {json: 1}}
      parts: {POST: "multipart /login (user, password)", mock: {json: 1}}
      down: {GET: "/x (token?)", mock: {error: connect}}
    """

  @Test(arguments: [
    "login user=ann password=hunter22", "form user=ann password=hunter22", "parts user=ann password=hunter22",
    "login user=ann password=x --query token=hunter22", "login user=ann password=x --query api_key=hunter22",
    "login user=ann password=x -H X-Auth-Token:hunter22", "login user=ann password=x -H Authorization:Bearer␣hunter22",
    "login user=ann password=x -H Cookie:sid=hunter22", "down token=hunter22",
  ])
  func isNotShown(_ line: String) async {
    let words = line.split(separator: " ").map { String($0).replacing("␣", with: " ") }
    let more = ["-v", "--mock", "--retry", "0"]
    let ran = await dial("call s", words + more, specs: ["s": Self.spec])
    #expect(!(ran.out + ran.err).contains("hunter22"), "\(ran)")
    // A multipart body is shown only by its size.
    #expect((ran.out + ran.err).contains(Secrets.mask) || line.hasPrefix("parts"), "\(ran)")
    let shown = await dial("call s", words + more + ["--show-secrets"], specs: ["s": Self.spec])
    #expect((shown.out + shown.err).contains("hunter22") || line.hasPrefix("parts"), "\(shown)")
  }

  /// Similar names are shown.
  @Test func otherNamesAreShown() async {
    let ran = await dial("call s login user=ann password=pw key=k-1 --dry-run --query page_token=p-1", specs: ["s": Self.spec])
    #expect(ran.out.contains(#"\"user\":\"ann\""#) && ran.out.contains("k-1") && ran.out.contains("page_token=p-1"), "\(ran.out)")
  }

  @Test func aShortSecretIsHiddenWhereItStandsByItself() async {
    let ran = await dial("call s login user=ann password=a -v --mock", specs: ["s": Self.spec])
    #expect(ran.err.contains(#"{"user":"ann","password":"‹redacted›"}"#), "\(ran.err)")
  }

  /// Requests are shown unchanged, except for secrets of the spec.
  @Test func aRequestThatIsAskedForIsShown() async {
    let ran = await dial("call s login user=ann password=hunter22 --dry-run", specs: ["s": Self.spec])
    #expect(ran.out.contains(#"\"password\":\"hunter22\""#), "\(ran.out)")
  }

  private static let variables = """
    service: s
    base: https://a.test/${PATH_TOKEN}
    vars: {PIN: {secret: true}, CODE: {default: "code ${PIN}", secret: false}, NAME: ann, PLACE_TOKEN: {secret: false}}
    endpoints:
      rpc: {POST: /rpc, body: {params: ["token:${ARIA_TOKEN}", "${PIN}", "${CODE}"]}, mock: {json: {ok: true}}}
      form: {POST: form /f, body: {a: "x ${DB_PASSWORD}"}, mock: {json: 1}}
      text: {POST: text /t, body: "pin ${CODE}", mock: {json: 1}}
      path: {GET: "/bot${BOT_TOKEN}/get?pin=${PIN}", mock: {status: 404, text: "no ${BOT_TOKEN}"}}
      down: {GET: "/x/${PIN}", headers: {X-Plain: "${CODE}"}, mock: {error: connect}}
      open: {GET: "/x/${NAME}/${PLACE_TOKEN}", mock: {json: 1}}
    """

  private static let values = ["PATH_TOKEN", "ARIA_TOKEN", "PIN", "DB_PASSWORD", "BOT_TOKEN"].flatMap { ["--var", "\($0)=hunter22"] }

  /// Secrets of the spec and of variables are masked everywhere.
  @Test(
    arguments: ["rpc", "form", "text", "path", "down"],
    ["-v --mock", "--dry-run", "--curl", "--explain", "--explain --mock", "--mock --errors␣json"])
  func aSecretVariableIsNotShown(_ endpoint: String, _ flags: String) async {
    let flags = flags.split(separator: " ").flatMap { $0.split(separator: "␣").map(String.init) }
    let ran = await dial("call s \(endpoint)", ["--retry", "0"] + flags + Self.values, specs: ["s": Self.variables])
    #expect(!(ran.out + ran.err).contains("hunter22"), "\(ran)")
  }

  @Test func aShownVariableIsShown() async {
    let ran = await dial("call s open --dry-run --var PATH_TOKEN=hunter22 --var PLACE_TOKEN=p-1", specs: ["s": Self.variables])
    #expect(ran.out.contains("/x/ann/p-1") && !ran.out.contains("hunter22"), "\(ran.out)")
    let shown = await dial("call s rpc --dry-run --show-secrets", Self.values, specs: ["s": Self.variables])
    #expect(shown.out.contains("token:hunter22"), "\(shown.out)")
  }

  /// Of Set-Cookie, only the name and the attributes are shown.
  @Test func setCookieIsMasked() async {
    let cookie = "sid=hunter22; Path=/; HttpOnly; hunter22; x=hunter22; Expires=Wed, 21 Oct 2099 07:28:00 GMT"
    let spec = "service: s\nbase: https://a.test\nendpoints: {e: {GET: /, mock: {json: 1, headers: {Set-Cookie: \"\(cookie)\"}}}}\n"
    for flag in ["-v", "-i"] {
      let ran = await dial("call s e --mock \(flag)", specs: ["s": spec])
      let mask = Secrets.mask
      #expect(
        ran.err.contains("Set-Cookie: sid=\(mask); Path=/; HttpOnly;\(mask); x=\(mask); Expires=Wed, 21 Oct 2099 07:28:00 GMT\n"),
        "\(ran.err)")
    }
    #expect(await dial("call s e --mock -v --show-secrets", specs: ["s": spec]).err.contains("Set-Cookie: \(cookie)"))
  }
}
