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

/// Members of a result from headers and status.
struct CompositeResultTests {
  @Test(arguments: [
    ("{GET: /x, returns: {items: [Int], total: header.X-Total-Count, status}}", "[1,2]", #"{"items":[1,2],"total":42,"status":200}"#),
    ("GET /x -> (items [Int], total header.X-Total-Count Int, code status)", "[1]", #"{"items":[1],"total":42,"code":200}"#),
    ("GET /x @ list -> (items [Int], tag header.ETag)", #"{"list":[3]}"#, #"{"items":[3],"tag":"\"a\""}"#),
    ("GET /x -> (id Int, status, tag header.ETag String)", #"{"id":7,"more":true}"#, #"{"id":7,"status":200,"tag":"\"a\"","more":true}"#),
    ("GET /x -> (id Int, status String, tag header.ETag)", #"{"id":7,"status":"new"}"#, #"{"id":7,"status":"new","tag":"\"a\""}"#),
    ("GET /x -> (id Int, status)", #"{"id":7,"status":"new"}"#, #"{"id":7,"status":"new"}"#),
    ("GET /x -> (id Int, tag header.ETag)", "7", #"{"id":7,"tag":"\"a\""}"#),
    ("GET /x -> (id? Int, tag header.ETag)", #"{"more":1}"#, #"{"tag":"\"a\"","more":1}"#),
    ("GET /x -> (user [String:JSON], tag header.ETag)", #"{"id":7}"#, #"{"user":{"id":7},"tag":"\"a\""}"#),
    ("GET /x -> (user [String:JSON], tag header.ETag)", #"{"user":"ann"}"#, #"{"user":{"user":"ann"},"tag":"\"a\""}"#),
    ("GET /x -> (user (id Int), tag header.ETag)", #"{"user":{"id":7}}"#, #"{"user":{"id":7},"tag":"\"a\""}"#),
    ("GET /x -> (data, tag header.ETag)", #"{"data":[1]}"#, #"{"data":[1],"tag":"\"a\""}"#),
    ("GET /x -> (data, tag header.ETag)", #"{"list":[1]}"#, #"{"data":{"list":[1]},"tag":"\"a\""}"#),
    ("GET /x -> (id Int as ID, tag header.ETag)", #"{"ID":7}"#, #"{"ID":7,"tag":"\"a\""}"#),
    (
      "GET /x -> (id Int, tag header.ETag)", #"{"Id":7}"#,
      "decoding: the result does not match (id Int): 'id' is missing, expected Int; found 'Id'"
    ),
    ("GET /x -> (total header.X-Total-Count, status)", "not json", #"{"total":42,"status":200}"#),
    ("HEAD /x -> (total header.X-Total-Count Int)", "", #"{"total":42}"#),
    ("GET /x -> (a Int, none header.X-None)", #"1"#, #"{"a":1,"none":null}"#),
    ("GET /x -> (a Int, none? header.X-None Int)", #"1"#, #"{"a":1,"none":null}"#),
    (
      "GET /x -> (a Int, none header.X-None Int)", #"1"#,
      "decoding: the result does not match (a Int, none header.X-None Int): 'none' is null, expected Int"
    ),
    (
      "GET /x -> (a Int, tag header.ETag Int)", #"1"#,
      #"decoding: the result does not match (a Int, tag header.ETag Int): 'tag' must be an integer, but is '"a"'"#
    ),
    ("GET /x -> (a Int, code status)", #""x""#, "decoding: the result does not match Int: the result must be an integer, but is 'x'"),
  ])
  func areGathered(endpoint: String, body: String, gives: String) async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints:\n  e: \(endpoint)\n")
    let headers: HTTPFields = [.contentType: "application/json", .eTag: "\"a\"", HTTPField.Name("X-Total-Count")!: "42"]
    let client = Client(spec, transport: Canned(headers: headers, body: Array(body.utf8)))
    do throws(CallError) {
      #expect("\(try await client.call("e").value)" == gives)
    } catch {
      #expect("\(error.code): \(error.message)" == gives)
    }
  }

  /// A status that the spec or the caller accepts is a success, so the members of its head are there.
  @Test(arguments: [
    ("-> (code status, tag header.ETag)", 304, "", #"{"code":304,"tag":"\"a\""}"#),
    ("-> (code status, tag header.ETag)", 200, "{}", #"{"code":200,"tag":"\"a\""}"#),
    ("-> (user (id Int), code status)", 304, "", #"{"user":null,"code":304}"#),
    ("-> (user (id Int), code status)", 404, #"{"message":"no"}"#, #"{"user":{"message":"no"},"code":404}"#),
    ("-> (id Int, name String, code status)", 404, #"{"message":"no"}"#, #"{"code":404,"message":"no"}"#),
    ("-> (id Int, none header.X-None Int)", 304, "", #"{"id":null,"none":null}"#),
    ("-> Void", 304, "", "null"), ("-> (id Int)", 304, "", "null"), ("", 304, "", "null"),
    ("-> (code status)", 500, "", "status: the server responded with 500"),
  ])
  func anAcceptedStatusHasThem(result: String, status: Int, body: String, gives: String) async throws {
    for (accept, options) in [("accept: [2xx, 304, 404]", CallOptions()), ("", CallOptions(accept: .codes(200, 304, 404)))] {
      let spec = try Spec.load(yaml: "base: https://api.test\nretry: none\n\(accept)\nendpoints:\n  e: POST /x \(result)\n")
      let headers: HTTPFields = [.contentType: "application/json", .eTag: "\"a\""]
      let client = Client(spec, transport: Canned(status: .init(code: status), headers: headers, body: Array(body.utf8)))
      do throws(CallError) {
        #expect("\(try await client.call("e", [:], options).value)" == gives)
      } catch {
        #expect("\(error.code): \(error.message)" == gives)
      }
    }
  }

  @Test func aNotModifiedIsNotComparedWithTheShapeOfFailures() async throws {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test
        accept: [2xx, 304]
        types: {Failure: {why: String}}
        endpoints: {e: GET /x -> (code status) ! Failure}
        """)
    let client = Client(spec, transport: Canned(status: .init(code: 304)))
    #expect("\(try await client.call("e", [:], CallOptions(check: .error)).value)" == #"{"code":304}"#)
  }

  @Test func aNotModifiedThatNobodyAcceptsIsAnError() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {e: POST /x -> Void}\n")
    let error = await #expect(throws: CallError.self) { try await Client(spec, transport: Canned(status: .init(code: 304))).call("e") }
    #expect(error?.code == .status && error?.message == "the server responded with 304")
    #expect(error?.hint == "if this is a success, set 'accept: [2xx, 304]'")
  }

  @Test(arguments: [
    ("GET /x -> (a (b header.X-B))", "error: 'header.X-B' is allowed only in the outermost record of a result"),
    ("GET /x (a header.X-B)", "error: unexpected 'header.X-B'"),
    ("GET /x -> (a header.X@B)", "error: 'X@B' is not a valid header name"),
  ])
  func standInTheOutermostRecordOnly(endpoint: String, message: String) {
    let found = findings("base: https://api.test\nendpoints:\n  e: \(endpoint)\n")
    #expect(found.contains(message), "\(found)")
  }
}
