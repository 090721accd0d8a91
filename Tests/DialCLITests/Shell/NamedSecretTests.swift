import Testing

@testable import DialCLI
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec
@testable import DialStreams

/// What stands under the name of a secret in a call is not shown, though the spec says nothing of it.
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
    // A multipart body is shown by its size alone.
    #expect((ran.out + ran.err).contains(Secrets.mask) || line.hasPrefix("parts"), "\(ran)")
    let shown = await dial("call s", words + more + ["--show-secrets"], specs: ["s": Self.spec])
    #expect((shown.out + shown.err).contains("hunter22") || line.hasPrefix("parts"), "\(shown)")
  }

  /// What only sounds like it is shown.
  @Test func otherNamesAreShown() async {
    let ran = await dial("call s login user=ann password=pw key=k-1 --dry-run --query page_token=p-1", specs: ["s": Self.spec])
    #expect(ran.out.contains(#"\"user\":\"ann\""#) && ran.out.contains("k-1") && ran.out.contains("page_token=p-1"), "\(ran.out)")
  }

  @Test func aShortSecretIsHiddenWhereItStandsByItself() async {
    let ran = await dial("call s login user=ann password=a -v --mock", specs: ["s": Self.spec])
    #expect(ran.err.contains(#"{"user":"ann","password":"‹redacted›"}"#), "\(ran.err)")
  }

  /// What would be sent is shown as it would be: only what the spec makes a secret is hidden.
  @Test func aRequestThatIsAskedForIsShown() async {
    let ran = await dial("call s login user=ann password=hunter22 --dry-run", specs: ["s": Self.spec])
    #expect(ran.out.contains(#"\"password\":\"hunter22\""#), "\(ran.out)")
  }
}
