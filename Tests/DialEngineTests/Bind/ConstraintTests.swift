import CallTestSupport
import Dial
import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel

/// Arguments that have their type, but do not match the constraints of their parameter.
struct ConstraintTests {
  private static func get(_ rules: String, _ args: String, _ gives: String) -> Call {
    Call("{GET: /x, params: {a: {\(rules)}}}", #"{"a": \#(args)}"#, gives.isEmpty ? "GET /x?a=\(args)" : "arguments: " + gives)
  }

  @Test(arguments: [
    get("type: Int, min: 1, max: 100", "1", ""), get("type: Int, min: 1, max: 100", "100", ""),
    get("type: Int, min: 1", "0", "'a' must be at least 1, but is 0"),
    get("type: Int, max: 100", "101", "'a' must be at most 100, but is 101"),
    get("type: Double, above: 0", "0", "'a' must be greater than 0, but is 0"),
    get("type: Double, below: 1e2", "100.0", "'a' must be less than 1e2, but is 100.0"),
    get("type: Double, below: 1e2", "99.999999999999999999999", ""),
    get("type: UInt64, max: 9007199254740992", "9007199254740993", "'a' must be at most 9007199254740992, but is 9007199254740993"),
    get("type: Decimal, multiple: 0.01", "0.07", ""), get("type: Decimal, multiple: 0.01", "-1.1", ""),
    get("type: Decimal, multiple: 0.01", "9.999", "'a' must be a multiple of 0.01, but is 9.999"),
    get("type: Int, multiple: 3", "9007199254740993", ""),
    get("type: Int, multiple: 3", "9007199254740994", "'a' must be a multiple of 3, but is 9007199254740994"),
    get("max: 5", "6", "'a' must be at most 5, but is 6"), get("max: 5", "true", ""),
  ])
  func numbers(call: Call) throws { try call.check() }

  @Test(arguments: [
    get("length: {min: 2, max: 3}", #""a""#, "'a' must have at least 2 characters, but has 1"),
    get("length: {max: 1}", #""ab""#, "'a' must have at most 1 character, but has 2"),
    get("length: 2", #""abc""#, "'a' must have at most 2 characters, but has 3"),
    // Unicode scalars: two for a letter and its mark, one for an emoji.
    get("length: 1", #""e\u0301""#, "'a' must have at most 1 character, but has 2"),
    Call("{GET: /x, params: {a: {length: 1}}}", #"{"a": "\ud83d\ude00"}"#, "GET /x?a=%F0%9F%98%80"),
    get("pattern: '^[a-z]+$'", #""aB""#, "'a' must match the pattern '^[a-z]+$', but is 'aB'"),
    Call("{GET: /x, params: {a: {pattern: 'b'}}}", #"{"a": "abc"}"#, "GET /x?a=abc"),
    get("values: [s, m, l]", #""xl""#, "'a' must be one of 's', 'm', 'l', but is 'xl'"),
    get("secret: true, length: 1, pattern: x", #""abc""#, "'a' must have at most 1 character\n'a' must match the pattern 'x'"),
    get("secret: true, values: [s]", #""abc""#, "'a' must be 's', but is another value"),
    get("as: token, max: 3", "4", "'a' must be at most 3"),
  ])
  func texts(call: Call) throws { try call.check() }

  @Test(arguments: [
    get("items: {min: 2}", "[1]", "'a' must have at least 2 items, but has 1"),
    get("items: {max: 1}", "[1, 2]", "'a' must have at most 1 item, but has 2"),
    get("unique: true", "[1, 2, 1.0]", "'a' must have distinct items, but repeats 1.0"),
    get("unique: true", "[[1], [1]]", "'a' must have distinct items, but repeats an item"),
    get(
      "type: '[Int]', max: 5, items: {max: 2}", "[6, 5, 7]",
      "'a[0]' must be at most 5, but is 6\n'a[2]' must be at most 5, but is 7\n'a' must have at most 2 items, but has 3"),
    get("type: '[String]', length: 1", #"["a", "bc"]"#, "'a[1]' must have at most 1 character, but has 2"),
    Call("{GET: /x, params: {a: {unique: false}}}", #"{"a": [1, 1]}"#, "GET /x?a=1&a=1"),
    Call("{GET: /x, params: {a: {type: 'Int?', min: 1}}}", #"{"a": null}"#, "GET /x"),
  ])
  func arrays(call: Call) throws { try call.check() }

  private static let spec = """
    base: https://api.test
    endpoints:
      e:
        GET: /x
        params:
          size: {type: Int, min: 1, max: 100}
          name:
            type: String
            length:
              max: 3
            pattern: ^a
          id: Int
    """

  @Test func reportsAllFaultsWithTheLinesOfTheRules() throws {
    let client = Client(try Spec.load(yaml: Self.spec), transport: Canned())
    do throws(CallError) {
      _ = try client.prepare("e", ["size": 500, "name": "long"])
      Issue.record("nothing is wrong")
    } catch {
      #expect(
        error.faults.map { "\($0.location?.start.line ?? 0) \($0.kind) \($0.place ?? ""): \($0.message)" } == [
          "6 value query: 'size' must be at most 100, but is 500",
          "10 value query: 'name' must have at most 3 characters, but has 4",
          "11 value query: 'name' must match the pattern '^a', but is 'long'",
          "12 missing query: missing argument 'id' (query, Int)",
        ])
    }
  }

  @Test(arguments: [
    (#"{"size": 500, "name": "long", "id": 1}"#, "GET /x?size=500&name=long&id=1"),
    (#"{"size": "x", "name": "long"}"#, "arguments: 'size' must be an integer, but is 'x'\nmissing argument 'id' (query, Int)"),
  ])
  func canBeLifted(arguments: String, gives: String) throws {
    #expect(try bound(Self.spec, arguments, options: CallOptions(ignoresConstraints: true)) == gives)
  }

  /// A default with a variable is known only in a call.
  @Test func appliesToDefaultsWithVariables() throws {
    let yaml = "base: https://api.test\nendpoints: {e: {GET: /x, params: {a: {type: Int, max: 5, default: '${A}'}}}}\nvars: {A: '9'}"
    #expect(try bound(yaml) == "arguments: 'a' must be at most 5, but is 9")
  }

  /// A pattern that needs time that grows exponentially elsewhere.
  @Test func patternsEnd() throws {
    let text = String(repeating: "a", count: 5_000)
    let yaml = "base: https://api.test\nendpoints: {e: {POST: /x, params: {a: {pattern: '^(a+)+$'}}}}"
    #expect(try bound(yaml, #"{"a": "\#(text)b"}"#).hasPrefix("arguments: 'a' must match the pattern"))
  }
}
