import Dial
import DialBuild
import DialSyntax
import Testing

/// The specs of the documentation have no findings.
struct SpecTests {
  /// Not the findings, whose samples `FindingPageTests` checks.
  static let pages = ([.readme] + Page.guides).filter { $0.name != "Findings" && !$0.blocks("yaml").isEmpty }
  /// Specs that show faults, and files that need another one.
  private static let faulty = ["broken.yaml", "common.yaml", "vendor.yaml", "ours.yaml"]

  @Test func aWrongSampleIsNoticed() {
    #expect(
      Self.problems(in: "base: https://api.example.com\nendpoints: {a: GET /a -> Usr}\n") == """
        sample.yaml:2:26: error: unknown type 'Usr'; expected one of 'String', 'Int', 'Int64', 'UInt64', 'Double', … [unknown-type]
        endpoints: {a: GET /a -> Usr}
                                 ^~~
        """)
  }

  @Test(arguments: pages) func samplesAreRight(_ page: Page) {
    for block in page.blocks("yaml") where !Self.faulty.contains(where: { block.hasPrefix("# \($0)\n") }) {
      #expect(Self.problems(in: block) == "", "\(page)")
    }
  }

  static func problems(in yaml: String) -> String {
    DiagnosticPrinter(color: false).text(Spec.check(yaml: Array(yaml.utf8), name: "sample.yaml").filter { $0.severity != .note })
  }
}
