import CallTestSupport
import Dial
import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel

/// An integer is written in digits, however the caller writes it.
struct IntegerTests {
  private static func yaml(_ line: String) -> String {
    "base: https://api.test\ntypes: {Row: {id: Int, price: Double, next: Row?}}\nendpoints:\n  e: \(line)\n"
  }

  @Test(arguments: [
    ("GET /{id} (id Int)", #"{"id": 1e2}"#, "GET /100"), ("GET /{id} (id Int)", #"{"id": 7.0}"#, "GET /7"),
    ("GET /{id} (id Int)", #"{"id": 7}"#, "GET /7"), ("GET /{id} (id Int)", #"{"id": -0}"#, "GET /0"),
    ("GET /{id} (id Int)", #"{"id": -1.50e1}"#, "GET /-15"),
    ("GET /x (id Int64)", #"{"id": 9.223372036854775807e18}"#, "GET /x?id=9223372036854775807"),
    ("GET /x (id UInt64)", #"{"id": 1.8446744073709551615E+19}"#, "GET /x?id=18446744073709551615"),
    ("GET /x (id UInt64)", #"{"id": 18446744073709551615}"#, "GET /x?id=18446744073709551615"),
    ("GET /x (id Int?)", #"{"id": 1e2}"#, "GET /x?id=100"), ("GET /x (id Int?)", "{}", "GET /x"),
    ("GET /x (id [Int])", #"{"id": [1e2, 7.0, 3]}"#, "GET /x?id=100&id=7&id=3"),
    ("GET /x (id Int = 7.0)", "{}", "GET /x?id=7"), ("GET /x (id Int = 1e2)", "{}", "GET /x?id=100"),
    ("GET /x (header.X-Id Int)", #"{"X-Id": 1e2}"#, "GET /x\nX-Id: 100"),
    ("{GET: '/x?a={id}', params: {id: Int}}", #"{"id": 1e2}"#, "GET /x?a=100"),
    (
      "POST /x (row Row)", #"{"row": {"id": 1e0, "price": 7.0, "next": {"id": 2.0, "price": 1e2}}}"#,
      "POST /x\n\n{\"row\":{\"id\":1,\"price\":7.0,\"next\":{\"id\":2,\"price\":1e2}}}"
    ),
    ("POST /x (ids [String:Int])", #"{"ids": {"a": 7.0}}"#, "POST /x\n\n{\"ids\":{\"a\":7}}"),
    (
      "{POST: /x (id Int), body: {n: '{id}', t: 'id {id}'}}", #"{"id": 1e2}"#,
      "POST /x\n\n{\"n\":100,\"t\":\"id 100\"}"
    ),
    ("{GET: /x, params: {id: {type: Int, values: [7, 100]}}}", #"{"id": 1e2}"#, "GET /x?id=100"),
    ("GET /x (price Double)", #"{"price": 7.0}"#, "GET /x?price=7.0"),
    ("GET /x (any JSON)", #"{"any": 7.0}"#, "GET /x?any=7.0"),
    ("GET /x (id Int)", #"{"id": 7.5}"#, "arguments: 'id' must be an integer, but is 7.5"),
    (
      "GET /x (id Int)", #"{"id": 1e19}"#,
      "arguments: 'id' must be an integer, but is 1e19"
    ),
  ])
  func isWrittenInDigits(line: String, args: String, gives: String) throws {
    #expect(try bound(Self.yaml(line), args) == gives)
  }

  @Test func inSwift() throws {
    let client = Client(try Spec.load(yaml: Self.yaml("GET /{id} (id Int)")), transport: Scripted(["1"]))
    #expect(try client.prepare("e", ["id": 7.0]).request.url == "https://api.test/7")
    #expect(try client.prepare("e", ["id": 1e2]).request.url == "https://api.test/100")
  }
}
