import CallTestSupport
import Dial
import Foundation
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// `$uuid`, `$now` and `$timestamp` in headers, queries and bodies.
struct GeneratedTests {
  private static let spec = """
    base: https://api.test
    headers: {X-Request-Id: $uuid}
    endpoints:
      e:
        POST: /x
        query: {id: "r-{$uuid}", at: $now}
        body: {id: $uuid, at: $now, ts: $timestamp, note: "at {$timestamp}", text: a $uuid, gql: "query($now: Int)"}
    """

  @Test func areMadeOncePerCall() throws {
    let lines = try bound(Self.spec).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let id = try #require(lines.first { $0.hasPrefix("X-Request-Id: ") }).dropFirst(14)
    #expect(UUID(uuidString: String(id)) != nil)
    let body = try #require(lines.last)
    #expect(lines[0].hasPrefix("POST /x?id=r-\(id)&at=20"))
    #expect(body.hasPrefix("{\"id\":\"\(id)\",\"at\":\"20"))
    let seconds = try #require(body.split(separator: "\"ts\":").last?.prefix { $0.isNumber })
    #expect(seconds.count == 10)
    #expect(body.hasSuffix(",\"note\":\"at \(seconds)\",\"text\":\"a $uuid\",\"gql\":\"query($now: Int)\"}"))
  }

  @Test func anotherCallHasOthers() throws { #expect(try bound(Self.spec) != bound(Self.spec)) }

  /// Texts of the caller are never generated.
  @Test func argumentsAreSentAsTheyAre() throws {
    let spec = "base: https://api.test\nendpoints: {e: {GET: /x (a), headers: {X-A: '{a}'}}}"
    #expect(try bound(spec, #"{"a": "$uuid"}"#) == "GET /x\nX-A: $uuid")
  }

  @Test func aTimestampIsANumber() throws {
    let spec = "base: https://api.test\nendpoints: {e: POST /x (at Int = $timestamp)}"
    #expect(try bound(spec).contains("{\"at\":1") || bound(spec).contains("{\"at\":2"))
    #expect(
      findings("base: https://api.test\nendpoints: {e: POST /x (at String = $timestamp)}").contains(
        "$timestamp does not match the type String of 'at'"))
  }
}

