import DialJSON
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Differences between a response and its declaration (ResponseChecks.md#What-is-checked).
struct ContractTests {
  /// A row with the value, and a line `path| message` for each fault.
  typealias Answer = AnswerRow<[String]>

  static let json = "application/json"

  @Test(arguments: [
    Answer("-> User", json, #"{"ID":1,"nick":"a"}"#, [#"{"ID":1,"nick":"a"}"#, "nick| 'nick' is not declared"]),
    Answer(
      "-> [User]", json, #"[{"ID":1,"nick":1},{"ID":2},{"ID":3,"nick":2,"a b":0},{"ID":4,"nick":3}]"#,
      [
        #"[{"ID":1,"nick":1},{"ID":2},{"ID":3,"nick":2,"a b":0},{"ID":4,"nick":3}]"#,
        "[0].nick| '[0].nick' is not declared (and 2 more like this)",
        #"[2]."a b"| '[2]."a b"' is not declared"#,
      ]),
    Answer(
      "-> User", json, #"{"ID":"x","name":1,"tags":["a",2,null],"nick":[]}"#,
      [
        #"{"ID":"x","name":1,"tags":["a",2,null],"nick":[]}"#, "ID| 'ID' must be an integer, but is 'x'",
        "name| 'name' must be a string, but is 1", "tags[1]| 'tags[1]' must be a string, but is 2",
        "tags[2]| 'tags[2]' must be a string, but is null", "nick| 'nick' is not declared",
      ]),
    Answer("-> User", json, #"{"id":1}"#, [#"{"id":1}"#, "ID| 'ID' is missing, expected Int; found 'id'", "id| 'id' is not declared"]),
    Answer("-> User", json, #"{"ID":null}"#, [#"{"ID":null}"#, "ID| 'ID' is null, expected Int"]),
    Answer("-> User", json, "[]", ["[]", "[0]| '[0]' (id) is missing"]),
    Answer(
      "-> (id, pair (a Int, b Int))", json, #"[null,["x",2,3,4]]"#,
      [
        #"[null,["x",2,3,4]]"#, "[0]| '[0]' (id) is null", "[1][0]| '[1][0]' must be an integer, but is 'x'",
        "[1][2]| '[1][2]' is not declared", "[1][3]| '[1][3]' is not declared",
      ]),
    Answer(
      "-> [String: User]", json, #"{"ann":{"ID":1,"x":1},"b":7,"c":{"ID":2,"x":1}}"#,
      [
        #"{"ann":{"ID":1,"x":1},"b":7,"c":{"ID":2,"x":1}}"#, "ann.x| 'ann.x' is not declared (and 1 more like this)",
        "b| 'b' must be an object, but is 7",
      ]
    ),
    Answer("-> [User]", json, "{}", ["{}", "| the result must be an array, but is an object"]),
    Answer("-> [String: Int]", json, "[]", ["[]", "| the result must be an object, but is an array"]),
    Answer("-> Maybe", json, #"{"ID":1,"x":null}"#, [#"{"ID":1,"x":null}"#, "x| 'x' is not declared"]),
    Answer("-> Int", json, "null", ["null", "| the result must be an integer, but is null"]),
    Answer("-> Int", json, #""''""#, [#""''""#, "| the result must be an integer, but is ''''"]),
    Answer(#"-> ["on" | "off"]"#, json, #"["on","no"]"#, [#"["on","no"]"#, "[1]| '[1]' must be 'on' or 'off', but is 'no'"]),
    Answer(
      "-> (at Date, id UUID, link URL, raw Data, n UInt64, ok Bool, d Double)", json,
      #"{"at":"now","id":"7","link":"a b","raw":"-","n":-1,"ok":0,"d":"1"}"#,
      [
        #"{"at":"now","id":"7","link":"a b","raw":"-","n":-1,"ok":0,"d":"1"}"#,
        "at| 'at' must be a date and time such as 2024-01-31T10:00:00Z, but is 'now'",
        "id| 'id' must be a UUID, but is '7'", "link| 'link' must be a URL, but is 'a b'",
        "raw| 'raw' must be base64 data, but is '-'",
        "n| 'n' must be an unsigned integer from 0 to 18446744073709551615, but is -1",
        "ok| 'ok' must be true or false, but is 0",
        "d| 'd' must be a number, but is '1'",
      ]),
    Answer(
      "-> Node", json, #"{"value":1,"next":{"value":2,"next":{"value":"x","last":true}}}"#,
      [
        #"{"value":1,"next":{"value":2,"next":{"value":"x","last":true}}}"#,
        "next.next.value| 'next.next.value' must be an integer, but is 'x'",
        "next.next.last| 'next.next.last' is not declared",
      ]),
    Answer("-> User", json, "", ["null", "| expected User, but the response is empty (status 200)"]),
    Answer("-> User", json, "", ["null", "| expected User, but the response is empty (status 204)"], status: 204),
    Answer(
      "-> (a Int)", "application/x-www-form-urlencoded", "a=x&b=1",
      [#"{"a":"x","b":"1"}"#, "a| 'a' must be an integer, but is 'x'", "b| 'b' is not declared"]),
  ])
  func shapes(answer: Answer) async throws { try await check(answer) }

  @Test(arguments: [
    Answer("", json, #"{"a":1,"a":2}"#, [#"{"a":2}"#, "a| duplicate member 'a'; the last one is used"]),
    Answer("-> User", json, #"{"ID":"x","ID":2}"#, [#"{"ID":2}"#, "ID| duplicate member 'ID'; the last one is used"]),
    Answer(
      "@ a -> Int", json, #"{"a":1,"b":[{},{"c":1,"\u0063":2,"c":3}]}"#,
      ["1", "b[1].c| duplicate member 'b[1].c'; the last one is used"]),
    Answer(
      "@ list -> [User]", json, #"{"list":[{"ID":1,"x":0}],"y":0}"#, [#"[{"ID":1,"x":0}]"#, "[0].x| '[0].x' is not declared"]),
    Answer(
      "-> [User]", "application/x-ndjson", "{\"ID\":1}\n{\"ID\":2,\"ID\":3}\n",
      [#"[{"ID":1},{"ID":3}]"#, "[1].ID| duplicate member '[1].ID'; the last one is used"]),
    Answer(
      "", "application/json; charset=iso-8859-1", bytes: Array(#"{"a":1,"a":2}"#.utf8),
      [#"{"a":2}"#, "a| duplicate member 'a'; the last one is used"]),
  ])
  func duplicates(answer: Answer) async throws { try await check(answer) }

  @Test(arguments: [
    Answer("-> User", "text/html", #"{"ID":1}"#, [#"{"ID":1}"#, "| expected JSON, but the response has the media type 'text/html'"]),
    Answer("-> User", nil, #"{"ID":1}"#, [#"{"ID":1}"#, "| expected JSON, but the response has no media type"]),
    Answer("@ a -> String", "text/plain", #"{"a":"b"}"#, [#""b""#, "| expected JSON, but the response has the media type 'text/plain'"]),
    Answer(
      "-> String", "application/octet-stream", #""a""#,
      [#""a""#, "| expected text or JSON, but the response has the media type 'application/octet-stream'"]),
    Answer("-> text", "image/png", "a", [#""a""#, "| expected text, but the response has the media type 'image/png'"]),
    Answer("-> text", nil, "a", [#""a""#, "| expected text, but the response has no media type"]),
  ])
  func mediaTypes(answer: Answer) async throws { try await check(answer) }

  @Test(arguments: [
    Answer("-> User", json, #"{"ID":1,"name":null,"tags":[]}"#, [#"{"ID":1,"name":null,"tags":[]}"#]),
    Answer("-> User", "application/vnd.api+json", #"[1,"Ann",["a"]]"#, [#"[1,"Ann",["a"]]"#]),
    Answer("-> Maybe", json, "null", ["null"]),
    Answer("-> Maybe", json, "", ["null"]),
    Answer("-> [JSON]", json, #"[{"a":1},null]"#, [#"[{"a":1},null]"#]),
    Answer("-> [String: JSON]", json, #"{"a":{"b":1}}"#, [#"{"a":{"b":1}}"#]),
    Answer("-> (at Date)", json, #"{"at":1700000000}"#, [#"{"at":1700000000}"#], more: ", style: {dates: unix}"),
    Answer("-> User", "text/html", #"{"ID":1}"#, [#"{"ID":1}"#], more: ", decode: json"),
    Answer("-> Data", "image/png", "a", [#""YQ==""#]),
    Answer("-> String", "text/html", "a", [#""a""#]),
    Answer("-> text", json, #"{"a":1,"a":2}"#, [#""{\"a\":1,\"a\":2}""#]),
    Answer("-> bytes", nil, "a", [#""YQ==""#]),
    Answer("-> Void", json, #"{"a":1,"a":2}"#, ["null"]),
    Answer("-> headers", json, "", [#"{"content-type":"application/json"}"#]),
    Answer("", "image/png", "a", [#""YQ==""#]),
    Answer("! Problem", json, #"{"code":"x"}"#, [#"{"code":"x"}"#], status: 404, more: ", accept: any"),
  ])
  func kept(answer: Answer) async throws { try await check(answer) }

  /// Checks a response in all modes: off reports nothing or fails to decode, warn returns the faults, error throws them.
  private func check(_ answer: Answer) async throws {
    let warned = try await answer.outcome(.warn)
    #expect([warned.text] + warned.faults == answer.gives)
    #expect(warned.code == nil)
    let strict = try await answer.outcome(.error)
    #expect(strict.faults == warned.faults)
    #expect(strict.code == (warned.faults.isEmpty ? nil : .contract))
    let off = try await answer.outcome(.off)
    #expect(off.faults.isEmpty)
    #expect(off.code == nil && off.text == warned.text || off.code == .decoding)
  }

  @Test(arguments: [
    Answer(
      "-> User ! Problem", json, #"{"cod":"x","message":"no"}"#,
      ["code| 'code' is missing, expected String; found 'cod'", "cod| 'cod' is not declared", "message| 'message' is not declared"],
      status: 404),
    Answer(
      "-> User ! Problem", json, #"{"code":"x","why":"y","why":"no"}"#, ["why| duplicate member 'why'; the last one is used"],
      status: 400),
    Answer("-> User ! Problem", "text/plain", "slow", ["| the error response must be an object, but is 'slow'"], status: 500),
    Answer("-> User ! Problem", "text/plain", #"{"code":"x","n":1}"#, ["n| 'n' is not declared"], status: 500),
    Answer("-> User ! Problem", "image/png", "x", ["| expected Problem, but the error response is of type 'image/png'"], status: 500),
    Answer("-> User ! Problem", nil, "", ["| expected Problem, but the error response is empty"], status: 500),
    Answer("-> User", json, #"{"a":{"b":1,"b":2}}"#, ["a.b| duplicate member 'a.b'; the last one is used"], status: 500),
    Answer("-> User ! Problem?", nil, "", [], status: 500),
    Answer("-> User ! Problem", "application/problem+json", #"{"code":"x"}"#, [], status: 500),
    Answer("-> User", "text/html", "<p>", [], status: 500),
  ])
  func refused(answer: Answer) async throws {
    let warned = try await answer.outcome(.warn)
    #expect(warned.faults == answer.gives)
    #expect(warned.code == .status)
    let strict = try await answer.outcome(.error)
    #expect(strict.faults == answer.gives)
    #expect(strict.code == (answer.gives.isEmpty ? .status : .contract))
    #expect(try await answer.outcome(.off).faults.isEmpty)
  }
}

extension AnswerRow<[String]> {
  func client(_ check: ResponseCheck) throws(CallError) -> Client {
    let types = [
      #"User: {id: Int as ID, name: String?, tags: "[String]?"}"#, "Node: {value: Int, next: Node?}",
      "Problem: {code: String, why: String?}", "Maybe: User?",
    ]
    return try client(types: types, check)
  }

  /// The result of a call: the value or the message, and the faults.
  func outcome(_ check: ResponseCheck) async throws -> (text: String, faults: [String], code: CallError.Code?) {
    let client = try client(check)
    do throws(CallError) {
      let reply = try await client.call("e")
      return (JSONWriter.text(reply.value), Self.lines(reply.contract), nil)
    } catch {
      return (error.message, Self.lines(error.contract), error.code)
    }
  }

  private static func lines(_ faults: [ContractFault]) -> [String] { faults.map { "\($0.path)| \($0.message)" } }
}
