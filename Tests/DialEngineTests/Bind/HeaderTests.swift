import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Headers and cookies (Parameters.md#Headers; T8 in SeedChecklist.md). A rejected value is never shown.
struct HeaderTests {
  /// A file with a secret often ends with a line feed.
  @Test func aTokenWithItsLineFeedSaysSo() throws {
    let yaml = "base: https://api.test\nauth: bearer ${TOKEN}\nendpoints: {e: GET /x}"
    #expect(
      try bound(yaml, variables: ["TOKEN": "abc-123456\n"])
        == "arguments: the variable 'TOKEN' in 'auth': the value of the header 'Authorization' contains a line break at the end; remove it")
    #expect(
      try bound(yaml, variables: ["TOKEN": "abc\n123456"])
        == "arguments: the variable 'TOKEN' in 'auth': the value of the header 'Authorization' contains a line break; remove it"
    )
  }

  /// HTTPFields traps at 65,535.
  @Test(arguments: ["GET /x (header.h*)", "GET /x"])
  func moreHeadersThanFit(line: String) throws {
    let names = (0...65_000).map { line == "GET /x" ? "header.x\($0)" : "x\($0)" }
    let members = JSON.object(names.map { ($0, .string("1")) })
    let arguments = line == "GET /x" ? members : .object([("h", members)])
    #expect(
      try bound("base: https://api.test\nendpoints: {e: \"\(line)\"}", JSONWriter.text(arguments))
        == "arguments: a request can have at most 65000 headers")
  }

  @Test func aCookieOfTheCallIsASecretHeader() throws {
    let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {e: GET /x}"), transport: Canned())
    let draft = try client.prepare("e", [:], CallOptions(headers: ["Cookie": "session=abc"]))
    #expect(draft.request.secrets.headerNames.contains(.cookie))
  }

  @Test(arguments: [
    Call(
      "GET /x (header.h)", #"{"h": "a\r\nX-Evil: 1"}"#,
      "arguments: 'h': the value of the header 'h' contains a line break; remove it"),
    Call(
      "GET /x (header.h)", #"{"h": "é"}"#,
      "arguments: 'h': the header 'h' contains a character that is not allowed; use only printable ASCII characters and tabs"),
    Call(
      "GET /x (header.h)", #"{"h": "\u007f"}"#,
      "arguments: 'h': the header 'h' contains a character that is not allowed; use only printable ASCII characters and tabs"),
    Call("GET /x (header.h)", #"{"h": {"a": 1}}"#, "arguments: 'h' is an object; to spread it into headers, declare 'header.h*'"),
    Call("GET /x (header.h)", #"{"h": [[1]]}"#, "arguments: 'h' contains an array or an object, which cannot be sent in a header"),
    Call("GET /x (header.h*)", #"{"h": [1]}"#, "arguments: 'h' must be an object, because it is spread into headers"),
    Call(
      "GET /x (header.h*)", #"{"h": {"Host": "evil"}}"#, "arguments: 'h': the header 'Host' is controlled by the protocol and cannot be set"
    ),
    Call(
      "GET /x (header.h*)", #"{"h": {"a\nb": 1}}"#,
      "arguments: 'h': 'a\u{FFFD}b' is not a valid header name; use letters, digits and !#$%&'*+-.^_`|~"),
    Call(
      "GET /x", #"{"header.Transfer-Encoding": "chunked"}"#,
      "arguments: 'Transfer-Encoding': the header 'Transfer-Encoding' is controlled by the protocol and cannot be set"),
    Call(
      "GET /x (cookie.c)", #"{"c": "a;b"}"#,
      "arguments: the cookie 'c' cannot contain spaces, quotes, commas, semicolons, backslashes, control or non-ASCII characters"),
    Call(
      "GET /x (cookie.c)", #"{"c": "\"a\"b\""}"#,
      "arguments: the cookie 'c' cannot contain spaces, quotes, commas, semicolons, backslashes, control or non-ASCII characters"),
    Call("GET /x (cookie.c)", #"{"c": [1]}"#, "arguments: the cookie 'c' must be a string, a number or a Boolean"),
    Call(
      "GET /x (cookie.c)", #"{"c": {"a": 1}}"#,
      "arguments: the cookie 'c' must be a string, a number or a Boolean; to spread an object into cookies, declare 'cookie.c*'"),
    Call("GET /x (cookie.c*)", #"{"c": "xyz"}"#, "arguments: 'c' must be an object, because it is spread into cookies"),
    Call("GET /x (cookie.c*)", #"{"c": {"a": {}}}"#, "arguments: the cookie 'c.a' must be a string, a number or a Boolean"),
    Call(
      "GET /x (cookie.c*)", #"{"c": {"a;": 1}}"#,
      "arguments: the cookie 'c.a;' cannot contain spaces, quotes, commas, semicolons, backslashes, control or non-ASCII characters"),
    Call(
      "GET /x (header.h*)", #"{"h": {"X-A": 1, "x-a": 2}}"#, "arguments: 'h' contains the same header twice, as 'X-A' and as 'x-a'"),
    Call("GET /x (header.h*)", #"{"h": {"A": {"x": 1}}}"#, "arguments: 'h.A' is an object, which cannot be sent in a header"),
  ])
  func refuses(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /x (header.h as X-H)", #"{"h": "a\tb"}"#, "GET /x\nX-H: a\tb"),
    Call(
      "GET /x (cookie.c*, cookie.d* as p-, cookie.s?)", #"{"c": {"a": 1, "b": null, "s": "late"}, "d": {"e": true}, "s": "named"}"#,
      "GET /x\nCookie: a=1; p-e=true; s=named"),
    Call("GET /x (header.h)", #"{"h": 1.10}"#, "GET /x\nh: 1.10"),
    Call("GET /x", #"{"header.content-type": "a/b"}"#, "GET /x\ncontent-type: a/b"),
    Call("POST /x (header.t as Content-Type)", #"{"t": "a/b"}"#, "POST /x\nContent-Type: a/b"),
    Call("POST /x (header.h*)", #"{"h": {"Content-Type": "a/b"}}"#, "POST /x\nContent-Type: a/b"),
    Call("POST /x (header.t as Content-Type = a/b)", "{}", "POST /x"),
    Call("DELETE /x (header.t as Content-Type = a/b)", #"{"t": "c/d"}"#, "DELETE /x\nContent-Type: c/d"),
    Call("POST /x", "{}", "POST /x", more: "headers: {Content-Type: a/b}"),
    Call("GET /x (header.h)", #"{"h": ["a", "b,c", "d\"e", null, 1]}"#, "GET /x\nh: a, \"b,c\", \"d\\\"e\", 1"),
    Call("GET /x (header.h)", #"{"h": []}"#, "GET /x"),
    Call("GET /x (header.h?)", #"{"h": null}"#, "GET /x"),
    Call("GET /x (header.h* as X-M-)", #"{"h": {"a": 1, "b": null, "c": "d"}}"#, "GET /x\nX-M-a: 1\nX-M-c: d"),
    Call(
      "GET /x (header.at Date)", #"{"at": "2024-01-31T10:00:00Z"}"#, "GET /x\nat: Wed, 31 Jan 2024 10:00:00 GMT",
      more: "style: {dates: http}"),
    Call(
      "GET /x (header.at [Date])", #"{"at": ["2024-01-31T10:00:00Z", "2024-02-01T10:00:00Z"]}"#,
      "GET /x\nat: Wed, 31 Jan 2024 10:00:00 GMT, Thu, 01 Feb 2024 10:00:00 GMT", more: "style: {dates: http}"),
    Call(
      "GET /x (header.at)", #"{"at": ["Wed, 31 Jan 2024 10:00:00 EST", "Wed, 31 Jan 2024 10:00:00 GMT", "a, b"]}"#,
      "GET /x\nat: \"Wed, 31 Jan 2024 10:00:00 EST\", Wed, 31 Jan 2024 10:00:00 GMT, \"a, b\""),
    Call("GET /x (cookie.a, cookie.b as B)", #"{"a": "x", "b": 1}"#, "GET /x\nCookie: a=x; B=1"),
    Call(
      "GET /x", #"{"header.X-A": "1", "cookie.c": 2}"#, "GET /x\nCookie: s=1; t=2; c=2\nX-B: b\nX-A: 1",
      more: #"headers: {Cookie: "s=1; c=1; t=2", X-B: b}"#),
    Call("GET /x (header.cookie, cookie.c)", #"{"cookie": "a=1", "c": 2}"#, "GET /x\nCookie: a=1; c=2"),
    Call("GET /x", #"{"header.X-A": "1", "cookie.c": 2}"#, "GET /x\nX-A: 1\nCookie: c=2"),
    Call(
      #"{GET: "/x (a, b?)", headers: {X-A: "v{a}", X-B: "{b}", X-C: "{not a name}"}}"#, #"{"a": 1}"#, "GET /x\nX-A: v1\nX-C: {not a name}"),
    Call(#"{GET: "/x", headers: {X-A: "{a}"}}"#, #"{"a": [1, 2]}"#, "GET /x\nX-A: 1, 2"),
    Call(#"{GET: "/x (a)", headers: {X-A: "{a}"}}"#, #"{"a": "{a}${B}"}"#, "GET /x\nX-A: {a}${B}"),
  ])
  func writes(call: Call) throws { try call.check() }
}
