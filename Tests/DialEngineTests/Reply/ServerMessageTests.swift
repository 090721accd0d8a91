import CallTestSupport
import Dial
import HTTPTypes
import Testing

@testable import DialEngine

/// The message of a server in the body of a failure, and results that servers write in several ways.
struct ServerMessageTests {
  @Test(arguments: [
    (#"{"username": ["Taken.", "Too short."], "non_field_errors": ["No."]}"#, "username: Taken. Too short.; No."),
    (#"{"detail": [{"loc": ["body", "name"], "msg": "Field required"}, {"msg": "bad"}]}"#, "body.name: Field required; bad"),
    (#"{"detail": []}"#, nil), (#"{"detail": [1]}"#, nil), (#"{"errors": [{"detail": "gone"}]}"#, "gone"),
    ("<Error><Code>NoSuchKey</Code><Message>The key does not exist</Message></Error>", "The key does not exist"),
    (#"<d:error xmlns:d="DAV:"><s:exception>X</s:exception><s:message>Not here</s:message></d:error>"#, "Not here"),
    (
      #"<s:Envelope xmlns:s="u"><s:Body><s:Fault><faultcode>C</faultcode><faultstring>No user</faultstring></s:Fault></s:Body></s:Envelope>"#,
      "No user"
    ),
    (#"{"title": "Invalid parameter", "description": "The 'd' parameter is invalid."}"#, "The 'd' parameter is invalid."),
    (#"{"description": "a widget", "error": "widget is locked"}"#, "widget is locked"),
    (#"{"faultcode": "Client", "faultstring": "No user"}"#, "No user"), (#"{"fault": {"faultstring": "Over quota"}}"#, "Over quota"),
    (#"<E><R><Text lang="en">Why</Text></R></E>"#, "Why"), ("<a><b>c</b></a>", nil), ("<html><title>x</title></html>", nil),
    ("<!DOCTYPE html><html><title>x</title></html>", nil), ("<Error><Message>", nil), ("no such user\n", "no such user"),
    ("two\nlines", nil), ("", nil), ("  \n", nil), ("{\"broken\": ", nil), ("a\u{1B}[31mb", nil), (String(repeating: "a", count: 301), nil),
  ])
  func isFound(body: String, message: String?) { #expect(ErrorBody.message(Array(body.utf8)) == message) }

  /// Some servers stream JSON texts under the type of one.
  @Test(arguments: [("{\"a\":1}\n{\"a\":2}\n", true), ("[1][2]", true), ("{\"a\":1} x", false), ("{\"a\":1}{", false)])
  func severalTextsAreTold(body: String, isTold: Bool) async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {e: GET /}\n")
    let client = Client(spec, transport: Canned(headers: [.contentType: "application/json"], body: Array(body.utf8)))
    let error = await #expect(throws: CallError.self) { try await client.call("e") }
    #expect(error?.hint?.contains("declare '-> lines'") == isTold)
  }

  private static func result(_ endpoint: String, _ type: String, _ body: String) async throws -> String {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {e: \(endpoint)}\n")
    let client = Client(spec, transport: Canned(headers: [.contentType: type], body: Array(body.utf8)))
    do throws(CallError) { return "\(try await client.call("e").value)" } catch { return "\(error.code): \(error.message)" }
  }

  @Test(arguments: [
    ("{GET: \"/ -> (c JSON)\"}", #"{"c":null}"#, #"{"c":null}"#), ("{GET: \"/ -> (c)\"}", #"{"c":null}"#, #"{"c":null}"#),
    ("{GET: \"/ -> (c JSON)\"}", "{}", "decoding: the result does not match (c): 'c' is missing"),
    ("{GET: \"/ -> (c String)\"}", #"{"c":null}"#, "decoding: the result does not match (c String): 'c' is null, expected String"),
    ("{GET: \"/ -> (a Int, c)\"}", "[1,null]", "[1,null]"),
    ("{GET: \"/ -> [Int]\", style: {single: list}}", "7", "[7]"), ("{GET: \"/ -> [Int]\", style: {single: list}}", "[7]", "[7]"),
    ("{GET: \"/ -> (a [String], b Int)\", style: {single: list}}", #"{"a":"7","b":7}"#, #"{"a":["7"],"b":7}"#),
    (
      "{GET: \"/ -> (b Int)\", style: {single: list}}", #"{"b":"7"}"#,
      "decoding: the result does not match (b Int): 'b' must be an integer, but is '7'"
    ),
    ("{GET: \"/ -> [Int]\"}", "7", "decoding: the result does not match [Int]: the result must be an array, but is 7"),
    ("{GET: \"/ -> (d Date)\", style: {dates: no-zone}}", #"{"d":"2026-01-02T03:04:05.5"}"#, #"{"d":"2026-01-02T03:04:05.5"}"#),
    ("{GET: \"/ -> (d Date)\", style: {dates: unix-ms}}", #"{"d":1767323045250}"#, #"{"d":1767323045250}"#),
    ("{GET: \"/\", fails: {when: Error, message: Error}}", #"{"Error":"no"}"#, "status: the server reported a failure with status 200: no"),
    ("{GET: \"/\", fails: {when: Error}}", #"{"Ok":1}"#, #"{"Ok":1}"#),
    ("{GET: \"/ -> [JSON]\", decode: lines}", "{\"a\":1}{\"a\":\"}{\"}\n[2] {}\n", #"[{"a":1},{"a":"}{"},[2],{}]"#),
  ])
  func isRead(endpoint: String, body: String, gives: String) async throws {
    #expect(try await Self.result(endpoint, "application/json", body) == gives)
  }

  /// A prefix is the choice of the server.
  @Test(arguments: [
    ("@ multistatus.response[*].href", #"["/a","/b"]"#), ("@ multistatus.response[0].propstat.prop.getetag", #""1""#),
    ("@ multistatus.other", "selection"), ("@ multistatus -> (response [(href String)])", #"[{"href":"/a""#),
    ("@ multistatus.response -> [(href String)]", #"{"href":"/b"}"#), ("@ multistatus.none -> [String]", "[]"),
  ])
  func aNameNeedsNoPrefix(line: String, holds: String) async throws {
    let xml = """
      <D:multistatus xmlns:D="DAV:"><D:response><D:href>/a</D:href><D:propstat><D:prop><lp1:getetag>1</lp1:getetag><a:x>1</a:x><b:x>2</b:x>\
      </D:prop></D:propstat></D:response><D:response><D:href>/b</D:href></D:response></D:multistatus>
      """
    let found = try await Self.result("{GET: \"/ \(line)\", decode: xml}", "application/xml", xml)
    #expect(found.contains(holds), "\(found)")
  }

  @Test func anAmbiguousNameNeedsItsPrefix() async throws {
    let xml = "<r><a:x>1</a:x><b:x>2</b:x></r>"
    #expect(try await Self.result("{GET: \"/ @ r.x\", decode: xml}", "text/xml", xml).hasPrefix("selection"))
    #expect(
      try await Self.result("{GET: \"/\", select: 'r.\\\"b:x\\\"', decode: xml}".replacing("\\\"", with: "\""), "text/xml", xml) == "\"2\"")
  }
}
