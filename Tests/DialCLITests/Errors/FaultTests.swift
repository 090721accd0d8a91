import Testing

@testable import DialCLI
@testable import DialConsole

/// The faults of `--errors json`.
@Suite struct FaultTests {
  private static let spec = """
    service: s
    base: https://${HOST}
    endpoints:
      get: PUT multipart /users/{id} (id Int, limit Int?, photo File?)
      moved: {GET: /x, mock: {status: 302}}
      empty: {GET: /x, mock: {status: 302, headers: {Location: ""}}}
      away: {GET: /x, mock: {status: 302, headers: {Location: "/y"}}, redirects: 0}
    """

  private static func faults(_ line: String) async -> String {
    let ran = await dial(
      line + " --errors json", specs: ["s": spec, "bad": "service: s\nbase: https://a.test\nendpoints:\n  a: GET /x -> Usr\n"])
    return String(ran.err.drop { $0 != "[" }.split(separator: "\n").first ?? "")
  }

  @Test func arguments() async {
    #expect(
      await Self.faults("call s get limit=x nope=1 photo@none")
        == #"[{"code":"arguments","message":"'photo': cannot read 'none': it does not exist","argument":"photo","hint":null,"spec":{"file":"s","line":4,"column":55}},"#
        + #"{"code":"arguments","message":"unknown argument 'nope' of 'get'; available: 'id', 'limit', 'photo'","argument":"nope","hint":null,"spec":{"file":"s","line":4,"column":3}},"#
        + #"{"code":"arguments","message":"missing argument 'id' (path, Int)","argument":"id","hint":"for example id=7","spec":{"file":"s","line":4,"column":35}},"#
        + #"{"code":"arguments","message":"'limit' must be an integer, but is 'x'","argument":"limit","hint":null,"spec":{"file":"s","line":4,"column":43}},"#
        + #"{"code":"variable","message":"the variable 'HOST' has no value","argument":null,"hint":"set it with --var HOST=…","spec":{"file":"s","line":4,"column":3}}]}"#
    )
  }

  @Test func aBaseThatIsMadeOfAVariable() async {
    let ran = await dial("call s away --var HOST=a:x", specs: ["s": Self.spec])
    #expect(
      ran.err == """
        s:2:7: error: 'base': 'x' is not a valid port; use a number from 1 to 65535 [arguments]
        base: https://${HOST}
              ^~~~~~~~~~~~~~~
        hint: to change the base, pass --var HOST=…

        """)
    #expect(ran.exit == 2)
  }

  @Test func otherFailuresAreOneFault() async {
    #expect(await Self.faults("list nope").hasPrefix(#"[{"code":"spec","message":"spec 'nope' does not exist; searched 'nope'"#))
    #expect(await Self.faults("call s get --bogus").hasPrefix(#"[{"code":"usage","message":"unknown flag '--bogus'","argument":null,"#))
  }

  @Test(arguments: ["list bad", "check bad"]) func findings(_ line: String) async {
    #expect(
      await Self.faults(line)
        == #"[{"code":"unknown-type","message":"unknown type 'Usr'; expected one of 'String', 'Int', 'Int64', 'UInt64', 'Double', …","argument":null,"hint":null,"spec":{"file":"bad","line":4,"column":16}}]}"#
    )
  }

  @Test func redirectsThatLeadNowhere() async {
    let moved = await dial("call s moved --mock --var HOST=a", specs: ["s": Self.spec])
    #expect(moved.exit == 3)
    #expect(moved.err.hasSuffix("hint: the redirect has no Location header\n"), "\(moved.err)")
    let empty = await dial("call s empty --mock --var HOST=a", specs: ["s": Self.spec])
    #expect(empty.err.hasSuffix("hint: the Location header of the redirect is empty\n"), "\(empty.err)")
    let away = await dial("call s away --mock --var HOST=a", specs: ["s": Self.spec])
    #expect(away.err.hasSuffix("hint: this call does not follow the redirect to '/y'\n"), "\(away.err)")
  }
}
