import DialBuild
import DialSyntax
import Testing

struct ExplainTests {
  @Test func aFindingIsExplained() async {
    let text = """
      hidden-name: In Swift, a member of `Client` hides an endpoint of the same name.

      Note.

      Example:

        base: https://api.example.com
        endpoints:
          call: POST /calls (number)

      """
    let ran = await dial("check --explain hidden-name")
    #expect(ran.out.hasPrefix(text) && ran.exit == 0 && ran.err == "")
    #expect(ran.out.contains("\n\n  spec.yaml:3:3: note: ") && ran.out.contains("\n\nHow to fix it:\n\n"))
  }

  @Test func bytesThatAreNotShownAreMadeByACommand() async {
    let out = await dial("check --explain yaml-depth").out
    #expect(out.contains("\nExample:\n\n  head -c 300 /dev/zero | tr '\\0' '[' > spec.yaml\n\n  spec.yaml:1:257: error: nested"))
    #expect(out.contains("\n  note: the rest of the file was not checked\n\nHow to fix it:\n"))
  }

  @Test(arguments: SyntaxDiagnosticID.allCases.map(\.rawValue) + FindingID.allCases.map(\.rawValue))
  func everyFindingIsExplained(_ id: String) async {
    let out = await dial("check --explain \(id)").out
    #expect(out.hasPrefix("\(id): ") && out.hasSuffix(".\n") && out.contains("\n\nWhy:\n\n"))
    #expect(!["```", "**", "<doc:", "\n#"].contains(where: out.contains))
  }

  private static let hint =
    "use the ID in brackets at the end of a finding; for the codes of failed calls, see the page CallErrors of the documentation"

  @Test(arguments: [("durations", "; did you mean 'duration'?"), ("zzzzzz", "")])
  func anUnknownID(_ id: String, _ suggestion: String) async {
    let err = "error: unknown finding '\(id)'\(suggestion)\nhint: " + Self.hint + "\n"
    #expect(await dial("check --explain \(id)") == Ran(out: "", err: err, exit: 2))
  }
}
