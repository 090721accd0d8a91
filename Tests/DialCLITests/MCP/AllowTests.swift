import Testing

@testable import DialCLI
@testable import DialConsole

/// Names of `dial mcp --allow`: what is not there would be allowed to nobody, and nobody would know.
@Suite struct AllowTests {
  private static let specs = [
    "s": "base: https://a.test\nendpoints: {add: POST /x, drop: DELETE /x, clear: {PURGE: /x, hasBody: false}}", "bad": "base: 1",
  ]

  @Test(arguments: [
    ("ad", "--allow: 'ad' is neither a method nor an endpoint; did you mean 'add'?"),
    ("post", "--allow: 'post' is neither a method nor an endpoint; did you mean 'POST'?"),
    ("s/ad", "--allow: 's/ad' is neither a method nor an endpoint; did you mean 's/add'?"),
    ("t/add", "--allow: 't/add' is neither a method nor an endpoint; did you mean 's/add'?"),
    ("remove", "--allow: 'remove' is neither a method nor an endpoint"),
  ])
  func aTypo(_ name: String, _ message: String) async {
    let ran = await dial("mcp s --allow \(name) --allow POST --install claude", specs: Self.specs)
    #expect(ran == Ran(out: "", err: "error: \(message)\nhint: to list the endpoints, run: dial list s\n", exit: 2))
  }

  @Test(arguments: ["add", "s/drop", "POST", "TRACE", "PURGE"]) func aName(_ name: String) async {
    #expect(await dial("mcp s --allow \(name) --install claude", specs: Self.specs).exit == 0)
  }

  /// What cannot be served does not belong into a configuration.
  @Test func aSpecThatCannotBeLoaded() async {
    let ran = await dial("mcp bad --allow add --install claude", specs: Self.specs)
    #expect(ran.exit == 6 && ran.out.isEmpty && ran.err.contains("'bad' cannot be served, so nothing was added"), "\(ran)")
  }
}
