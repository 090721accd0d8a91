import CallTestSupport
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Polling: requests, pauses and ends.
struct PollTests {
  private static let job = "{GET: /j, poll: {until: state == 'done', fail: state == 'failed', every: 3s, timeout: 10s}}"
  private static let new = "{\"state\": \"new\"}"
  private static let done = "{\"state\": \"done\", \"r\": 5}"

  @Test(arguments: [
    Wait(
      job, ["{\"state\": \"failed\", \"message\": \"no room\"}"],
      gives: ["GET /j", "! failed: the job failed: 'fail' is true: state == 'failed': no room"]),
    Wait(
      job, [new, "{\"state\": \"failed\"}"], gives: ["GET /j", "GET /j", "3s! failed: the job failed: 'fail' is true: state == 'failed'"]),
    Wait(
      job, [new],
      gives: [
        "GET /j", "GET /j", "GET /j", "GET /j", "3s 3s 3s! deadline: timed out after 10s: 'until' was not true in 4 polls: state == 'done'",
      ]),
    Wait(
      job, ["{\"stat\": \"new\"}"],
      gives: [
        "GET /j", "GET /j", "GET /j", "GET /j",
        "3s 3s 3s! deadline: timed out after 10s: 'until' was not true in 4 polls: state == 'done'; "
          + "the last response has no 'state'; did you mean 'stat'?",
      ]),
    Wait(job, ["[Retry-After: 60] \(new)"], gives: ["GET /j", "! deadline: timed out after 10s: the server asks to wait 1m"]),
    Wait(
      job, ["503 [Retry-After: 11] {}"],
      gives: ["GET /j", "! deadline: timed out after 10s: the server asks to wait 11s: the server responded with 503"]),
    Wait(
      job, [new, "404 {\"message\": \"no such job\"}"],
      gives: ["GET /j", "GET /j", "3s! status: the server responded with 404: no such job"]),
    Wait(job, [new, "!tls"], gives: ["GET /j", "GET /j", "3s! tls: no luck"]),
    Wait(
      job, [new, "nonsense"],
      gives: [
        "GET /j", "GET /j",
        "3s! decoding: the response of type application/json is not valid JSON: expected 'null', found 'o' (line 1, column 2)",
      ]),
    Wait(job, ["!connect"], gives: ["GET /j", "GET /j", "GET /j", "! connect: no luck (after 3 attempts)"]),
    Wait("{POST: /j, poll: {until: ok}}", ["503 {}"], gives: ["POST /j", "! status: the server responded with 503"]),
    Wait(
      "{POST: /j, poll: {until: ok}}", ["{\"ok\": false}"],
      gives: [
        "POST /j", "! decoding: the server responded with 200, but without a status URL (Location or Operation-Location)",
      ]),
    // A condition tells whether what a POST created is done.
    Wait(
      "{POST: /j, poll: {until: state == 'done', every: 3s}}", ["201 [Location: /j/7] \(new)", new, done],
      gives: ["POST /j", "GET /j/7", "GET /j/7", "3s 3s: {\"state\":\"done\",\"r\":5}"]),
    // The result is where the spec says, however the state is asked for.
    Wait(
      "{POST: /j (r Int), poll: {call: s, args: {id: '{r}'}, until: state == 'done', result: location}}\n  s: GET /s/{id} (id Int)",
      "{\"r\": 5}",
      ["201 [Location: /res/7] {\"r\": 5}", done, "{\"rows\": 1}"],
      gives: ["POST /j | {\"r\":5}", "GET /s/5", "GET /res/7", "0s: {\"rows\":1}"]),
    Wait(
      "{PUT: /j, poll: {until: state == 'done', result: self}}", ["202 [Location: /op/7] {}", done, "{\"rows\": 1}"],
      gives: ["PUT /j", "GET /op/7", "GET /j", "2s: {\"rows\":1}"]),
    Wait(
      "PUT /j", ["202 [Operation-Location: /ops/7] {}", "{\"state\": \"Running\"}"],
      gives: [
        "PUT /j", "GET /ops/7",
        "2s! decoding: the response of the status URL has no text in 'status', so Dial cannot know whether the work is done",
      ]),
    Wait(
      "DELETE /j", ["{\"ok\": false}"], .init(until: "ok"),
      gives: [
        "DELETE /j", "! decoding: the server responded with 200, but without a status URL (Location or Operation-Location)",
      ]),
    Wait(
      "POST /j", ["202 {}"],
      gives: [
        "POST /j", "! decoding: the server responded with 202, but without a status URL (Location or Operation-Location)",
      ]),
    Wait(
      "{GET: /j, poll: {until: \"abs(n) > `1`\"}}", ["{\"n\": []}"],
      gives: ["GET /j", "! selection: cannot evaluate 'until' on the response: 'abs' requires a number, not an array"]),
    Wait(
      "GET /j", ["{}"], .init(until: "a =="),
      gives: ["! arguments: 'a ==' in 'until' is not a valid JMESPath expression: expected a value, found the end of the expression"]),
    Wait("GET /j (id Int)", ["{}"], gives: ["! arguments: missing argument 'id' (query, Int)"]),
  ])
  func fails(_ wait: Wait) async throws { try await wait.check() }

