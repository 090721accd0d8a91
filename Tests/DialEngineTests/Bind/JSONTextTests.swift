import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// A parameter of type `JSON` is one value wherever a request takes no JSON; a dictionary is spread or nested
/// (Parameters.md#Where-an-argument-is-sent).
struct JSONTextTests {
  private static let filters = #"{"f": {"label": ["x y"]}}"#
  private static let quoted = "style: {strings: json}"
  private static let text = "%7B%22label%22%3A%5B%22x%20y%22%5D%7D"

  @Test(arguments: [
    Call("POST /prune (query.f? JSON)", filters, "POST /prune?f=" + text),
    Call("GET /q (f JSON)", filters, "GET /q?f=" + text),
    Call("GET /q (f? JSON)", filters, "GET /q?f=" + text),
    Call("GET /q (f JSON?)", filters, "GET /q?f=" + text),
    Call("GET /q (f JSON as filters)", filters, "GET /q?filters=" + text),
    Call("GET /q (f Any)", filters, "GET /q?f=" + text, more: "types: {Any: JSON}"),
    Call("{GET: /q, params: {f: {type: JSON}}}", filters, "GET /q?f=" + text),
    Call("GET /q (f JSON)", filters, "GET /q?f=" + text, more: "style: {objects: nest}"),
    Call("GET /q (f JSON)", filters, "GET /q?f=" + text, more: "style: {objects: spread}"),
    Call("GET /q (f JSON)", #"{"f": [1, {"a": null}]}"#, "GET /q?f=%5B1%2C%7B%22a%22%3Anull%7D%5D", more: "style: {arrays: csv}"),
    Call("GET /q (f JSON)", #"{"f": {}}"#, "GET /q?f=%7B%7D"),
    Call("GET /q (f JSON)", #"{"f": []}"#, "GET /q?f=%5B%5D"),
    Call("GET /q (f JSON, label)", #"{"f": {"label": 1}, "label": 2}"#, "GET /q?f=%7B%22label%22%3A1%7D&label=2"),
    Call("{GET: /q (f JSON), query: {g: \"{f}\"}}", filters, "GET /q?g=" + text),
    Call("GET /q?g={f} (f JSON)", filters, "GET /q?g=" + text),
    Call("GET /q{?f} (f JSON)", filters, "GET /q?f=" + text),
    Call("GET /q/{f} (f JSON)", filters, "GET /q/" + text),
    Call("GET /q/{*f} (f JSON)", filters, "GET /q/" + text),
    Call("GET /q (header.f JSON)", filters, "GET /q\nf: {\"label\":[\"x y\"]}"),
    Call("GET /q (header.f JSON)", #"{"f": [1, 2]}"#, "GET /q\nf: [1,2]"),
    Call("GET /q (header.f JSON)", #"{"f": {"é": "😀"}}"#, "GET /q\nf: {\"\\u00e9\":\"\\ud83d\\ude00\"}"),
    Call("GET /q (cookie.f JSON)", #"{"f": [1]}"#, "GET /q\nCookie: f=[1]"),
    Call(
      "GET /q (cookie.f JSON)", #"{"f": [1, "a"]}"#,
      "arguments: the cookie 'f' cannot contain spaces, quotes, commas, semicolons, backslashes, control or non-ASCII characters"),
    Call("{GET: /q (f JSON), headers: {X-F: \"{f}\"}}", filters, "GET /q\nX-F: {\"label\":[\"x y\"]}"),
  ])
  func isOneValue(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /q (f)", #"{"f": "a b"}"#, "GET /q?f=%22a%20b%22", more: quoted),
    Call("GET /q (f JSON)", #"{"f": "a"}"#, "GET /q?f=%22a%22", more: quoted),
    Call("GET /q (f JSON)", #"{"f": ["a"]}"#, "GET /q?f=%5B%22a%22%5D", more: quoted),
    Call("GET /q (f JSON)", #"{"f": true}"#, "GET /q?f=true", more: quoted),
    Call("GET /q (f [String])", #"{"f": ["a", "b"]}"#, "GET /q?f=%22a%22&f=%22b%22", more: quoted),
    Call("GET /q/{f}", #"{"f": "a"}"#, "GET /q/%22a%22", more: quoted),
    Call("GET /q (header.f)", #"{"f": "é"}"#, "GET /q\nf: \"\\u00e9\"", more: quoted),
    Call("POST form /q (f)", #"{"f": "a"}"#, form("f=%22a%22"), more: quoted),
    Call("POST /q (f)", #"{"f": "a"}"#, "POST /q\n\n{\"f\":\"a\"}", more: quoted),
    Call("{GET: /q, params: {f: {style: {strings: json}}, g: String}}", #"{"f": "a", "g": "b"}"#, "GET /q?f=%22a%22&g=b"),
  ])
  func aStringIsInQuotesWhereTheStyleSaysSo(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /q (f JSON)", #"{"f": "a b"}"#, "GET /q?f=a%20b"),
    Call("GET /q (f JSON)", #"{"f": 1.10}"#, "GET /q?f=1.10"),
    Call("GET /q (f JSON)", #"{"f": true}"#, "GET /q?f=1", more: "style: {bools: numeric}"),
    Call("GET /q (f? JSON)", #"{"f": null}"#, "GET /q"),
    Call("GET /q (f)", #"{"f": {"a": 1}}"#, "GET /q?a=1"),
    Call("GET /q (f [String: JSON])", #"{"f": {"a": 1}}"#, "GET /q?a=1"),
    Call("GET /q (f* JSON)", #"{"f": {"a": 1}}"#, "GET /q?a=1"),
    Call("GET /q (f [String: JSON])", #"{"f": {"a": "x", "b": null, "c": true}}"#, "GET /q?a=x&c=true"),
    Call("GET /q (f [JSON])", #"{"f": ["x", 1.10, null]}"#, "GET /q?f=x&f=1.10"),
    Call("GET /q (f (a, b Int))", #"{"f": {"a": {"c": 1}, "b": 2}}"#, "GET /q?a%5Bc%5D=1&b=2"),
    Call("GET /q (f [[Int]])", #"{"f": [[1], [2]]}"#, "GET /q?f%5B0%5D=1&f%5B1%5D=2"),
    Call("POST /q (f [JSON])", #"{"f": [{"a": [1]}]}"#, "POST /q\n\n{\"f\":[{\"a\":[1]}]}"),
    Call("GET /q (f F)", #"{"f": {"a": 1}}"#, "GET /q?a=1", more: "types: {F: {a: Int}}"),
    Call("POST /q (f JSON)", #"{"f": {"a": [1]}}"#, "POST /q\n\n{\"f\":{\"a\":[1]}}"),
    Call("{POST: /q (f JSON), body: {g: \"{f}\"}}", #"{"f": {"a": 1}}"#, "POST /q\n\n{\"g\":{\"a\":1}}"),
  ])
  func othersAreUnchanged(call: Call) throws { try call.check() }

  private static let list = #"{"f": [{"a": [1]}, "x", [2]]}"#
  private static let element = "%7B%22a%22%3A%5B1%5D%7D"

  /// Inside of a declared array, dictionary or record, each `JSON` is one item, too.
  @Test(arguments: [
    Call("GET /q (f [JSON])", list, "GET /q?f=\(element)&f=x&f=%5B2%5D"),
    Call("GET /q (f [JSON]?)", list, "GET /q?f=\(element)&f=x&f=%5B2%5D"),
    Call("GET /q (f [JSON?])", list, "GET /q?f=\(element)&f=x&f=%5B2%5D"),
    Call("GET /q (f [Any])", list, "GET /q?f=\(element)&f=x&f=%5B2%5D", more: "types: {Any: JSON}"),
    Call("GET /q (f [JSON])", list, "GET /q?f=\(element),x,%5B2%5D", more: "style: {arrays: csv}"),
    Call("GET /q (f [JSON])", list, "GET /q?f%5B%5D=\(element)&f%5B%5D=x&f%5B%5D=%5B2%5D", more: "style: {arrays: brackets}"),
    Call("GET /q (f [JSON])", #"{"f": [{}, []]}"#, "GET /q?f=%7B%7D&f=%5B%5D"),
    Call("GET /q (f [[JSON]])", #"{"f": [[{"a": [1]}]]}"#, "GET /q?f%5B0%5D=" + element),
    Call("GET /q (f [String: JSON])", #"{"f": {"k": {"a": [1]}, "l": [2]}}"#, "GET /q?k=\(element)&l=%5B2%5D"),
    Call("GET /q (f* [String: JSON])", #"{"f": {"k": {"a": [1]}}}"#, "GET /q?k=" + element),
    Call("GET /q (f [String: JSON])", #"{"f": {"k": {"a": [1]}}}"#, "GET /q?f%5Bk%5D=" + element, more: "style: {objects: nest}"),
    Call("GET /q (f [String: [JSON]])", #"{"f": {"k": [{"a": [1]}]}}"#, "GET /q?k=" + element),
    Call("GET /q (f F)", #"{"f": {"k": {"a": [1]}, "n": 1}}"#, "GET /q?key=\(element)&n=1", more: "types: {F: {k as key: JSON, n: Int}}"),
    Call("GET /q (f (k JSON, n Int))", #"{"f": [{"a": [1]}, 1]}"#, "GET /q?f=\(element)&f=1"),
    Call(
      "GET /q (f T)", #"{"f": {"k": {"a": [1]}, "t": {"k": {}}}}"#, "GET /q?k=\(element)&t%5Bk%5D=%7B%7D",
      more: "types: {T: {k: JSON, t: T?}}"),
    Call("{GET: \"/q (f [JSON])\", query: {g: \"{f}\"}}", list, "GET /q?g=\(element)&g=x&g=%5B2%5D"),
    Call("GET /q{?f*} (f [JSON])", list, "GET /q?f=\(element)&f=x&f=%5B2%5D"),
    Call("GET /q/{f} (f [JSON])", list, "GET /q/\(element),x,%5B2%5D"),
    Call("GET /q (header.f [JSON])", #"{"f": [{"é": 1}, "x"]}"#, #"GET /q"# + "\n" + #"f: "{\"\\u00e9\":1}", x"#),
    Call("GET /q (header.f* [String: JSON])", #"{"f": {"X-A": {"é": 1}}}"#, #"GET /q"# + "\n" + #"X-A: {"\u00e9":1}"#),
    Call("POST form /q (f [JSON])", list, form("f=\(element)&f=x&f=%5B2%5D")),
    Call("POST form /q (f [String: JSON])", #"{"f": {"k": {"a": [1]}}}"#, form("f%5Bk%5D=" + element)),
    Call("POST form /q (f* [String: JSON])", #"{"f": {"k": {"a": [1]}}}"#, form("k=" + element)),
    Call("POST form /q (_ f [String: JSON])", #"{"_": {"k": {"a": [1]}}}"#, form("k=" + element)),
    Call("{POST: \"form /q (f [JSON])\", body: {g: \"{f}\"}}", list, form("g=\(element)&g=x&g=%5B2%5D")),
  ])
  func isOneItemInside(call: Call) throws { try call.check() }

  private static func form(_ body: String) -> String { "POST /q\nContent-Type: application/x-www-form-urlencoded\n\n" + body }

  @Test(arguments: [
    Call("POST form /x (f JSON)", #"{"f": {"a": [1, "é"]}}"#, "f=%7B%22a%22%3A%5B1%2C%22%C3%A9%22%5D%7D"),
    Call("POST form /x (f JSON)", #"{"f": [1, 2]}"#, "f=%5B1%2C2%5D"),
    Call("{POST: form /x (f JSON), body: {g: \"{f}\"}}", #"{"f": {"a": 1}}"#, "g=%7B%22a%22%3A1%7D"),
    Call("{POST: form /x (f JSON), body: \"{f}\"}", #"{"f": {"a": 1}}"#, "a=1"),
    Call("POST form /x (f)", #"{"f": {"a": 1}}"#, "f%5Ba%5D=1"),
    Call("POST form /x (f [String: Int])", #"{"f": {"a": 1}}"#, "f%5Ba%5D=1"),
  ])
  func isOneFieldOfAForm(call: Call) throws {
    #expect(try call.outcome() == "POST /x\nContent-Type: application/x-www-form-urlencoded\n\n" + call.gives)
  }
}
