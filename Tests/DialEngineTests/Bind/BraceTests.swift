import CallTestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Braces in texts and targets: placeholders, `{{` for a literal brace, and arguments without a value
/// (Endpoints.md#Placeholders-in-texts).
struct BraceTests {
  private static func missing(_ name: String) -> String {
    "arguments: missing argument '\(name)', which is part of a longer text; if '{\(name)}' is not a placeholder, write '{{\(name)}'"
  }

  /// A body is never sent without a member of the spec.
  @Test(arguments: [
    Call(#"{POST: /g, body: {query: "{viewer{login}}", n: 1}}"#, "{}", missing("login")),
    Call(#"{POST: /g, body: {query: "a {b}", n: 1}}"#, "{}", missing("b")),
    Call(#"{POST: "/g (b?)", body: {query: "a {b}"}}"#, "{}", missing("b")),
    Call(#"{POST: "/g (b?)", body: {query: "a {b}"}}"#, #"{"b": null}"#, missing("b")),
    Call(#"{POST: "/g (b)", body: {query: "a {b}"}}"#, "{}", "arguments: missing argument 'b' (template)"),
    Call(#"{POST: /g, body: ["a {b}", "{b} c"]}"#, "{}", missing("b")),
    Call(#"{POST: text /g, body: "a {b}"}"#, "{}", missing("b")),
    Call(#"{POST: form /g, body: {t: "a {b}"}}"#, "{}", missing("b")),
    Call(#"{GET: /g, headers: {X-A: "a {b}"}}"#, "{}", missing("b")),
    Call(#"{GET: /g, query: {a: "a {b}"}}"#, "{}", missing("b")),
    Call(#"{GET: /g, query: {a: "{b}{c}"}}"#, #"{"b": 1}"#, missing("c")),
    Call(
      #"{GET: /g, query: {a: "a {+b}"}}"#, "{}",
      "arguments: missing argument 'b', which is part of a longer text; if '{+b}' is not a placeholder, write '{{+b}'"),
  ])
  func missesAnArgument(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call(#"{POST: /g, body: {query: "{b}", n: 1}}"#, "{}", "POST /g\n\n{\"n\":1}"),
    Call(#"{GET: /g, headers: {X-A: "{b}"}, query: {a: "{b}"}}"#, "{}", "GET /g"),
    Call(#"{GET: /g, headers: {X-A: "{+b}"}, query: {a: "{*b}"}}"#, "{}", "GET /g"),
    Call(#"{POST: "/g (b = x)", body: {query: "a {b}"}}"#, "{}", "POST /g\n\n{\"query\":\"a x\"}"),
    Call("GET /g ()", "{}", "GET /g", more: #"headers: {X-A: "a {b}"}"#),
  ])
  func leavesOutWholeValues(call: Call) throws { try call.check() }

  /// The escape is the same in each kind of text.
  @Test(arguments: [
    ("{{viewer{{login}}", "{viewer{login}}"), ("Hello {{{{name}}", "Hello {{name}}"), ("{{{b}}", "{B}"), ("{{b}", "{b}"), ("{{", "{"),
    ("}", "}"), ("}}", "}}"), ("a } {b}", "a } B"), ("{ b }", "{ b }"), ("{\"a\": {\"c\": 1}}", "{\"a\": {\"c\": 1}}"), ("{{{{", "{{"),
    ("{{$uuid}", "{$uuid}"), ("{{+b}", "{+b}"), ("$${b}", "${b}"), ("$${{{b}}", "${{b}}"), ("{\"a\":{{{b}}}", "{\"a\":{B}}"),
  ])
  func escapes(text: String, sent: String) throws {
    let (literal, expected) = (JSONText.quote(text), JSONText.quote(sent))
    let (list, args) = sent.contains("B") ? ("(b)", #"{"b": "B"}"#) : ("()", "{}")
    #expect(try Call("{POST: \"/g \(list)\", body: {t: \(literal)}}", args, "").outcome() == "POST /g\n\n{\"t\":\(expected)}")
    #expect(try Call("{POST: \"/g \(list)\", body: \(literal)}", args, "").outcome() == "POST /g\n\n\(expected)")
    #expect(try Call("{GET: \"/g \(list)\", headers: {X-A: \(literal)}}", args, "").outcome() == "GET /g\nX-A: \(sent)")
    let query = try Call("{GET: \"/g \(list)\", query: {a: \(literal)}}", args, "").outcome()
    #expect(query == "GET /g?a=" + PercentEncoding.encode(sent))
  }

  @Test(arguments: [
    Call("GET /a/{{b}", "{}", "GET /a/%7Bb%7D"),
    Call("GET /a/{{b}/{c} (c)", #"{"c": 1}"#, "GET /a/%7Bb%7D/1"),
    Call("GET /a/{{{{b}}", "{}", "GET /a/%7B%7Bb%7D%7D"),
    Call("GET /a/{{{b}}", #"{"b": "B"}"#, "GET /a/%7BB%7D"),
    Call("GET /a?q={{b}&c={c} (c)", #"{"c": 1}"#, "GET /a?q=%7Bb%7D&c=1"),
    Call("GET /a/{{", "{}", "GET /a/%7B"),
    Call("GET https://o.test/{{b}", "{}", "GET https://o.test/%7Bb%7D"),
  ])
  func escapesInTargets(call: Call) throws { try call.check() }

  /// In a text, `{b}` is the value as it is; an operator encodes it as in a target.
  @Test(arguments: [
    ("https://o.test/{+b}", "a b/c%20d?é", "https://o.test/a%20b/c%20d?%C3%A9"),
    ("https://o.test/{*b}", "a b/c%20d?é", "https://o.test/a%20b/c%2520d%3F%C3%A9"),
    ("https://o.test/{b}", "a b/c%20d?", "https://o.test/a b/c%20d?"), ("{+b}", "a b", "a%20b"), ("{*b}", "a b/c", "a%20b/c"),
    ("{*b}-{b}", "a/b c", "a/b%20c-a/b c"),
  ])
  func encodesInTexts(text: String, value: String, sent: String) throws {
    let args = "{\"b\": \(JSONText.quote(value))}"
    #expect(
      try Call("{MOVE: \"/g (b)\", hasBody: false, headers: {Destination: \"\(text)\"}}", args, "").outcome()
        == "MOVE /g\nDestination: \(sent)")
    #expect(try Call("{POST: \"/g (b)\", body: {t: \"\(text)\"}}", args, "").outcome() == "POST /g\n\n{\"t\":\(JSONText.quote(sent))}")
  }

  @Test(arguments: [
    Call(
      #"{GET: "/g (b)", headers: {X-A: "/x/{*b}"}}"#, #"{"b": "../y"}"#,
      "arguments: 'b' creates the path segment '.' or '..', which would change the path"),
    Call(
      #"{GET: "/g (b)", headers: {X-A: "/x/{*b}"}}"#, #"{"b": {"a": 1}}"#, "arguments: 'b' is an object, which cannot be sent as a path"),
    Call(#"{GET: "/g (b)", headers: {X-A: "/x/{*b}"}}"#, #"{"b": ["y z", "a/b"]}"#, "GET /g\nX-A: /x/y%20z/a%2Fb"),
    Call(#"{GET: "/g (b)", headers: {X-A: "https://o.test/{*b}"}}"#, #"{"b": ""}"#, empty),
    Call(#"{GET: "/g (b)", headers: {X-A: "https://o.test/{+b}"}}"#, #"{"b": ""}"#, empty),
    Call(#"{GET: "/g (b)", headers: {X-A: "https://o.test/{*b}"}}"#, #"{"b": []}"#, empty),
    Call(#"{GET: "/g (b)", headers: {X-A: "{*b}"}}"#, #"{"b": ""}"#, empty),
    Call(#"{POST: "/g (b)", body: {t: "/x/{*b}"}}"#, #"{"b": ""}"#, empty),
    Call(#"{GET: "/g (b)", headers: {X-A: "/x/{+b}"}}"#, #"{"b": "a/%2e%2e/b"}"#, dots),
    Call(#"{GET: "/g (b)", headers: {X-A: "/x/{*b}"}}"#, #"{"b": "/y"}"#, "GET /g\nX-A: /x//y"),
    Call(#"{GET: "/g (b)", headers: {X-A: "/{*b}"}}"#, #"{"b": "/y/z"}"#, host),
    Call(#"{GET: "/g (b)", headers: {X-A: "/{+b}"}}"#, #"{"b": "/y/z"}"#, host),
    Call(#"{GET: "/g (b)", headers: {X-A: "{*b}"}}"#, #"{"b": "//y/z"}"#, host),
    Call(#"{GET: "/g (b)", headers: {X-A: "{*b}"}}"#, #"{"b": "/y/z"}"#, "GET /g\nX-A: /y/z"),
    Call(#"{GET: "/g (b)", headers: {X-A: "n={+b}"}}"#, #"{"b": ""}"#, "GET /g\nX-A: n="),
  ])
  func checksPathsInTexts(call: Call) throws { try call.check() }

  private static let empty = "arguments: 'b' is empty, but the path requires a value"
  private static let dots = "arguments: 'b' creates the path segment '.' or '..', which would change the path"
  private static let host = "arguments: 'b' makes the text start with '//', which means another host"

  /// In a query, an operator encodes a value once. A URL is a value, whose path is encoded, and then the whole.
  @Test(arguments: [
    Call(#"{GET: "/g (b)", query: {t: "{b}"}}"#, #"{"b": "a b/c%20d"}"#, "GET /g?t=a%20b%2Fc%2520d"),
    Call(#"{GET: "/g (b)", query: {t: "{*b}"}}"#, #"{"b": "a b/c%20d?é"}"#, "GET /g?t=a%20b/c%2520d%3F%C3%A9"),
    Call(#"{GET: "/g (b)", query: {t: "{+b}"}}"#, #"{"b": "a b/c%20d?é"}"#, "GET /g?t=a%20b/c%20d?%C3%A9"),
    Call(#"{GET: "/g (b)", query: {t: "x/y {*b} {b}"}}"#, #"{"b": "a b/c"}"#, "GET /g?t=x%2Fy%20a%20b/c%20a%20b%2Fc"),
    Call(#"{GET: "/g (b)", query: {t: "{*b}"}}"#, #"{"b": ""}"#, "GET /g?t="),
    Call(#"{GET: "/g (b)", query: {t: "{*b}"}}"#, #"{"b": ["a b", "c/d"]}"#, "GET /g?t=a%20b/c%2Fd"),
    Call(#"{GET: "/g (b)", query: {t: "{*b}"}}"#, #"{"b": "../a"}"#, dots),
    Call(#"{GET: "/g (b)", query: {t: ["{*b}", "{+b}"]}}"#, #"{"b": "a b"}"#, "GET /g?t=a%20b&t=a%20b"),
    Call(#"{GET: "/g (b)", query: {t: "{+b}"}}"#, #"{"b": "a&c=1"}"#, stray),
    Call(#"{GET: "/g (b)", query: {t: "{+b}"}}"#, #"{"b": "a#c"}"#, stray),
    Call(
      #"{GET: "/g (b)", query: {t: "https://o.test/{*b}"}}"#, #"{"b": "a b/c?"}"#, "GET /g?t=https%3A%2F%2Fo.test%2Fa%2520b%2Fc%253F"),
    Call(#"{GET: "/g (b)", query: {t: "https://o.test/{*b}"}}"#, #"{"b": ""}"#, empty),
  ])
  func encodesOnceInQueries(call: Call) throws { try call.check() }

  private static let stray =
    "arguments: 'b' is sent in the query without encoding and cannot contain '&', '#' or a control character"

  /// `{b}` is sent as it is, so an error says how to encode it.
  @Test(arguments: [
    Call(
      #"{GET: "/g (b)", headers: {X-A: "https://o.test/{b}"}}"#, #"{"b": "ü"}"#,
      "arguments: \(refused); to percent-encode 'b', write '{*b}'"),
    Call(#"{GET: "/g (b)", headers: {X-A: "https://o.test/{*b}"}}"#, #"{"b": "ü"}"#, "GET /g\nX-A: https://o.test/%C3%BC"),
    Call(#"{GET: "/g (b)", headers: {X-A: "x {b}"}}"#, #"{"b": "ü"}"#, "arguments: \(refused)"),
  ])
  func namesTheEncoding(call: Call) throws { try call.check() }

  private static let refused =
    "the header 'X-A' contains a character that is not allowed; use only printable ASCII characters and tabs"

  /// The names of fields are texts without placeholders.
  @Test(arguments: [
    Call(
      #"{POST: /g, body: {"{{k}": 1, "a{{{{b}}": {"{ k }": 2}, "$now": 3}}"#, "{}",
      #"POST /g"# + "\n\n" + #"{"{k}":1,"a{{b}}":{"{ k }":2},"$now":3}"#),
    Call(#"{GET: /g, query: {"{{k}": 1, "$${K}": 2}}"#, "{}", "GET /g?%7Bk%7D=1&%24%7BK%7D=2"),
  ])
  func escapesInNames(call: Call) throws { try call.check() }
}

/// Texts as JSON, which YAML reads as the same text.
private enum JSONText {
  static func quote(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