  @Test(arguments: [
    Wait(job, [done], gives: ["GET /j", ": {\"state\":\"done\",\"r\":5}"]),
    Wait(job, [new, new, done], gives: ["GET /j", "GET /j", "GET /j", "3s 3s: {\"state\":\"done\",\"r\":5}"]),
    Wait(
      job.replacing("10s", with: "20s"),
      [new, "429 [Retry-After: 1] {}", "!timeout", "[Retry-After: 2] \(new)", "[Retry-After: 0] \(new)", done],
      gives: ["GET /j", "GET /j", "GET /j", "GET /j", "GET /j", "GET /j", "3s 1s 3s 2s 3s: {\"state\":\"done\",\"r\":5}"]),
    Wait(job, ["429 [Retry-After: 1] {}", "!connect", done], gives: ["GET /j", "GET /j", "GET /j", ": {\"state\":\"done\",\"r\":5}"]),
    Wait(
      job, [new, "{\"state\": \"failed\"}"], .init(until: "state == 'failed'", fail: "ok", every: .seconds(1)),
      gives: ["GET /j", "GET /j", "1s: {\"state\":\"failed\"}"]),
    // Without `poll`: 2 seconds, 10 minutes.
    Wait("GET /j", [new, done], .init(until: "state == 'done'"), gives: ["GET /j", "GET /j", "2s: {\"state\":\"done\",\"r\":5}"]),
    Wait("GET /j", [new], gives: ["GET /j", ": {\"state\":\"new\"}"]),
    // Conditions apply to the whole response; only the last one is selected and checked.
    Wait(
      "{GET: /j @ r -> Int, poll: {until: state == 'done', every: 1s}}", [new, done],
      gives: ["GET /j | Accept: application/json, */*;q=0.1", "GET /j | Accept: application/json, */*;q=0.1", "1s: 5"]),
    Wait(
      "{GET: /j @ r -> String, poll: {until: state == 'done', every: 1s}}", [done],
      gives: ["GET /j", "! decoding: the result does not match String: the result must be a string, but is 5"]),
  ])
  func succeeds(_ wait: Wait) async throws { try await wait.check() }

  private static let check = "\n  check: GET /c/{id} (id Int, size?, note?) @ r"

  @Test(arguments: [
    Wait(
      "{POST: /j (size Int = 3), poll: {call: check, args: {id: \"{job.id}\", size: \"{args.size}\", note: \"n {job.id}\"}, until: ok, every: 1s}}",
      ["202 {\"job\": {\"id\": 7}}", "{\"ok\": false}", "{\"ok\": true, \"r\": [1]}"], more: check,
      gives: ["POST /j | {\"size\":3}", "GET /c/7?size=3&note=n%207", "GET /c/7?size=3&note=n%207", "0s 1s: [1]"]),
    Wait(
      "{POST: /j (size?), poll: {call: check, args: {id: \"{id}\", size: \"{args.size}\"}, until: ok}}",
      ["[Retry-After: 5] {\"id\": 7}", "{\"ok\": true, \"r\": 2}"], more: check, gives: ["POST /j | {}", "GET /c/7", "5s: 2"]),
    Wait(
      "{POST: /j, poll: {call: check, args: {id: \"{id}\"}, until: ok}}", ["{\"ID\": 7}"], more: check,
      gives: ["POST /j", "! selection: '{id}' in 'poll.args' does not exist in the first response"]),
    Wait(
      "{POST: /j, poll: {call: check, args: {id: \"{id}\"}, until: ok}}", ["{\"id\": \"x\"}"], more: check,
      gives: ["POST /j", "0s! arguments: 'id' must be an integer, but is 'x'"]),
  ])
  func asksAnother(_ wait: Wait) async throws { try await wait.check() }

