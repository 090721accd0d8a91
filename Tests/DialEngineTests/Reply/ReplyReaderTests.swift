import CallTestSupport
import Dial
import DialJSON
import DialSyntax
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Responses by media type, declared result and selection (Responses.md#How-a-response-is-decoded).
struct ReplyReaderTests {
  typealias Answer = AnswerRow<String>

  static let json = "application/json"

  @Test(arguments: [
    Answer(
      "", json, #"{"a":1,}"#,
      "decoding: the response of type application/json is not valid JSON: expected a member name in double quotes, found '}' (line 1, column 8)"
    ),
    Answer(
      "", "text/plain; charset=klingon", bytes: [0xE9], "decoding: unknown charset 'klingon'; to read the bytes unchanged, use '-> bytes'"),
    Answer(
      "", "text/plain; charset=gbk", bytes: [0xC4, 0xA7], "decoding: unknown charset 'gbk'; to read the bytes unchanged, use '-> bytes'"),
    Answer(
      "", "text/plain; charset=utf-32le", bytes: [0x61, 0, 0, 0],
      "decoding: unknown charset 'utf-32le'; to read the bytes unchanged, use '-> bytes'"),
    Answer("", "text/plain; charset=utf-7", "a+AGE-", "decoding: unknown charset 'utf-7'; to read the bytes unchanged, use '-> bytes'"),
    Answer(
      "", "text/plain; charset=iso-2022-jp", "\u{1B}$B",
      "decoding: unknown charset 'iso-2022-jp'; to read the bytes unchanged, use '-> bytes'"),
    Answer("", "text/plain", bytes: [0x66, 0xFF], "decoding: the text is not valid UTF-8; to read the bytes unchanged, use '-> bytes'"),
    Answer("-> User", json, "", "decoding: expected User, but the response is empty (status 200)"),
    Answer("-> User", json, "[]", "decoding: the result does not match User: '[0]' (id) is missing"),
    Answer("-> Int", json, "1.5", "decoding: the result does not match Int: the result must be an integer, but is 1.5"),
    Answer(
      "-> [User]", json, #"[{"ID":1},{"ID":"2"}]"#, "decoding: the result does not match [User]: '[1].ID' must be an integer, but is '2'"),
    Answer("-> (a Int)", json, #"{"a":""}"#, "decoding: the result does not match (a Int): 'a' must be an integer, but is ''"),
    Answer("-> (id, name)", json, #"{"id":1}"#, "decoding: the result does not match (id, name): 'name' is missing"),
    Answer("-> (id, name)", json, "[1]", "decoding: the result does not match (id, name): '[1]' (name) is missing"),
    Answer(
      #"-> "on" | "off""#, json, #""maybe""#,
      #"decoding: the result does not match "on" | "off": the result must be 'on' or 'off', but is 'maybe'"#),
    Answer("@ a", "text/html", "<p>", "selection: '@ a' requires JSON, but the response is of type text/html"),
    Answer("@ a", "application/x-json-stream", "{}", "selection: '@ a' selects nothing in the response: 'a' is missing or null"),
    Answer("@ a", "application/octet-stream", "x", "selection: '@ a' requires JSON, but the response is of type application/octet-stream"),
    Answer("@ a", json, "", "selection: '@ a' requires JSON, but the response is empty"),
    Answer("@ a.b.c", json, #"{"a":{}}"#, "selection: '@ a.b.c' selects nothing in the response: 'b' is missing or null"),
    Answer("@ a.b -> Int", json, #"{"a":{"b":null}}"#, "selection: '@ a.b' selects nothing in the response: 'b' is missing or null"),
    Answer("@ list[3].id", json, #"{"list":[]}"#, "selection: '@ list[3].id' selects nothing in the response: '[3]' is missing or null"),
    Answer(
      "@ length(a)", json, #"{"a":1}"#,
      "selection: cannot evaluate '@ length(a)': 'length' requires a string, an array or an object, not a number"),
    Answer(
      "", "application/x-ndjson", "{}\n\n{\"a\":}\n",
      "decoding: line 3 of the response of type application/x-ndjson is not valid JSON: expected a value, found '}' (column 6)"),
    Answer(
      "", "application/json-seq", "\u{1E}1\n\u{1E}[1\n",
      "decoding: record 2 of the response of type application/json-seq is not valid JSON: expected ',' or ']', found the end of the text (line 2, column 1)"
    ),
    Answer(
      "", "application/json-seq", "\u{1E}{}\n\u{1E}12",
      "decoding: record 2 of the response may be truncated, because it does not end with a line feed"),
    Answer(
      "-> [User]", "application/jsonl", "{\"ID\":1}\n{}",
      "decoding: the result does not match [User]: '[1].ID' is missing, expected Int"),
    Answer(
      "", "application/xml", bytes: [0x3C, 0xFF], "decoding: the text is not valid UTF-8; to read the bytes unchanged, use '-> bytes'"),
    Answer(
      "-> (a Int)", "application/x-www-form-urlencoded", "a=x",
      "decoding: the result does not match (a Int): 'a' must be an integer, but is 'x'"),
    Answer(
      "-> User", "application/xml", "<a/>",
      "decoding: the response of type application/xml is not valid JSON: expected a value, found '<' (line 1, column 1)"),
    Answer(
      "-> (id, next Node)", json, #"{"id":1,"next":{"value":1,"next":{"value":"x"}}}"#,
      "decoding: the result does not match (id, next Node): 'next.next.value' must be an integer, but is 'x'"),
  ])
  func refuses(answer: Answer) async { await answer.check() }

  @Test(arguments: [
    Answer("", json, #"{"b":1.10,"a":[true,null]}"#, #"{"b":1.10,"a":[true,null]}"#),
    Answer("", "application/vnd.api+json; charset=utf-8", "[1]", "[1]"),
    Answer("", json, "\u{FEFF}[1]", "[1]"),
    Answer("", "application/json; charset=iso-8859-1", bytes: [0x22, 0xE9, 0x22], #""é""#),
    // JSON is UTF-8, whatever the parameter says (RFC 8259 section 11).
    Answer("", "application/json;charset=ISO-8859-1", #"{"a":"é€"}"#, #"{"a":"é€"}"#),
    Answer("", "application/json; charset=windows-1252", #"{"a":"é€"}"#, #"{"a":"é€"}"#),
    Answer("", "application/json; charset=utf-16le", bytes: [0x31, 0x00], "1"),
    Answer("", "application/json; charset=utf8mb4", #"{"a":"é"}"#, #"{"a":"é"}"#),
    Answer("", "application/json; charset='utf-8'", #"{"a":"é"}"#, #"{"a":"é"}"#),
    Answer("", "text/plain; charset=binary", "é", #""é""#),
    Answer("", "text/plain; charset=shift_jis", "a~", #""a~""#),
    Answer("", "text/plain", "é\n", #""é\n""#),
    Answer("", "text/html; charset=ISO-8859-1", bytes: [0xE9, 0x80], #""é€""#),
    Answer("", "text/plain; charset=utf-16", bytes: [0xFE, 0xFF, 0x00, 0x41], #""A""#),
    Answer("", "text/plain; charset=utf-16le", bytes: [0x41, 0x00], #""A""#),
    Answer("", "application/x-www-form-urlencoded", "a=x+y&b=1&b=2", #"{"a":"x y","b":["1","2"]}"#),
    Answer("", "image/png", bytes: [0x89, 0x50], #""iVA=""#),
    Answer("", "application/xml", "<a>é</a>", #""<a>é</a>""#),
    Answer("", "text/xml; charset=iso-8859-1", bytes: [0x3C, 0xE9], #""<é""#),
    Answer("", "image/svg+xml", "<svg/>", #""<svg/>""#),
    Answer(
      "", "application/xml", bytes: Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8) + [0xE9],
      #""<?xml version='1.0' encoding='ISO-8859-1'?>é""#),
    Answer("", "application/xml", "<?xml encoding='UTF-16'?>é", #""<?xml encoding='UTF-16'?>é""#),
    Answer("-> String", "application/atom+xml", "<a/>", #""<a/>""#),
    Answer("-> String", "application/xml", "", "\"\""),
    Answer("-> Data", "application/xml", "<a/>", #""PGEvPg==""#),
    Answer("", "application/x-ndjson", "{\"n\":1.10}\r\n\n[2]\n3", #"[{"n":1.10},[2],3]"#),
    Answer("", "application/json-seq", "\u{1E}{}\u{1E}[1]", "[{},[1]]"),
    Answer("", "application/json-seq", "\u{1E}{\n\"a\":1}\n\u{1E}2\n", #"[{"a":1},2]"#),
    Answer("", "application/jsonl", "", "[]"),
    Answer("", "application/jsonl", "1", "null", status: 204),
    Answer("", nil, "[1]", "[1]"),
    Answer("", nil, "hello", #""aGVsbG8=""#),
    Answer("", json, "", "null"),
    Answer("", json, "", "null", status: 204),
    Answer("", json, "[1]", "null", status: 205),
    Answer("-> Void", json, "not json", "null"),
    Answer("-> text", json, "[1]", #""[1]""#),
    Answer("-> bytes", json, "[1]", #""WzFd""#),
    Answer("-> String", "text/plain", "hi", #""hi""#),
    Answer("-> String", json, #""hi""#, #""hi""#),
    Answer("-> Data", "image/png", "hi", #""aGk=""#),
    Answer("-> headers", json, "[1]", #"{"content-type":"application/json"}"#),
  ])
  func readsByMediaType(answer: Answer) async { await answer.check() }

  @Test(arguments: [
    Answer("-> User", json, #"{"ID":1,"more":[1]}"#, #"{"ID":1,"more":[1]}"#),
    Answer("-> User", json, #"[1,"Ann"]"#, #"[1,"Ann"]"#),
    Answer("-> User", json, #"{"ID":1,"name":null}"#, #"{"ID":1,"name":null}"#),
    Answer("-> User?", json, "null", "null"),
    Answer("-> User?", json, "", "null"),
    Answer("-> [String: [Int]?]", json, #"{"a":[1],"b":null}"#, #"{"a":[1],"b":null}"#),
    Answer("-> [Date]", json, #"["2024-01-31T10:00:00Z"]"#, #"["2024-01-31T10:00:00Z"]"#),
    Answer(
      "-> [Date]", json, "[1706695200]",
      "decoding: the result does not match [Date]: '[0]' must be a date and time such as 2024-01-31T10:00:00Z, but is 1706695200"),
    Answer("-> UInt64", json, "18446744073709551615", "18446744073709551615"),
    Answer("-> Int", json, "1e2", "1e2"),
    Answer("@ data.list -> [User]", json, #"{"data":{"list":[{"ID":1}]}}"#, #"[{"ID":1}]"#),
    Answer("@ data.list[*].ID", json, #"{"data":{"list":[{"ID":1},{"ID":2}]}}"#, "[1,2]"),
    Answer("@ gone -> Int?", json, "{}", "null"),
    Answer("@ a", "application/x-www-form-urlencoded", "a=1", #""1""#),
    Answer("@ a -> Int", "application/x-www-form-urlencoded", "a=1", "1"),
    Answer("-> User", "application/x-www-form-urlencoded", "ID=7&name=7&x=1", #"{"ID":7,"name":"7","x":"1"}"#),
    Answer("-> (a [Int], b Bool, c)", "application/x-www-form-urlencoded", "a=1&b=true&c=2", #"{"a":[1],"b":true,"c":"2"}"#),
    Answer("-> [String: Double]", "application/x-www-form-urlencoded", "a=1.50", #"{"a":1.50}"#),
    Answer("-> [User]", "application/x-ndjson", "{\"ID\":1}\n{\"ID\":2}\n", #"[{"ID":1},{"ID":2}]"#),
    Answer("@ [*].ID", "application/x-ndjson", "{\"ID\":1}\n{\"ID\":2}\n", "[1,2]"),
  ])
  func fitsShapes(answer: Answer) async { await answer.check() }

  @Test func tuplesFollowTheDeclaredOrder() async throws {
    let object = try await Answer("-> (name String, id Int)", Self.json, #"{"id":7,"x":0,"name":"Ann"}"#, "").reply()
    let array = try await Answer("-> (name String, id Int)", Self.json, #"["Ann",7]"#, "").reply()
    for reply in [object, array] {
      let (name, id) = try reply.tuple(String.self, Int.self)
      #expect(name == "Ann" && id == 7)
    }
    let nested = try await Answer("-> (list [(name, id)], count)", Self.json, #"{"count":1,"list":[{"id":7,"name":"Ann"}]}"#, "").reply()
    let rows = try nested.value.list.tuples(String.self, Int.self)
    #expect(rows.map(\.0) == ["Ann"] && rows.map(\.1) == [7])
    let renamed = try await Answer("-> User", Self.json, #"{"name":"Ann","ID":7}"#, "").reply()
    #expect(renamed.value.id.asInt == 7 && renamed.value.ID.asInt == 7)
    let (id, name) = try renamed.tuple(Int.self, String?.self)
    #expect(id == 7 && name == "Ann")
  }

  @Test func anObjectWithoutAShapeIsNoTuple() async throws {
    let reply = try await Answer("", Self.json, #"{"a":1,"b":2}"#, "").reply()
    #expect(throws: CallError.self) { try reply.tuple(Int.self, Int.self) }
  }

  @Test func refusedStatusesCarryTheirBody() async throws {
    for (status, body, message) in [
      (404, #"{"message":"no such user"}"#, "the server responded with 404: no such user"),
      (500, #"{"error":{"message":"oops\u001b[31m"}}"#, "the server responded with 500: oops [31m (after 3 attempts)"),
      (304, "", "the server responded with 304"), (429, "slow down", "the server responded with 429: slow down (after 3 attempts)"),
    ] {
      do throws(CallError) {
        _ = try await Answer("-> User", Self.json, body, "", status: status).reply()
        Issue.record("\(status) was accepted")
      } catch {
        #expect(error.message == message)
        #expect(error.code == .status && error.status?.code == status && error.body == Array(body.utf8))
        #expect(error.request?.url == "https://api.test/x" && error.location?.start.line == 5)
      }
    }
  }

  @Test func acceptWidensWhatIsASuccess() async throws {
    let yaml =
      "base: https://api.test\naccept: [2xx, 404]\nendpoints:\n  e: GET /x -> (id)\n  any: {GET: /x, accept: any}\n  only: {GET: /x, accept: 201}"
    let client = Client(
      try Spec.load(yaml: yaml),
      transport: Canned(status: .notFound, headers: [.contentType: "application/json"], body: Array("{\"no\":1}".utf8)))
    #expect(JSONWriter.text(try await client.call("e").value) == #"{"no":1}"#)
    #expect(try await client.call("any").status == .notFound)
    #expect(try await client.call("only", [:], .init(accept: .any)).status == .notFound)
    await #expect(throws: CallError.self) { try await client.call("only") }
    await #expect(throws: CallError.self) { try await client.call("e", [:], .init(accept: .success)) }
  }

  @Test func headRepeatsBecomeLists() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {h: HEAD /x}")
    var headers = HTTPFields()
    for (name, value) in [("ETag", "\"1\""), ("Link", "a"), ("link", "b")] {
      headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    let reply = try await Client(spec, transport: Canned(headers: headers)).call("h")
    #expect(JSONWriter.text(reply.value) == #"{"etag":"\"1\"","link":["a","b"]}"#)
  }
}

extension AnswerRow<String> {
  func reply() async throws(CallError) -> Reply {
    try await client(types: ["User: {id: Int as ID, name: String?}", "Node: {value: Int, next: Node?}"]).call("e")
  }

  func check(sourceLocation: SourceLocation = #_sourceLocation) async {
    var outcome: String
    do throws(CallError) {
      outcome = JSONWriter.text(try await reply().value)
    } catch {
      outcome = "\(error.code): \(error.message)"
    }
    #expect(outcome == gives, sourceLocation: sourceLocation)
  }
}
