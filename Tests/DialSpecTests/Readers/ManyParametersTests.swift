import DialSyntax
import Testing

@testable import DialModel
@testable import DialSpec

/// An endpoint can have at most 4,096 parameters, which are read fast.
struct ManyParametersTests {
  private static func names(_ count: Int, _ prefix: String = "p", _ suffix: String = "", by separator: String = ",") -> String {
    (0..<count).map { "\(prefix)\($0)\(suffix)" }.joined(separator: separator)
  }

  private static let refused = "an endpoint can have at most 4096 parameters, found"

  @Test(arguments: [
    ("target", "GET: '/x{?\(names(4097))}'", 4097), ("line", "GET: '/x (\(names(4097)))'", 4097),
    ("line", "GET: '/x (\(names(400_000)))'", 400_000),
    ("params", "GET: /x\n    params: {\(names(4097, "p", ": Int"))}", 4097),
    ("line and params", "GET: '/x (\(names(4000)))'\n    params: {\(names(97, "q", ": Int"))}", 4097),
    ("line and target", "GET: '/x{?\(names(97, "q"))} (\(names(4000)))'", 4097),
    ("one name in many headers", "GET: '/x{?\(names(4000))}'\n    headers: {\(names(97, "H", ": '{q}'"))}", 0),
  ])
  func tooManyAreRefused(_ what: String, _ endpoint: String, _ count: Int) {
    let found = findings("base: https://api.test\nendpoints:\n  e:\n    \(endpoint)\n")
    #expect(found.contains(Self.refused) == (count > 0), "\(what): \(found.prefix(300))")
    if count > 0 { #expect(found.contains("\(Self.refused) \(count) [too-many-parameters]"), "\(what): \(found.prefix(300))") }
  }

  /// A parameter in both the line and the target is one.
  @Test func aPlaceholderThatIsDeclaredIsOneParameter() {
    let names = Self.names(4096)
    #expect(findings("base: https://api.test\nendpoints:\n  e: 'GET /x{?\(names)} (\(names))'\n") == "")
  }

  @Test func findingsOfOtherEndpointsAreNotTold() throws {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test
        vars: {V: "${A:-b}"}
        endpoints:
          one: GET /users(page)
          two: {GET: "/orders(page)"}
        groups:
          g: {endpoints: {three: GET /things(page)}}
        """)
    func told(_ found: [Diagnostic]) -> [String] { found.filter { $0.severity == .warning }.map { "\($0.range.start.line) \($0.id)" } }
    #expect(told(spec.findings).count == 4)
    #expect(told(spec.findings(of: "one")) == ["2 sent-literally", "4 swallowed-list"])
    #expect(told(spec.findings(of: "two")) == ["2 sent-literally", "5 swallowed-list"])
    #expect(told(spec.findings(of: "g.three")) == ["2 sent-literally", "7 swallowed-list"])
  }
}