  @Test(arguments: [
    Wait(
      "{POST: /j (n), headers: {X-A: b}}", "{\"n\": 1}", ["202 [Location: jobs/7 | Retry-After: 1]", "202 {}", "{\"n\": 1}"],
      gives: ["POST /j | X-A: b | {\"n\":1}", "GET /jobs/7 | X-A: b", "GET /jobs/7 | X-A: b", "1s 2s: {\"n\":1}"]),
    Wait(
      "PUT /j -> (id Int)",
      ["201 [Operation-Location: /ops/7] {\"id\": 1}", "{\"status\": \"Running\"}", "{\"status\": \"Succeeded\", \"n\": 1}"],
      gives: [
        "PUT /j | Accept: application/json, */*;q=0.1", "GET /ops/7 | Accept: application/json, */*;q=0.1",
        "GET /ops/7 | Accept: application/json, */*;q=0.1", "2s 2s: {\"status\":\"Succeeded\",\"n\":1}",
      ]),
    Wait(
      "PUT /j", ["202 [Azure-AsyncOperation: https://api.test/ops/7] {}", "{\"status\": \"Failed\", \"error\": {\"message\": \"quota\"}}"],
      gives: ["PUT /j", "GET /ops/7", "2s! failed: the job failed: its status is 'failed': quota"]),
    Wait(
      "POST /j", ["202 [Location: /a]", "202 [Location: /b]", "303 [Location: /r]", "{\"n\": 1}"],
      gives: ["POST /j", "GET /a", "GET /b", "GET /r", "2s 2s: {\"n\":1}"]),
    Wait(
      "{POST: /j, poll: {until: ok, every: 1s}}", ["202 [Location: /a] {}", "{\"ok\": false}", "{\"ok\": true}"],
      gives: ["POST /j", "GET /a", "GET /a", "1s 1s: {\"ok\":true}"]),
    Wait("GET /j", ["202 {}", "{\"n\": 1}"], gives: ["GET /j", "GET /j", "2s: {\"n\":1}"]),
    Wait(
      "POST /j", ["202 [Location: https://evil.test/x]"],
      gives: ["POST /j", "2s! limit: the job is on another origin, https://evil.test, and was not requested"]),
  ])
  func followsAJob(_ wait: Wait) async throws { try await wait.check() }

  @Test func theErrorHasTheLastResponse() async throws {
    let (client, _) = try Client.scripted(Self.job, [Self.new, "503 {\"message\": \"later\"}"])
    let error = await #expect(throws: CallError.self) {
      try await client.poll("e", [:], PollOptions(timeout: .seconds(4), clock: HurriedClock()))
    }
    #expect(error?.code == .deadline)
    #expect(error?.status?.code == 503)
    #expect(error?.attempts == 2)
    #expect(error?.body.map { String(decoding: $0, as: UTF8.self) } == "{\"message\": \"later\"}")
  }

  /// To call again would start another job.
  @Test func theErrorSaysWhereTheJobIs() async throws {
    let (client, _) = try Client.scripted("POST /j", ["202 [Location: /j/7] {}"])
    let error = await #expect(throws: CallError.self) {
      try await client.poll("e", [:], PollOptions(timeout: .seconds(4), clock: HurriedClock()))
    }
    #expect(error?.code == .deadline && error?.hint == "the job may still run; its state is at https://api.test/j/7")
  }

  @Test func cancellingEndsTheWait() async throws {
    let (client, transport) = try Client.scripted(Self.job, [Self.new])
    let task = Task {
      await #expect(throws: CallError.self) { try await client.poll("e", [:], PollOptions(every: .seconds(3600), timeout: .seconds(7200))) }
    }
    while transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(transport.requests.count == 1)
  }
}
