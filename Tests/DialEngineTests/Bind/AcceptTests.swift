import CallTestSupport
import Dial
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel

/// `Accept` follows the declared result.
struct AcceptTests {
  private static let json = "application/json, */*;q=0.1"

  @Test(
    arguments: [
      ("GET /x -> User", json), ("GET /x -> [User]?", json), ("GET /x @ a.b -> Int", json), ("GET /x -> JSON", json),
      ("GET /x -> (items [User], total header.X-Total)", json), ("POST /x -> [String:Int]", json),
      ("{GET: /x -> User, decode: json}", json),
      ("GET /x -> lines", "application/x-ndjson, */*;q=0.1"), ("GET /x -> lines User", "application/x-ndjson, */*;q=0.1"),
      ("GET /x -> events", "text/event-stream"), ("GET /x -> events User", "text/event-stream"),
      ("GET /x", nil), ("GET /x @ a", nil), ("GET /x -> Void", nil), ("GET /x -> text", nil), ("GET /x -> String", nil),
      ("GET /x -> bytes", nil), ("GET /x -> headers", nil), ("GET /x -> (code status, tag header.ETag)", nil), ("HEAD /x", nil),
      ("{GET: /x -> User, decode: xml}", nil), ("{GET: /x -> User, decode: form}", nil),
      ("{GET: /x -> User, headers: {accept: text/csv}}", "text/csv"), ("GET /x (header.Accept String = a/b) -> User", "a/b"),
      ("GET /x (header.Accept String?) -> User", json), ("{GET: /x -> events, headers: {Accept: '*/*'}}", "*/*"),
    ] as [(String, String?)])
  func follows(line: String, expected: String?) throws {
    let yaml = "base: https://api.test\ntypes: {User: {id: Int}}\nendpoints:\n  e: \(line)\n"
    let client = Client(try Spec.load(yaml: yaml), transport: Scripted(["1"]))
    #expect(try client.prepare("e").request.headers[.accept] == expected)
    #expect(try client.prepare("e", [:], CallOptions(headers: ["Accept": "own/type"])).request.headers[.accept] == "own/type")
  }

  /// Bytes are those that the server stores; `decode: gzip` allows it to compress them for the transfer.
  @Test(
    arguments: [
      ("GET /x -> bytes", "identity"), ("{GET: /x -> bytes, decode: gzip}", "gzip"), ("{GET: /x -> bytes, decode: bytes}", "identity"),
      ("{GET: /x -> bytes, headers: {Accept-Encoding: br}}", "br"), ("{GET: /x -> text, decode: gzip}", "gzip"), ("GET /x -> text", nil),
      ("GET /x", nil),
    ] as [(String, String?)])
  func codingFollows(line: String, expected: String?) throws {
    let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints:\n  e: \(line)\n"), transport: Scripted(["1"]))
    #expect(try client.prepare("e").request.headers[.acceptEncoding] == expected)
  }

  @Test func aHeaderOfTheServiceIsKept() throws {
    let yaml = "base: https://api.test\nheaders: {Accept: application/vnd.api+json}\nendpoints:\n  e: GET /x -> [Int]\n"
    #expect(
      try Client(try Spec.load(yaml: yaml), transport: Scripted(["1"])).prepare("e").request.headers[.accept] == "application/vnd.api+json")
  }
}
