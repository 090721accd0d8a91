import Testing

@testable import DialCLI
@testable import DialConsole

/// A variable in the host of a base is only a part of the name.
@Suite struct HostVariableTests {
  private static let spec = """
    service: s
    base: https://${TENANT}.example.com/${LEVEL}
    vars: {LEVEL: v1/x, TENANT: own}
    endpoints: {a: GET /a}
    """

  @Test(arguments: [
    ("a/b", "/"), ("evil.com/", "/"), ("evil.com#", "#"), ("evil.com?", "?"), ("me@evil", "@"), ("evil\\", "\\"), ("/", "/"),
  ])
  func aVariableOfTheHostCannotChangeTheOrigin(value: String, sign: String) async {
    let ran = await dial("call s a --dry-run --var TENANT=\(value)", specs: ["s": Self.spec])
    #expect(ran.exit == 2 && ran.out.isEmpty)
    let message = "'TENANT' is part of the host of 'base', so its value cannot contain '\(sign)'"
    #expect(ran.err.contains("error: \(message) [arguments]\n"), "\(ran.err)")
    let hint = "to change the base, pass --var LEVEL=… --var TENANT=…"
    #expect(ran.err.hasSuffix("hint: \(hint)\n"), "\(ran.err)")
  }

  @Test(arguments: [
    ("--var TENANT=b-7", "https://b-7.example.com/v1/x/a"), ("", "https://own.example.com/v1/x/a"),
    ("--var LEVEL=v2/y", "https://own.example.com/v2/y/a"),
  ])
  func isAName(flags: String, url: String) async {
    let ran = await dial("call s a --dry-run \(flags)", specs: ["s": Self.spec])
    #expect(ran.out.contains("\"url\":\"\(url)\""), "\(ran)")
  }

  @Test func whatTheSpecSaysItselfMayBeMore() async {
    let spec = "service: s\nbase: https://${HOST}\nvars: {HOST: a.test/v1}\nendpoints: {a: GET /a}\n"
    #expect(await dial("call s a --dry-run", specs: ["s": spec]).out.contains("\"url\":\"https://a.test/v1/a\""))
    #expect(await dial("call s a --dry-run --var HOST=b.test:8080", specs: ["s": spec]).out.contains("\"url\":\"https://b.test:8080/a\""))
    #expect(await dial("call s a --dry-run --var HOST=b.test/v1", specs: ["s": spec]).exit == 2)
  }
}
