import CallTestSupport
import Dial
import DialMessage
import HTTPTypes
import Testing

/// The parts of a multipart response as the elements of a stream (RFC 2046).
struct PartTests {
  private struct Whole: Transport {
    let type: String
    let text: String

    func send(_ request: PreparedRequest) async throws -> Response {
      Response(status: .ok, headers: [.contentType: type], url: request.url, body: ResponseBody(Array(text.utf8)))
    }
  }

  private static func elements(_ endpoint: String, _ type: String, _ text: String) async throws -> [String] {
    let spec = try Spec.load(yaml: "base: https://api.test\ntypes: {Item: {id: Int}}\nendpoints: {e: \(endpoint)}\n")
    var found: [String] = []
    do throws(CallError) {
      for try await element in Client(spec, transport: Whole(type: type, text: text)).stream("e") { found.append("\(element)") }
    } catch {
      found.append(error.message)
    }
    return found
  }

  private static func part(_ type: String?, _ body: String) -> String {
    "--b\r\n" + (type.map { "content-type: \($0)\r\n" } ?? "") + "\r\n\(body)\r\n"
  }

  @Test(arguments: [
    ("GET /x -> lines", part("application/json", #"{"id": 1}"#) + part("text/plain", "two"), [#"{"id":1}"#, "\"two\""]),
    ("GET /x -> lines", part(nil, "plain") + part("image/png", "\u{1}\u{2}"), ["\"plain\"", "\"AQI=\""]),
    (
      "GET /x -> lines Item", part(nil, #"{"id": 1}"#) + part("application/json; charset=utf-8", #"{"id": 2}"#),
      [#"{"id":1}"#, #"{"id":2}"#]
    ),
    (
      "GET /x -> lines Item", part("application/json", #"{"id": "x"}"#),
      ["part 1 of the stream does not match Item: 'id' must be an integer, but is 'x'"]
    ),
    ("GET /x @ id -> lines Int", part("application/json", #"{"id": 1}"#), ["1"]),
    (
      "GET /x -> lines String", part("text/plain", "one") + part("application/http", "HTTP/1.1 200 OK"), ["\"one\"", "\"HTTP/1.1 200 OK\""]
    ),
    ("GET /x -> lines Data", part("image/png", "\u{1}\u{2}"), ["\"AQI=\""]),
    ("GET /x -> lines", part("application/json", "{"), ["part 1 of the stream of type multipart/mixed is not valid JSON"]),
  ])
  func areElements(_ endpoint: String, _ parts: String, _ expected: [String]) async throws {
    let found = try await Self.elements(endpoint, "multipart/mixed; boundary=b", parts + "--b--\r\n")
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) { #expect(found.hasPrefix(expected), "\(found)") }
  }

  @Test(arguments: [
    ("multipart/mixed", "", "the media type of the response has no 'boundary', which separates its parts"),
    ("multipart/mixed; boundary=\"b\"", part(nil, "one"), "the response ended in part 1"),
    (
      "multipart/mixed; boundary=b", part("application/json", "1") + "--b\r\n\r\ncut",
      "the response ended in part 2, before the last boundary"
    ),
  ])
  func faults(_ type: String, _ text: String, _ message: String) async throws {
    let found = try await Self.elements("GET /x -> lines", type, text.replacing(#/--b\r\n$/#, with: ""))
    #expect(found.last?.contains(message) ?? false, "\(found)")
  }
}
