import Dial
import DialSyntax
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// A YAML syntax error hides only its endpoint, type or key. Uses of it elsewhere are not reported.
struct SyntaxErrorTests {
  private func check(_ text: String) -> [String] {
    Spec.check(yaml: Array(text.utf8), name: "t").map { "\($0.range.start.line) \($0.id)" }
  }

  static let rows: [(text: String, findings: [String])] = [
    (
      "base: https://a.test\nendpoints:\n  a: @x\n  b: GIT /x\n  c: GET /c\n  d: GET /d (q? Int = x)\n",
      ["3 yaml-quote", "4 method", "6 default-value"]
    ),
    (
      "base: https://a.test\nendpoints:\n  a: GET /x (a: Int)\n  b:\n    GET: /b\n    timeout: 5\n  c: 'GET /c\n",
      ["3 yaml-quote", "6 duration", "7 yaml-syntax"]
    ),
    // A type and an endpoint in the hidden part are used elsewhere.
    (
      "base: https://a.test\ntypes:\n  User: {id: Int\n  Post: {by: User}\nendpoints:\n  a: GET /a -> User\n  b: GET /b -> Post\n",
      ["3 yaml-syntax"]
    ),
    (
      "base: https://a.test\nauth: {bearer: session, login: {call: login}}\nendpoints:\n  login: \"POST /login\n  me: GET /me\n  x: GIT /x\n",
      ["4 yaml-syntax", "6 method"]
    ),
    // `types`, `endpoints` and a group are empty.
    ("base: https://a.test\ntypes:\n  User: {id: Int\nendpoints:\n  a: GET /a\n", ["3 yaml-syntax"]),
    ("base: https://a.test\nendpoints:\n  a: @x\n", ["3 yaml-quote"]),
    (
      "base: https://a.test\ngroups:\n  g:\n    endpoints:\n      a: @x\n  h:\n    prefix: `p\n  i:\n    endpoints:\n      b: GIT /b\n",
      ["5 yaml-quote", "7 yaml-quote", "10 method"]
    ),
    // The rest has no other findings without `base` and `retry`.
    ("base: @x\nretry: {max: 3\nendpoints:\n  a: POST /a\n  b: GET {unknown}\n", ["1 yaml-quote", "2 yaml-syntax"]),
    ("base: https://a.test\nendpoints: @x\n", ["2 yaml-quote"]),
    ("base: https://a.test\nendpoint:\n  a: @x\n  b: GET /b\n", ["3 yaml-quote"]),
    // A repeated mistake is reported each time.
    ("base: https://a.test\nendpoints:\n\ta: GET /a\n\tb: GET /b\n", ["3 yaml-tab"]),
  ]

  static let endpoints = (0..<12).map { "  e\($0): GET /e\($0)/{id} (id Int, q? \"a\" | \"b\") -> T\($0)" }
  static let types = (0..<12).map { "  T\($0): {id: Int, of: T\(($0 + 1) % 12)?, text: String}  # it's \"odd\"" }

  @Test func theSpecBelowHasNoFindings() {
    #expect(
      check("base: https://a.test\nendpoints:\n\(Self.endpoints.joined(separator: "\n"))\ntypes:\n\(Self.types.joined(separator: "\n"))\n")
        == [])
  }

  @Test(arguments: rows) func hidesOnlyItsOwnPart(text: String, findings: [String]) {
    #expect(check(text) == findings)
  }

  /// An error in any endpoint of a large spec is one finding in its line.
  @Test(arguments: ["@x", "a: b: c", "\"x", "{a: b", "'x' y", "[a", "| x", "&a @x"]) func oneErrorIsOneFinding(value: String) {
    for broken in 0..<12 {
      var (lines, kinds) = (Self.endpoints, Self.types)
      lines[broken] = "  e\(broken): \(value)"
      #expect(
        check("base: https://a.test\nendpoints:\n\(lines.joined(separator: "\n"))\ntypes:\n\(Self.types.joined(separator: "\n"))\n").map {
          $0.prefix { $0 != " " }
        } == ["\(broken + 3)"])
      kinds[broken] = "  T\(broken): \(value)"
      #expect(
        check("base: https://a.test\ntypes:\n\(kinds.joined(separator: "\n"))\nendpoints:\n\(Self.endpoints.joined(separator: "\n"))\n").map
        {
          $0.prefix { $0 != " " }
        } == ["\(broken + 3)"])
    }
  }
}
