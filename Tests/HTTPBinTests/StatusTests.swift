import Dial
import DialEngine
import DialMessage
import DialModel
import HTTPTypes
import Testing

/// The results by status.
struct StatusTests {
  @Test(arguments: [200, 201, 202, 204, 205, 206]) func successes(_ code: Int) async throws {
    let reply = try await Service.client().call("status", ["code": code])
    #expect(reply.status.code == code)
    #expect(reply.status.kind == .successful)
    #expect(reply.value.isNull)
  }

  @Test(arguments: [400, 401, 403, 404, 409, 418, 429, 500, 502, 503])
  func refusals(_ code: Int) async throws {
    let error = try await failure { try await Service.client().call("postStatus", ["code": code]) }
    #expect(error.code == .status)
    #expect(error.status?.code == code)
    #expect(error.message.hasPrefix("the server responded with \(code)"))
    #expect(error.endpoint == "postStatus")
    #expect(error.attempts == 1)
    #expect(error.request?.method == "POST")
    #expect(error.request?.url.hasSuffix("/status/\(code)") == true)
    #expect(error.headers?["server"] == "waitress")
  }

  @Test func theErrorPointsAtTheSpec() async throws {
    let refused = try await failure { try await Service.client().status(code: 404) }
    let location = try #require(refused.location)
    let lines = location.file.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[location.start.line - 1].hasPrefix("  status: "))
    #expect(location.start.column == 3)
    #expect(refused.description.contains("specs/httpbin.yaml:\(location.start.line):3: error: the server responded with 404"))
  }

  @Test func theBodyTravelsInTheError() async throws {
    let error = try await failure { try await Service.client().status(code: 418) }
    #expect(String(decoding: error.body ?? [], as: UTF8.self).contains("teapot"))
  }

  @Test func whatIsAcceptedIsNoError() async throws {
    let client = try await Service.client()
    #expect(try await client.call("teapot").status.code == 418)
    #expect(try await client.call("status", ["code": 503], .init(accept: .any)).status.code == 503)
    #expect(try await client.call("status", ["code": 404], .init(accept: .codes(404))).status == .notFound)
    let error = try await failure { try await client.call("status", ["code": 200], .init(accept: .codes(404))) }
    #expect(error.status == .ok)
  }

  @Test func notModified() async throws {
    let client = try await Service.client()
    #expect(try await client.call("etag", ["etag": "abc"]).headers["etag"] == "abc")
    let error = try await failure { try await client.call("etag", ["etag": "abc", "match": "abc"]) }
    #expect(error.code == .status && error.status == .notModified)
    let unasked = try await failure { try await client.status(code: 304) }
    #expect(unasked.code == .status && unasked.status == .notModified, "\(unasked)")
    let reply = try await client.call("etag", ["etag": "abc", "match": "abc"], .init(accept: .codes(200, 304)))
    #expect(reply.status == .notModified)
    #expect(reply.value.isNull)
  }
}
