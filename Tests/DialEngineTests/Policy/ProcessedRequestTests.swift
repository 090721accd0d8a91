import CallTestSupport
import DialJSON
import HTTPTypes
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialPolicies

/// What a server has answered with a redirect to another request was processed: only the request after it is sent again.
struct ProcessedRequestTests {
  struct Row: Sendable {
    let endpoint: String
    let answers: [String]
    let asked: [String]
    let end: String
  }

  @Test(arguments: [
    Row(
      endpoint: "DELETE /i", answers: ["303 [Location: /j]", "503 {}", "{\"ok\": 1}"], asked: ["DELETE /i", "GET /j", "GET /j"],
      end: "200 1"),
    Row(
      endpoint: "PUT /i", answers: ["303 [Location: /j]", "!connect", "503 {}", "{\"ok\": 1}"],
      asked: ["PUT /i", "GET /j", "GET /j", "GET /j"],
      end: "200 1"),
    // A POST, too, although it is not retried itself.
    Row(
      endpoint: "POST /i", answers: ["303 [Location: /j]", "503 {}", "{\"ok\": 1}"], asked: ["POST /i", "GET /j", "GET /j"], end: "200 1"),
    Row(
      endpoint: "POST /i", answers: ["303 [Location: /j]", "{\"ok\"✂", "{\"ok\": 1}"], asked: ["POST /i", "GET /j", "GET /j"], end: "200 1"),
    Row(
      endpoint: "POST /i", answers: ["303 [Location: /j]", "503 {}", "302 [Location: /k]", "503 {}", "{\"ok\": 1}"],
      asked: ["POST /i", "GET /j", "GET /j", "GET /k", "GET /j"], end: "200 1"),
    // What led to the same method was not processed.
    Row(
      endpoint: "PUT /i", answers: ["307 [Location: /j]", "503 {}", "{\"ok\": 1}"], asked: ["PUT /i", "PUT /j", "PUT /i"], end: "200 1"),
    Row(endpoint: "POST /i", answers: ["307 [Location: /j]", "503 {}"], asked: ["POST /i", "POST /j"], end: "503"),
  ])
  func isNotSentAgain(row: Row) async throws {
    let (client, transport) = try Client.scripted(row.endpoint, row.answers)
    var end: String
    do throws(CallError) {
      let reply = try await client.call("e")
      end = "\(reply.status.code) \(reply.value.ok)"
    } catch {
      end = "\(error.status?.code ?? 0)"
    }
    #expect(transport.asked == row.asked && end == row.end)
  }

  /// Another origin gets no credentials when it is asked again, and its rejection is none of the token.
  @Test func strangersStayStrangers() async throws {
    let more = "auth: {bearer: session, login: {call: login}, token: {access: t}}"
    let (client, transport) = try Client.scripted(
      "POST /i\n  login: {POST: /login, auth: none}",
      ["{\"t\": \"sekret-1\"}", "303 [Location: https://other.test/j]", "503 {}", "401 {}"], more: more)
    do throws(CallError) {
      _ = try await client.call("e")
      Issue.record("a 401 is an error")
    } catch {
      #expect(error.status == .unauthorized)
    }
    #expect(transport.requests.map { text(of: $0).contains("sekret-1") } == [false, true, false, false])
    #expect(transport.requests.last?.url == "https://other.test/j")
  }

  /// A large upload takes its time, unless the spec or the call limits it.
  @Test(arguments: [
    ("POST bytes /i (_ f File)", false, true), ("{POST: bytes /i (_ f File), timeout: 5s}", false, false),
    ("POST bytes /i (_ f File)", true, false),
  ])
  func anUploadHasNoLimitOfItsOwn(endpoint: String, isTimed: Bool, isFree: Bool) throws {
    let (client, _) = try Client.scripted(endpoint, ["{}"])
    var options = CallOptions()
    if isTimed { options.timeout = .seconds(7) }
    let folder = try TemporaryFolder(["large": String(repeating: "a", count: 1 << 21)])
    let draft = try client.prepare("e", ["_": .file(folder.path + "/large")], options)
    #expect((draft.request.policy.totalTimeout == nil) == isFree)
    let small = try client.prepare("e", ["_": .file(#filePath)], options)
    #expect(small.request.policy.totalTimeout != nil)
  }

  /// Conditions and digests are about what the first request was to change (RFC 9110 section 15.4).
  @Test func theOtherRequestHasNoneOfItsConditions() {
    let fields: HTTPFields = [
      .contentType: "text/plain", .init("Digest")!: "a", .init("Repr-Digest")!: "b", .ifMatch: "c", .ifUnmodifiedSince: "d", .accept: "e",
      .init("X-Trace")!: "f",
    ]
    #expect(RedirectedHeaders.withoutBody(fields).map(\.value) == ["e", "f"])
  }
}

extension ProcessedRequestTests {
  /// What led to the redirect is a part of the result: its error names the last request, and its changes are known.
  @Test func whatLedThereIsKnown() async throws {
    let (client, _) = try Client.scripted("DELETE /i", ["303 [Location: /j]", "!connect"])
    do throws(CallError) {
      _ = try await client.call("e")
      Issue.record("the connection fails")
    } catch {
      #expect(error.lastHop == "https://api.test/j" && error.attempts == 3)
    }
    let (other, _) = try Client.scripted("DELETE /i", ["303 [Location: /j]", "503 {}", "{\"ok\": 1}"])
    #expect(try await other.call("e").metrics.redirects == 1)
    let (last, _) = try Client.scripted("DELETE /i", ["303 [Location: /j]", "503 [Retry-After: 120] {}"])
    do throws(CallError) { _ = try await last.call("e") } catch { #expect(error.status == .serviceUnavailable && error.attempts == 1) }
  }
}
