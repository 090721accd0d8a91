import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial check --strict` fails for warnings, too.
struct StrictTests {
  private static let warned = "base: https://api.test\nredirects: {max: 0, trust: [a.test]}\nendpoints: {a: GET /a}\n"
  private static let noted = "base: https://api.test\nendpoints: {call: GET /a}\n"

  @Test(arguments: [
    ("check s.yaml", warned, 0), ("check s.yaml --strict", warned, 6), ("check s.yaml --strict --json", warned, 6),
    ("check s.yaml --strict", noted, 0), ("check s.yaml --strict", "base: https://api.test\nendpoints: {a: GET /a}\n", 0),
    ("check s.yaml --strict", "endpoints: {a: GT /a}\n", 6),
  ])
  func warningsAreErrors(line: String, spec: String, exit: Int32) async {
    let ran = await dial(line, specs: ["s.yaml": spec])
    #expect(ran.exit == exit, "\(ran)")
  }

  @Test func theFailureNamesTheWarnings() async {
    let ran = await dial("check s.yaml --strict --errors json", specs: ["s.yaml": Self.warned])
    #expect(ran.err.contains("'trust' has no effect, because no redirects are followed; increase 'max', or remove 'trust'"), "\(ran.err)")
    #expect(ran.exit == 6)
  }
}
