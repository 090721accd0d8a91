import DialSyntax
import Testing

@testable import DialCore

/// What specs made of one piece many times found: time that grew with the square of the text.
struct FuzzSpecTests {
  private static let count = 10_000

  /// `rows` of text between a head and a tail, and how many findings they have.
  struct Many: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var findings: Int
  }

  private static func many(_ name: String, _ head: String, _ row: (Int) -> String, _ tail: String, findings: Int) -> Many {
    Many(testDescription: name, text: head + (0..<count).map(row).joined() + tail, findings: findings)
  }

  private static let line = "base: https://api.test\nendpoints:\n  e: GET /a"

  static let texts: [Many] = [
    many("parameters", line + " (", { "p\($0)," }, "z)\n", findings: 0),
    many("parameters of an accented line", line + "é (", { "é\($0)," }, "z)\n", findings: 0),
    many("parameters of one name", line + " (", { _ in "p," }, "p)\n", findings: count),
    many("parameters of unknown types", line + " (", { "p\($0) Unknown\($0)," }, "z)\n", findings: count),
    many("placeholders", line, { "/{p\($0)}" }, "\n", findings: 0),
    many("unknown keys", line + "\n", { "k\($0): x\n" }, "", findings: count),
    many("a chain of types", line + "\ntypes:\n", { "  T\($0): T\($0 + 1)\n" }, "  T\(count): Int\n", findings: 0),
    many("a circle of types", line + "\ntypes:\n", { "  T\($0): T\($0 + 1)?\n" }, "  T\(count): T0\n", findings: count + 1),
    many("types of unknown ones", line + "\ntypes:\n", { "  T\($0): [U\($0)]\n" }, "", findings: count),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: texts)
  func isCheckedInTime(many: Many) {
    let findings = Spec.check(yaml: Array(many.text.utf8), name: "spec.yaml")
    #expect(findings.count == many.findings, "\(findings.first?.message ?? "none")")
  }

  @Test func likenessesAreLookedForAHundredTimes() {
    let keys = (0..<102).map { "timout\($0): 1\n" }.joined()
    let findings = Spec.check(yaml: Array((keys + "endpoints: {}\n").utf8), name: "spec.yaml").filter { $0.id == "unknown-key" }
    #expect(findings.count == 102)
    #expect(findings[0].message.hasSuffix("did you mean 'timeout'?"))
    #expect(findings[101].message.contains("expected one of"))
  }
}