/// `lines` as an encoding: one JSON value per line.
struct LinesBodyTests {
  @Test(arguments: [
    Call(
      "POST lines /_bulk (_ items)", #"{"items": [{"index": {}}, {"a": "ä\n"}]}"#,
      "POST /_bulk\nContent-Type: application/x-ndjson\n\n{\"index\":{}}\n{\"a\":\"ä\\n\"}\n"),
    Call("POST lines /_bulk (_ items)", #"{"items": {"a": 1}}"#, "POST /_bulk\nContent-Type: application/x-ndjson\n\n{\"a\":1}\n"),
    Call("POST lines /_bulk (_ items)", #"{"items": "{}\n{}"}"#, "POST /_bulk\nContent-Type: application/x-ndjson\n\n{}\n{}\n"),
    Call("POST lines /_bulk (_ items)", #"{"items": []}"#, "POST /_bulk\nContent-Type: application/x-ndjson\n\n"),
    Call("POST lines /_bulk", #"{"_": [1, null]}"#, "POST /_bulk\nContent-Type: application/x-ndjson\n\n1\nnull\n"),
    Call(
      #"{POST: "/x (id Int, docs [JSON])", encoding: lines, body: [{index: {_id: "{id}"}}, "{docs}"]}"#,
      #"{"id": 7, "docs": [{"a": 1}, 2]}"#,
      "POST /x\nContent-Type: application/x-ndjson\n\n{\"index\":{\"_id\":7}}\n{\"a\":1}\n2\n"),
    Call(
      #"{POST: "/x (_ items)", encoding: lines, headers: {Content-Type: application/json}}"#, #"{"items": [1]}"#, "POST /x\n\n1\n"),
  ])
  func aValueALine(call: Call) throws { try call.check() }

  @Test func hasNoMembers() {
    let spec = "base: https://api.test\nendpoints:\n  a: POST lines /a (b)\n  c: {POST: /c, encoding: lines, body: {x: 1}}\n"
    let found = findings(spec)
    #expect(found.contains("a lines body has no fields; write '_ b' for the whole body, or send it in another location"))
    #expect(found.contains("a lines body must be a list, with one item per line"))
  }
}

/// `Day`, and bytes as base64url.
struct DayTests {
  @Test(arguments: [
    Call("GET /x (d Day = 2024-02-29)", "{}", "GET /x?d=2024-02-29"),
    Call("GET /x (d Day)", #"{"d": "2024-12-01"}"#, "GET /x?d=2024-12-01"),
    Call("GET /x (d Day)", #"{"d": "2024-13-01"}"#, "arguments: 'd' must be a date such as 2024-01-31, but is '2024-13-01'"),
    Call("GET /x (d Day)", #"{"d": "2023-02-29"}"#, "arguments: 'd' must be a date such as 2024-01-31, but is '2023-02-29'"),
    Call(
      "GET /x (d Day)", #"{"d": "2024-01-31T10:00:00Z"}"#,
      "arguments: 'd' must be a date such as 2024-01-31, but is '2024-01-31T10:00:00Z'"),
    Call(#"{POST: "/x (d Data)", style: {data: base64url}}"#, #"{"d": "+/8="}"#, "POST /x\n\n{\"d\":\"-_8\"}"),
    Call(#"{GET: "/x (query.d Data)", style: {data: base64url}}"#, #"{"d": "+/8="}"#, "GET /x?d=-_8"),
    Call("POST /x (d Data)", #"{"d": "+/8="}"#, "POST /x\n\n{\"d\":\"+/8=\"}"),
  ])
  func areWritten(call: Call) throws { try call.check() }

  @Test(arguments: ["+/8=", "-_8", "-_8=", "YWI"])
  func bytesOfAResponseComeInEitherAlphabet(text: String) async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {e: \"GET /x -> (d Data)\"}")
    let client = Client(spec, transport: Canned(headers: [.contentType: "application/json"], body: Array("{\"d\":\"\(text)\"}".utf8)))
    let found: Found = try await client.call("e").decode()
    #expect([[0xFB, 0xFF], [0x61, 0x62]].contains(Array(found.d)))
  }

  private struct Found: Decodable { var d: Data }
}

/// `fails: {when: …}`: failures with a successful status.
struct SoftRefusalTests {
  private static func call(_ line: String, _ body: String, status: Int = 200, more: String = "") async throws -> String {
    let spec = try Spec.load(yaml: "base: https://api.test\n\(more)\nendpoints:\n  e: \(line)\n")
    let client = Client(
      spec, transport: Canned(status: .init(code: status), headers: [.contentType: "application/json"], body: Array(body.utf8)))
    do throws(CallError) {
      return "\(try await client.call("e").value)"
    } catch {
      return "\(error.code) \(error.status?.code ?? 0): \(error.message)" + (error.failure.map { " \($0)" } ?? "")
    }
  }

  private static let rule = "fails: {when: \"ok == `false`\", message: error}"

  @Test(arguments: [
    ("{GET: /x -> (ts String), \(rule)}", #"{"ok":true,"ts":"1"}"#, #"{"ok":true,"ts":"1"}"#),
    (
      "{GET: /x -> (ts String), \(rule)}", #"{"ok":false,"error":"no_channel"}"#,
      "status 200: the server reported a failure with status 200: no_channel"
    ),
    (
      "{GET: /x @ ts -> String, \(rule)}", #"{"ok":false,"error":"no_channel"}"#,
      "status 200: the server reported a failure with status 200: no_channel"
    ),
    ("{GET: /x, \(rule)}", #"{"ok":false}"#, "status 200: the server reported a failure with status 200"),
    ("{GET: /x -> Void, \(rule)}", #"{"ok":false,"error":"x"}"#, "status 200: the server reported a failure with status 200: x"),
    ("{GET: /x -> Void, \(rule)}", #"{"ok":true}"#, "null"),
    (
      "{GET: /x, fails: {when: error, message: error.text, type: {error: {text: String}}}}", #"{"error":{"text":"t"}}"#,
      #"status 200: the server reported a failure with status 200: t {"error":{"text":"t"}}"#
    ),
    (
      "{GET: '/x -> [JSON]', decode: lines, fails: {when: error, message: error}}", "{\"a\":1}\n{\"error\":\"no\"}",
      "status 200: the server reported a failure with status 200: no"
    ),
    ("{GET: '/x -> [JSON]', decode: lines, fails: {when: error}}", "{\"a\":1}\n{\"error\":null}", #"[{"a":1},{"error":null}]"#),
    // Results that are not made of the JSON.
    ("{GET: /x -> headers, \(rule)}", #"{"ok":false,"error":"x"}"#, "status 200: the server reported a failure with status 200: x"),
    ("{GET: /x -> (code status), \(rule)}", #"{"ok":false,"error":"x"}"#, "status 200: the server reported a failure with status 200: x"),
    ("{GET: /x -> (code status), \(rule)}", #"{"ok":true}"#, #"{"code":200}"#),
    (
      "{GET: '/x -> (code status, ts?)', \(rule)}", #"{"ok":false,"error":"x"}"#,
      "status 200: the server reported a failure with status 200: x"
    ),
    ("{GET: /x -> text, \(rule)}", #"{"ok":false,"error":"x"}"#, "status 200: the server reported a failure with status 200: x"),
    ("{GET: /x -> text, \(rule)}", "all is well", #""all is well""#),
    ("{GET: /x -> text, decode: text, fails: {when: \"status != 'ok'\"}}", "12", #""12""#),
    ("{GET: /x -> Void, decode: text, fails: {when: \"status != 'ok'\"}}", "OK", "null"),
    ("{GET: /x -> bytes, \(rule)}", #"{"ok":false,"error":"x"}"#, "status 200: the server reported a failure with status 200: x"),
    ("{GET: /x -> bytes, \(rule)}", "abc", #""YWJj""#), ("{GET: /x -> bytes, \(rule)}", #"{"ok":1}"#, #""eyJvayI6MX0=""#),
    ("{GET: /x -> Data, \(rule)}", #"{"ok":false,"error":"x"}"#, "status 200: the server reported a failure with status 200: x"),
    (
      "{GET: /x -> String, decode: text, \(rule)}", #"{"ok":false,"error":"x"}"#,
      "status 200: the server reported a failure with status 200: x"
    ),
    ("{HEAD: /x -> headers, \(rule)}", "", #"{"content-type":"application/json"}"#),
    ("{GET: /x -> (a Int), fails: {when: String, message: String}}", #"{"a":1}"#, #"{"a":1}"#),
  ])
  func isThrown(line: String, body: String, gives: String) async throws { #expect(try await Self.call(line, body) == gives) }

  /// An event has no members `event` and `id` for `fails`.
  @Test(
    arguments: [
      ("GET: /x -> events, fails: {when: \"event == 'complete'\"}", "event"), ("GET: /x -> events, fails: {when: data.errors}", "data"),
      ("GET: /x -> events, fails: {when: errors}", nil), ("GET: /x @ data -> events, fails: {when: data.errors}", nil),
      ("GET: /x -> events (a Int), fails: {when: id}", nil), ("GET: /x, fails: {when: data.errors}", nil),
    ] as [(String, String?)])
  func aConditionOnAnEvent(_ endpoint: String, _ name: String?) {
    let found = findings("base: https://api.test\nendpoints: {e: {\(endpoint)}}")
    let note = "note: 'when' of 'fails' applies to the data of an event, so '\(name ?? "")' must be a member of the data [selection]"
    #expect(name == nil ? !found.contains("'when' of 'fails'") : found.contains(note), "\(found)")
  }

  @Test func aLevelHandsItDown() async throws {
    #expect(
      try await Self.call("GET /x -> Void", #"{"ok":false,"error":"x"}"#, more: Self.rule)
        == "status 200: the server reported a failure with status 200: x")
    #expect(
      findings("base: https://api.test\nfails: {message: String}\nendpoints: {e: GET /a}").contains(
        "'fails' of a service or group must be a mapping with 'when'"))
  }
}
