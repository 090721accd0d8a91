import DialJSON
import Foundation
import Testing

@testable import Dial
@testable import DialCLI
@testable import DialConsole

/// Recordings in the forms of several programs become endpoints that send the same.
struct RecordingFormsTests {
  /// Returns the only request of an import as `--dry-run` shows it, and what the import said.
  private static func sent(_ request: String) async throws -> (request: JSON, spec: String, notes: String) {
    let entry =
      #"{"startedDateTime": "2026-11-28T10:00:00.000Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}, "#
      + #""request": {\#(request)}, "response": {"status": 200, "statusText": "OK", "headers": [], "#
      + #""content": {"size": 2, "mimeType": "application/json", "text": "{}"}}}"#
    let file = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString).har")
    try Data(#"{"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [\#(entry)]}}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let ran = await dial("import har", [file.path])
    #expect(Spec.check(yaml: Array(ran.out.utf8), name: "a.yaml").isEmpty, "\(ran.out)")
    let name = try #require(try Spec.load(yaml: ran.out).service.endpoints.names.first)
    let call = await dial("call a \(name) --dry-run --var TEST_TOKEN=t --var TEST_COOKIE=c --var TEST_X_API_KEY=k", specs: ["a": ran.out])
    #expect(call.exit == 0, "\(call.err)\n\(ran.out)")
    return (try JSON(parsing: call.out), ran.out, ran.err)
  }

  @Test func chromeWritesPseudoHeadersAndTheText() async throws {
    let (request, _, notes) = try await Self.sent(
      #"""
      "method": "POST", "url": "https://api.test/v1/pets?dry=true", "httpVersion": "http/2.0", "headers": [
        {"name": ":authority", "value": "api.test"}, {"name": ":method", "value": "POST"}, {"name": ":path", "value": "/v1/pets"},
        {"name": "accept-encoding", "value": "gzip"}, {"name": "content-type", "value": "application/json"},
        {"name": "sec-ch-ua", "value": "\"Chromium\""}, {"name": "authorization", "value": "Bearer s1"}, {"name": "x-app", "value": "7"}],
        "queryString": [{"name": "dry", "value": "true"}], "cookies": [], "headersSize": -1, "bodySize": 19,
        "postData": {"mimeType": "application/json", "text": "{\"name\":\"Ann é\"}"}
      """#)
    #expect(request.url == "https://api.test/v1/pets?dry=true" && request.method == "POST")
    #expect(request.body.text == #"{"name":"Ann é"}"#)
    #expect(request.headers.asArray?.contains(["x-app", "7"]) == true)
    #expect(notes.contains("a secret became the variable TEST_TOKEN;") && !notes.contains("s1"))
  }

  @Test func firefoxWritesTextAndParams() async throws {
    let (request, spec, _) = try await Self.sent(
      #"""
      "method": "POST", "url": "https://api.test/login", "headers": [{"name": "Host", "value": "api.test"},
        {"name": "Cookie", "value": "sid=s2"}, {"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
        "queryString": [], "bodySize": 30, "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user=ann+b&remember=1",
        "params": [{"name": "user", "value": "ann b"}, {"name": "remember", "value": "1"}]}
      """#)
    #expect(request.body.text == "user=ann+b&remember=1" || request.body.text == "user=ann%20b&remember=1")
    #expect(!spec.contains("s2") && spec.contains("header Cookie ${TEST_COOKIE}"))
  }

  @Test func charlesWritesOnlyParams() async throws {
    let (request, _, _) = try await Self.sent(
      #"""
      "method": "POST", "url": "https://api.test/form", "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
        "postData": {"mimeType": "application/x-www-form-urlencoded",
        "params": [{"name": "a", "value": "1"}, {"name": "b", "value": "x&y"}]}
      """#)
    #expect(request.body.text == "a=1&b=x%26y")
  }

  @Test func playwrightWritesTheTextOfAllParts() async throws {
    let (request, spec, _) = try await Self.sent(
      #"""
      "method": "POST", "url": "https://api.test/up", "headers": [{"name": "content-type", "value": "multipart/form-data; boundary=----x"}],
        "postData": {"mimeType": "multipart/form-data; boundary=----x", "params": [],
        "text": "------x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n------x--\r\n"}
      """#)
    #expect(spec.contains("POST multipart /up (note String = hello)"), "\(spec)")
    #expect(request.body.text.asString?.contains("name=\"note\"\r\n\r\nhello\r\n") == true, "\(request)")
  }

  @Test func insomniaWritesTheQueryOnlyAsAList() async throws {
    let (request, _, _) = try await Self.sent(
      #"""
      "method": "GET", "url": "https://api.test/search", "headers": [], "cookies": [],
        "queryString": [{"name": "q", "value": "a b&c"}, {"name": "page", "value": "2"}], "headersSize": -1, "bodySize": -1
      """#)
    #expect(request.url == "https://api.test/search?q=a%20b%26c&page=2")
  }

  @Test func mitmproxyWritesTheTextAndNoParams() async throws {
    let (request, spec, _) = try await Self.sent(
      #"""
      "method": "PUT", "url": "https://api.test/items/7", "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": [{"name": "content-type", "value": "application/json; charset=utf-8"}, {"name": "X-Api-Key", "value": "s3"}],
        "queryString": [], "headersSize": 80, "bodySize": 13,
        "postData": {"mimeType": "application/json; charset=utf-8", "text": "{\"size\": 1.50}", "params": []}
      """#)
    #expect(request.url == "https://api.test/items/7" && request.method == "PUT" && !spec.contains("s3"))
    #expect(request.body.text == #"{"size":1.50}"#)
    #expect(request.headers.asArray?.contains(["content-type", "application/json; charset=utf-8"]) == true)
  }
}
