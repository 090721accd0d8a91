import Testing

@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec

/// A parameter of type `JSON` is one value wherever a request takes no JSON; a dictionary is spread or nested (language section 2).
struct JSONTextTests {
  private static let filters = #"{"f": {"label": ["x y"]}}"#
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
    Call("{GET: /q (f JSON), headers: {X-F: \"{f}\"}}", filters, "GET /q\nX-F: {\"label\":[\"x y\"]}"),
  ])
  func isOneValue(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /q (f JSON)", #"{"f": "a b"}"#, "GET /q?f=a%20b"),
    Call("GET /q (f JSON)", #"{"f": 1.10}"#, "GET /q?f=1.10"),
    Call("GET /q (f JSON)", #"{"f": true}"#, "GET /q?f=1", more: "style: {bools: numeric}"),
    Call("GET /q (f? JSON)", #"{"f": null}"#, "GET /q"),
    Call("GET /q (f)", #"{"f": {"a": 1}}"#, "GET /q?a=1"),
    Call("GET /q (f [String: JSON])", #"{"f": {"a": 1}}"#, "GET /q?a=1"),
    Call("GET /q (f [String: JSON])", #"{"f": {"a": {"b": 1}}}"#, "GET /q?f%5Ba%5D%5Bb%5D=1", more: "style: {objects: nest}"),
    Call("GET /q (f [JSON])", #"{"f": [{"a": 1}, 2]}"#, "GET /q?f%5B0%5D%5Ba%5D=1&f=2"),
    Call("GET /q (f* JSON)", #"{"f": {"a": 1}}"#, "GET /q?a=1"),
    Call("GET /q (f F)", #"{"f": {"a": 1}}"#, "GET /q?a=1", more: "types: {F: {a: Int}}"),
    Call("POST /q (f JSON)", #"{"f": {"a": [1]}}"#, "POST /q\n\n{\"f\":{\"a\":[1]}}"),
    Call("{POST: /q (f JSON), body: {g: \"{f}\"}}", #"{"f": {"a": 1}}"#, "POST /q\n\n{\"g\":{\"a\":1}}"),
  ])
  func othersAreUnchanged(call: Call) throws { try call.check() }

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
