import Dial
import DialSyntax
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Repeated pieces that took quadratic time.
struct FuzzSpecTests {
  private static let count = 10_000
  /// An endpoint has at most 4,096 parameters.
  private static let parameters = 4_000

  /// `rows` of text between a head and a tail, and the number of findings.
  struct Many: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var findings: Int
  }

  private static func many(
    _ name: String, _ head: String, _ row: (Int) -> String, _ tail: String, findings: Int, count: Int = count
  ) -> Many {
    Many(testDescription: name, text: head + (0..<count).map(row).joined() + tail, findings: findings)
  }

  private static let line = "base: https://api.test\nendpoints:\n  e: GET /a"

  static let texts: [Many] = [
    many("parameters", line + " (", { "p\($0)," }, "z)\n", findings: 0, count: parameters),
    many("parameters of an accented line", line + "é (", { "é\($0)," }, "z)\n", findings: 0, count: parameters),
    many("parameters of one name", line + " (", { _ in "p," }, "p)\n", findings: parameters, count: parameters),
    many("parameters of unknown types", line + " (", { "p\($0) Unknown\($0)," }, "z)\n", findings: parameters, count: parameters),
    many("placeholders", line, { "/{p\($0)}" }, "\n", findings: 0, count: parameters),
    many("unknown keys", line + "\n", { "k\($0): x\n" }, "", findings: count),
    many("a chain of types", line + "\ntypes:\n", { "  T\($0): T\($0 + 1)\n" }, "  T\(count): Int\n", findings: 0),
    many("a circle of types", line + "\ntypes:\n", { "  T\($0): T\($0 + 1)?\n" }, "  T\(count): T0\n", findings: count + 1),
    many("a chain of records", line + "\ntypes:\n", { "  T\($0): {t: T\($0 + 1)}\n" }, "  T\(count): Int\n", findings: 0),
    many(
      "records that lead into a circle", line + "\ntypes:\n", { "  T\($0): {t: T\($0 + 1)}\n" }, "  T\(count): {t: T\(count)}\n",
      findings: 1),
    many("members", line + " -> (", { "m\($0) Int," }, "z)\n", findings: 0, count: parameters),
    many("members of one name", line + " -> (", { _ in "m," }, "m)\n", findings: parameters, count: parameters),
    many("headers", line + "\nheaders:\n", { "  h\($0): x\n" }, "", findings: 0, count: parameters),
    many("placeholders in headers", line + "\nheaders:\n", { "  h\($0): '{h\($0)}'\n" }, "", findings: 0, count: parameters),
    many("blanks in a wire name", line + " (a as b", { _ in " " }, "c)\n", findings: 0),
    many(
      "headers that differ by case", line + "\nheaders:\n", { "  h\($0): x\n  H\($0): x\n" }, "", findings: parameters, count: parameters),
    many(
      "a credential of many variables",
      "base: https://api.test\nauth: bearer " + (0..<count).map { "${V\($0)}" }.joined() + "\nendpoints:\n", { "  e\($0): GET /a\n" }, "",
      findings: 0),
    many("stray brackets", "endpoints:\n  e: 'GET /a (", { _ in "[" }, String(repeating: ")", count: count) + "'\n", findings: 1),
    many("words of a header", "headers: {X: \"", { _ in "${{ " }, "\"}\n" + line + "\n", findings: 1),
    many("braces in a header", "headers: {X: \"", { _ in "{{ a b " }, "\"}\n" + line + "\n", findings: 0),
    many("variables of a header", "headers: {X: \"", { _ in "$TOKEN " }, "\"}\n" + line + "\n", findings: 20),
    many("a list on one line", "vars: [", { "{a\($0): b}, " }, "{z: b}]\n" + line + "\n", findings: 1),
    many("types of unknown ones", line + "\ntypes:\n", { "  T\($0): [U\($0)]\n" }, "", findings: count),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: texts)
  func isCheckedInTime(many: Many) {
    let findings = Spec.check(yaml: Array(many.text.utf8), name: "spec.yaml")
    #expect(findings.count == many.findings, "\(findings.first?.message ?? "none")")
  }

  /// Every endpoint with its own header copies the inherited ones.
  @Test func inheritedFieldsAreCounted() {
    let headers = (0..<1001).map { "  h\($0): x\n" }.joined()
    let endpoints = (0..<1000).map { "  e\($0): {GET: /a, headers: {a: b}}\n" }.joined()
    let findings = Spec.check(yaml: Array(("headers:\n" + headers + "endpoints:\n" + endpoints).utf8), name: "spec.yaml")
    #expect(findings.map(\.id) == ["size"])
    #expect(Spec.check(yaml: Array(("headers:\n" + headers + "endpoints:\n  e: GET /a\n").utf8), name: "spec.yaml").isEmpty)
  }

  @Test func namesAndPrefixesOfGroupsAreBounded() {
    func ids(_ name: Int, _ prefix: Int) -> [String] {
      let outer = String(repeating: "a", count: 1000)
      let last = "{prefix: /d, endpoints: {e: GET /a}}"
      let inner = "{prefix: /\(String(repeating: "p", count: prefix)), groups: {\(String(repeating: "b", count: name)): \(last)}}"
      let spec = "groups:\n  \(outer): {groups: {\(outer): \(inner)}}\n"
      return Spec.check(yaml: Array(spec.utf8), name: "spec.yaml").map(\.id)
    }
    #expect(ids(46, 2045) == [])
    #expect(ids(47, 2045) == ["size"])
    #expect(ids(46, 2046) == ["size"])
  }

  @Test func similarNamesAreSearchedAHundredTimes() {
    let keys = (0..<102).map { "timout\($0): 1\n" }.joined()
    let findings = Spec.check(yaml: Array((keys + "endpoints: {}\n").utf8), name: "spec.yaml").filter { $0.id == "unknown-key" }
    #expect(findings.count == 102)
    #expect(findings[0].message.hasSuffix("did you mean 'timeout'?"))
    #expect(findings[101].message.contains("expected one of"))
  }
}
