import CallTestSupport
import Dial
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Errors before anything is sent, all in one report.
struct FaultTests {
  @Test func aValueWithLineFeedsIsOneFault() throws {
    let yaml = "base: https://api.test\nendpoints: {e: 'GET /x (n Int)'}"
    #expect(try bound(yaml, #"{"n": "5\nerror: forged"}"#) == #"arguments: 'n' must be an integer, but is '5\nerror: forged'"#)
  }

  @Test(arguments: [
    Call(
      "GET /x (page, size)", #"{"pge": 1, "size": 2}"#,
      "arguments: unknown argument 'pge' of 'e'; did you mean 'page'? available: 'page', 'size'\nmissing argument 'page' (query)"),
    Call("GET /x ()", #"{"a": 1}"#, "arguments: unknown argument 'a' of 'e'; it accepts no arguments"),
    Call("GET /x (Page?)", #"{"page": 1}"#, "arguments: unknown argument 'page' of 'e'; did you mean 'Page'? available: 'Page'"),
    Call(
      "GET /x (header.id, query.id)", #"{"id": 1}"#,
      "arguments: the argument 'id' has several locations; write 'header.id' or 'query.id'"
    ),
    Call(
      "GET /{id} (n Int, s String, b Bool, l [Int])", #"{"n": 1.5, "s": 1, "b": "true", "l": [1, "2"]}"#,
      "arguments: 'n' must be an integer, but is 1.5\n's' must be a string, but is 1\n'b' must be true or false, but is 'true'\n'l[1]' must be an integer, but is '2'\nmissing argument 'id' (path)"
    ),
    Call(
      "POST /x (u User)", #"{"u": {"name": "A", "home": {"zip": 1}}}"#, "arguments: 'u.id' is missing, expected Int",
      more: "types: {User: {id: Int, name: String, home: {zip: String}}}"),
    Call(
      "POST /x (u User)", #"{"u": {"id": 1, "home": {"zip": 1}}}"#, "arguments: 'u.home.zip' must be a string, but is 1",
      more: "types: {User: {id: Int, home: {zip: String}}}"),
    Call(#"GET /x (s "asc" | "desc")"#, #"{"s": "up"}"#, "arguments: 's' must be 'asc' or 'desc', but is 'up'"),
    Call("{GET: /x, params: {s: {values: [s, m]}}}", #"{"s": "l"}"#, "arguments: 's' must be 's' or 'm', but is 'l'"),
    Call(
      "GET /x (d Date)", #"{"d": "yesterday"}"#,
      "arguments: 'd' must be a date and time such as 2024-01-31T10:00:00Z, but is 'yesterday'"),
    Call("GET /x (u UUID)", #"{"u": "1-2"}"#, "arguments: 'u' must be a UUID, but is '1-2'"),
    Call("GET /x (n UInt64)", #"{"n": -1}"#, "arguments: 'n' must be an unsigned integer from 0 to 18446744073709551615, but is -1"),
    Call(
      "GET /x (n Int)", #"{"n": 9223372036854775808}"#,
      "arguments: 'n' must be an integer from -9223372036854775808 to 9223372036854775807, but is 9223372036854775808"),
  ])
  func reportsAllFaults(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /x (a Int)", #"{"a": null}"#, "arguments: 'a' must be an integer, but is null"),
    Call("GET /x (a Int?)", #"{"a": null}"#, "GET /x"),
    Call("GET /x (a)", #"{"a": null}"#, "arguments: missing argument 'a' (query); a null value is not sent there"),
    Call("GET /x (a?)", #"{"a": null}"#, "GET /x"),
    Call("GET /x (a = 1)", #"{"a": null}"#, "GET /x"),
    Call("GET /x (a Int = 1)", #"{"a": null}"#, "GET /x"),
    Call("GET /x (header.a)", #"{"a": null}"#, "arguments: missing argument 'a' (header); a null value is not sent there"),
    Call("POST /x (a)", #"{"a": null}"#, "POST /x\n\n{\"a\":null}"),
    Call("POST /x (a Int)", #"{"a": null}"#, "arguments: 'a' must be an integer, but is null"),
    Call("POST /x (a? Int)", #"{"a": null}"#, "POST /x\n\n{\"a\":null}"),
    Call("POST /x (a = 1)", #"{"a": null}"#, "POST /x\n\n{\"a\":null}"),
    Call("POST form /x (a, b = 1)", #"{"a": 1, "b": null}"#, "POST /x\nContent-Type: application/x-www-form-urlencoded\n\na=1"),
    Call("GET /x", #"{"a": null, "b": 1}"#, "GET /x?b=1"),
  ])
  func nullFollowsItsPlace(call: Call) throws { try call.check() }

  @Test func qualifiedNamesTellPlacesApart() throws {
    #expect(try Call("GET /x (header.id, query.id)", #"{"query.id": 1, "header.id": 2}"#, "").outcome() == "GET /x?id=1\nid: 2")
    #expect(try Call("GET /x (q)", #"{"query.q": 1}"#, "").outcome() == "GET /x?q=1")
    #expect(try Call("GET /x (q)", #"{"q": 1, "query.q": 1}"#, "").outcome() == "arguments: duplicate argument 'query.q'")
    #expect(try Call("GET /x", #"{"path.id": 1}"#, "").outcome() == "arguments: the target has no placeholder '{id}' for 'path.id'")
  }

  @Test func anUnknownEndpointNamesTheNearest() throws {
    let client = Client(
      try Spec.load(yaml: "base: https://a.test\nendpoints: {list: GET /}\ngroups: {g: {endpoints: {ban: GET /b}}}"), transport: Canned())
    let said = ["lst", "ban", "g", "zzz"].map { name -> String in
      do throws(CallError) { return try client.prepare(name).url } catch { return error.message }
    }
    #expect(
      said == [
        "unknown endpoint 'lst'; did you mean 'list'?", "unknown endpoint 'ban'; did you mean 'g.ban'?",
        "'g' is a group; call one of its endpoints, such as 'g.ban'", "unknown endpoint 'zzz'; expected one of 'list', 'g.ban'",
      ])
  }

  @Test func pointsAtTheEndpoint() throws {
    let client = Client(try Spec.load(yaml: "base: https://a.test\nendpoints:\n  e: GET /{id}\n", name: "s.yaml"), transport: Canned())
    do throws(CallError) {
      _ = try client.prepare("e")
      Issue.record("nothing was thrown")
    } catch {
      #expect("\(error)" == "s.yaml:3:3: error: missing argument 'id' (path) [arguments]")
      #expect(error.remedy == .parameters(of: "e") && error.hint == nil)
      #expect(error.attempts == 0 && error.request == nil)
    }
  }
}
