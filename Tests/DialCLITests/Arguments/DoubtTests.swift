import Testing

@testable import DialCLI
@testable import DialConsole

/// Warnings about arguments that are allowed but probably mistakes.
@Suite struct DoubtTests {
  private static let spec = """
    service: s
    base: https://${HOST}
    vars: {HOST: a.test}
    types:
      User: {id: Int, name?: String, boss?: User}
    endpoints:
      open: {GET: "/users/{id}/{section?}", mock: {json: 1}}
      put: {PUT: "/users (user User, list [User]?)", mock: {json: 1}}
      text: {GET: /t, mock: {text: hello}}
      nested: {GET: /n, mock: {json: [{id: 1, company: {name: A}}, {id: 2, company: null}]}}
    """

  @Test(arguments: [
    ("open id=7 secton=3", "'open' does not declare 'secton', which is sent unchanged; did you mean 'section'?"),
    (#"put user:={"id":7,"nmae":"x"}"#, "'user.nmae' is not declared and is sent unchanged; did you mean 'name'?"),
    ("put user.id=7 user.boss.id=8 user.boss.nam=x", "'user.boss.nam' is not declared and is sent unchanged; did you mean 'name'?"),
    (#"put user.id=7 list:=[{"id":1,"bos":null}]"#, "'list[0].bos' is not declared and is sent unchanged; did you mean 'boss'?"),
    ("open id=7 --var HSOT=x", "--var: unknown variable 'HSOT'; did you mean 'HOST'?"),
    ("open id=7 --env TOKEN", "--env: unknown variable 'TOKEN'; available: 'HOST'"),
  ])
  func doubts(_ line: String, _ warning: String) async {
    let ran = await dial("call s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran == Ran(out: "1\n", err: "warning: \(warning)\n", exit: 0))
    #expect(await dial("call s \(line) --mock -q", specs: ["s": Self.spec]).err == "")
    let json = #"{"severity":"warning","code":"warning","message":\#(quoted(warning)),"endpoint":null,"spec":null,"faults":[]}"#
    #expect(await dial("call s \(line) --mock --errors json", specs: ["s": Self.spec]) == Ran(out: "1\n", err: json + "\n", exit: 0))
  }

  /// Unlike a comma, these signs are encoded in both places.
  @Test(arguments: [
    ("pipes", "a|b", "'|'"), ("space", "a b", "a space"), ("tabs", "a\tb", "a tab"), ("csv", "a,b", nil), ("repeat", "a|b", nil),
    ("pipes", "a b", nil),
  ])
  func anItemWithItsSeparator(style: String, item: String, sign: String?) async {
    let spec = "base: https://a.test\nendpoints:\n  e: {GET: \"/ (q [String])\", style: {arrays: \(style)}, mock: {json: 1}}\n"
    let ran = await dial("call s e --mock", ["q=\(item)"], specs: ["s": spec])
    let told = sign.map { "warning: an item of 'q' contains \($0), which also stands between the items, so the server can read two\n" }
    #expect(ran == Ran(out: "1\n", err: told ?? "", exit: 0))
  }

  /// However a value is passed, and also in the members of objects.
  @Test(arguments: [
    ("q [String]", "arrays: pipes", #"q:=["x|y","z"]"#, "an item of 'q' contains '|', which also stands between the items"),
    ("q", "{arrays: pipes, objects: pairs}", #"q:={"k":"x|y"}"#, "a member of 'q' contains '|', which also stands between the members"),
    (
      "header.q", "{arrays: csv, objects: equals}", #"q:={"k":"a,b=c"}"#,
      "a member of 'q' contains ',', which also stands between the members"
    ),
    ("q [String]", "arrays: pipes", #"q:=["x","z"]"#, nil), ("header.q [String]", "arrays: csv", #"q:=["a,b"]"#, nil),
    ("q", "{objects: spread}", #"q:={"k":"x|y"}"#, nil),
    ("field.q [String]", "arrays: pipes", #"q:=["x|y"]"#, nil),
  ])
  func aPartWithItsSeparator(parameter: String, style: String, word: String, warning: String?) async {
    let placed = parameter.hasPrefix("q") ? "query." + parameter : parameter
    let braces = style.hasPrefix("{") ? style : "{\(style)}"
    let spec = "base: https://a.test\nendpoints:\n  e: {POST: \"/ (\(placed))\", style: \(braces), mock: {json: 1}}\n"
    let ran = await dial("call s e --mock", [word], specs: ["s": spec])
    #expect(ran == Ran(out: "1\n", err: warning.map { "warning: \($0), so the server can read two\n" } ?? "", exit: 0))
  }

  @Test(arguments: [
    "open id=7 section=3", "open id=7 other=3", "open id=7 section=3 secton=4", "open id=7 --var HOST=x",
  ])
  func noDoubt(_ line: String) async {
    #expect(await dial("call s \(line) --mock", specs: ["s": Self.spec]) == Ran(out: "1\n", err: "", exit: 0))
  }

  @Test(arguments: [("--select a", "--select"), ("--tuple a,b", "--tuple")])
  func aSelectionNeedsJSON(_ flags: String, _ name: String) async {
    let ran = await dial("call s text --mock \(flags) --errors json", specs: ["s": Self.spec])
    #expect(ran.exit == 9)
    #expect(ran.err.hasPrefix(#"{"code":"selection","message":"\#(name) requires JSON, but the response is text/plain","#), "\(ran.err)")
    #expect(ran.err.contains(#""if the body is JSON, add 'decode: json' to 'text' in the spec""#), "\(ran.err)")
  }

  @Test func tuplesReachInside() async {
    let ran = await dial("call s nested --mock --tuple id,company.name -o tsv", specs: ["s": Self.spec])
    #expect(ran == Ran(out: "1\tA\n2\t\n", err: "", exit: 0))
    let wrong = await dial("call s nested --mock --tuple company.nam", specs: ["s": Self.spec])
    #expect(wrong.err.contains("--tuple: 'company' of [0] has no 'nam'; available: 'name' [selection]"), "\(wrong.err)")
  }

  @Test func verboseShowsHostAndBody() async {
    let ran = await dial("call s put user.id=7 --mock -v", specs: ["s": Self.spec])
    #expect(
      ran.err == """
        > PUT https://a.test/users
        > Host: a.test
        > Content-Type: application/json
        >
        > {"user":{"id":7}}
        < HTTP 200
        < Content-Type: application/json

        """)
  }
}
