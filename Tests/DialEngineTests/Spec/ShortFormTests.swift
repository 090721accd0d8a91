import Dial
import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Short forms have the same meaning as long forms.
struct ShortFormTests {
  static let pairs = [
    ("paginate: link", "paginate: {next: link}"), ("retry: 3", "retry: {max: 3}"), ("retry: 0", "retry: {max: 0}"),
    ("limit: 10/s", "limit: {rate: 10/s}"), ("poll: state == 'done'", "poll: {until: state == 'done'}"),
  ]

  @Test(arguments: pairs)
  func isTheLongForm(short: String, long: String) throws {
    #expect(try Self.meaning(of: short) == Self.meaning(of: long))
  }

  /// The policies and loops of an endpoint, without their places in the file.
  private static func meaning(of key: String) throws -> String {
    let spec = try Spec.load(yaml: "base: https://a.test\nendpoints:\n  e:\n    GET: /a\n    \(key)\n")
    let endpoint = try spec.service.endpoints[0]
    let way = endpoint.pagination.map { "\($0.way)" } ?? ""
    let poll = endpoint.poll.map { "\($0.until?.text ?? "") \($0.fail?.text ?? "")" } ?? ""
    return endpoint.policyLines.map { "\($0.name): \($0.text) \($0.isGiven)" }.joined(separator: "\n") + way + poll
  }

  @Test(arguments: [
    ("cache: 5m", "5m"), ("cache: 1m30s", "90s"), ("cache: standard", "standard"), ("cache: none", nil),
  ])
  func theLifetimeOfResponses(key: String, line: String?) throws {
    let spec = try Spec.load(yaml: "base: https://a.test\ncache: 5h\nendpoints:\n  e: {GET: /a, \(key)}\n")
    #expect(try spec.service.endpoints[0].policyLines.first { $0.name == "cache" }?.text == line)
  }

  @Test(arguments: [
    ("cache: 5", "'5' is not a valid duration; add a unit, such as 5s"),
    ("cache: 0s", "'cache' must be longer than zero, but is '0s'; write 'none' to disable the cache"),
    ("retry: 101", "'retry' must be an integer from 0 to 100, but is '101'"),
    ("retry: 3x", "'retry' must be an integer from 0 to 100, but is '3x'"),
    ("retry: three", "'retry' must be 'none', a number of retries, or a mapping such as {max: 3} (default: 2 retries)"),
    ("paginate: next", "unknown value 'next' of 'paginate'; expected 'link', or a mapping"),
  ])
  func whatMeansNothing(key: String, message: String) {
    #expect(findings("base: https://a.test\nendpoints:\n  e:\n    GET: /a\n    \(key)\n").contains(": error: \(message) ["))
  }
}

/// Words of a union without quotes.
struct LiteralTests {
  @Test(arguments: [
    ("opened | closed", #""opened" | "closed""#), ("asc|desc", #""asc" | "desc""#), ("'a | b?'", #""a" | "b"?"#),
    (#"opened | "N/A""#, #""opened" | "N/A""#), (#"'"in work" | done'"#, #""in work" | "done""#), ("[low | high]", #"["low" | "high"]"#),
    ("'(state opened | closed as st, id Int)'", #"(state "opened" | "closed" as st, id Int)"#),
    ("in-progress | doneAt2", #""in-progress" | "doneAt2""#),
    ("text | html", #""text" | "html""#), ("'[String: low | high]'", #"[String: "low" | "high"]"#),
  ])
  func areTexts(written: String, spelling: String) throws {
    let spec = try Spec.load(yaml: "base: https://a.test\ntypes: {T: {s: Int}}\nendpoints:\n  e: {GET: /a, returns: \(written)}\n")
    guard case .shape(let shape) = try spec.service.endpoints[0].result else {
      Issue.record("no shape")
      return
    }
    #expect(shape.spelling == spelling)
  }

  @Test func standInALine() throws {
    try Call("GET /a (sort asc | desc = asc, state? opened | closed)", "{}", "GET /a?sort=asc").check()
    #expect(findings("base: https://a.test\nendpoints:\n  e: GET /a (sort asc | desc = up)\n").contains("the default of 'sort' must be"))
  }
}
