import Dial
import DialSyntax
import Testing

@testable import DialBuild
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

  /// A minute is for what is quadratic; it takes milliseconds.
  @Test(.timeLimit(.minutes(1)), arguments: ["w", "W"])
  func aUnionIsReadOnce(_ prefix: String) {
    let found = findings("base: https://api.test\ntypes: {U: \(Self.names(10_000, prefix, by: " | "))}\nendpoints: {e: GET /x (q U)}\n")
    #expect(found.contains("unknown type 'W0'") == (prefix == "W"), "\(found.prefix(300))")
  }

  /// Each of these was quadratic in reading or in a call.
  @Test(arguments: [
    ("a type", "members", 4096, "endpoints: {e: 'GET /x -> (%)'}", "m# header.X-#", ","),
    ("a type", "members", 4096, "types: {T: {%}}\nendpoints: {e: GET /x -> T}", "m#: Int", ", "),
    ("'headers'", "items", 4096, "headers: {%}\nendpoints: {e: GET /x}", "X-#: a", ", "),
    (
      "'headers', with what is inherited,", "items", 4096, "headers: {X: a}\ngroups: {g: {headers: {%}, endpoints: {e: GET /x}}}", "X-#: a",
      ", "
    ),
    ("'query'", "items", 4096, "endpoints: {e: {GET: /x, query: {%}}}", "q#: a", ", "),
    ("'auth'", "credentials", 256, "auth: [%]\nendpoints: {e: GET /x}", "'header X-# ${V}'", ", "),
    ("'any'", "credentials", 256, "auth: {any: [%]}\nendpoints: {e: GET /x}", "'header X-# ${V}'", ", "),
  ])
  func tooManyItemsAreRefused(_ what: String, _ items: String, _ limit: Int, _ spec: String, _ item: String, _ separator: String) {
    func found(_ count: Int) -> String {
      let items = (0..<count).map { item.replacing("#", with: "\($0)") }.joined(separator: separator)
      return findings("base: https://api.test\n" + spec.replacing("%", with: items))
    }
    let told = "error: \(what) can have at most \(limit) \(items); use fewer [too-many-items]"
    for count in [limit + 1, 20_000] { #expect(found(count).contains(told), "\(found(count).prefix(300))") }
    #expect(!found(what.contains("inherited") ? limit - 1 : limit).contains("too-many-items"))
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
