import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import DialPolicies
import HTTPTypes
import Synchronization
import Testing

/// Retries over connections: the behavior of a server, and the number of requests.
struct RetryTests {
  private static let good: [RawServer.Act] = [.text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n[1]")]

  private static func answer(_ status: String, _ more: String = "") -> [RawServer.Act] {
    [.text("HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\(more)\r\n{}")]
  }

  /// Network faults by name: `reset`, `empty`, `head` and `body` end the connection there, `stall…` stops there.
  private static let faults: [String: [RawServer.Act]] = [
    "reset": [.reset], "empty": [.close], "head": [.text("HTTP/1.1 200 OK\r\nContent-"), .reset],
    "body": [.text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[1, 2"), .close],
    "stall": [.wait(.seconds(60))], "stall-head": [.text("HTTP/1.1 200 OK\r\nA: "), .wait(.seconds(60))],
    "stall-body": [.text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[1, 2"), .wait(.seconds(60))],
    "503": answer("503 Service Unavailable", "Retry-After: 0\r\n"), "429": answer("429 Too Many Requests"),
    "408": answer("408 Request Timeout"), "999": answer("999 Denied"),
    "404": answer("404 Not Found"), "garbage": [.text("SSH-2.0-OpenSSH\r\n\r\n"), .close],
  ]

  /// Makes one call; pauses take no time, except for the read timeout.
  private static func call(
    _ method: String, _ server: RawServer, keys: String = "", body: RequestBody? = nil, read: String = "20s"
  ) async throws -> String {
    let spec = try Spec.load(
      yaml: "{base: '\(server.base)', timeout: {read: \(read)}, endpoints: {e: {\(method): /x, retry: {max: 2}\(keys)}}}")
    let time = PolicyClock(now: { .now }, sleep: { _ in }, share: { 1 })
    let transport = HTTPTransport(configuration: .direct)
    let client = Client(spec, transport: transport, time: time)
    var outcome: String
    do throws(CallError) {
      var draft = try client.prepare("e")
      if let body { draft.request.body = body }
      let reply = try await draft.send()
      outcome = "\(reply.status.code) \(String(decoding: reply.body, as: UTF8.self)) \(reply.metrics.attempts)"
    } catch {
      outcome = "\(error.code) \(error.attempts)"
    }
    await transport.shutdown()
    return outcome
  }

  @Test(arguments: [
    ("POST", "reset", "connect 1"), ("POST", "empty", "protocol 1"), ("POST", "body", "truncated 1"), ("PATCH", "503", "status 1"),
    ("POST", "stall", "timeout 1"), ("GET", "404", "status 1"), ("GET", "garbage", "protocol 1"),
    ("GET", "reset", "200 [1] 3"), ("GET", "empty", "200 [1] 3"), ("GET", "head", "200 [1] 3"), ("GET", "body", "200 [1] 3"),
    ("GET", "stall", "200 [1] 3"), ("GET", "stall-head", "200 [1] 3"), ("GET", "stall-body", "200 [1] 3"), ("GET", "503", "200 [1] 3"),
    ("GET", "429", "200 [1] 3"), ("GET", "408", "200 [1] 3"), ("GET", "999", "200 [1] 3"), ("POST", "999", "status 1"),
    ("PUT", "reset", "200 [1] 3"), ("DELETE", "503", "200 [1] 3"),
    ("QUERY", "body", "200 [1] 3"),
  ])
  func twoFaultsThenAResponse(method: String, fault: String, gives: String) async throws {
    let acts = try #require(Self.faults[fault])
    let server = try await RawServer([acts, acts, Self.good])
    #expect(try await Self.call(method, server, read: fault.hasPrefix("stall") ? "500ms" : "20s") == gives)
    #expect(server.log.requests.count == Int(String(gives.suffix(1))))
    await server.stop()
  }

  @Test func aKeyMakesAPOSTRepeatable() async throws {
    let server = try await RawServer([[.reset], Self.good])
    #expect(try await Self.call("POST", server, keys: ", headers: {Idempotency-Key: k1}") == "200 [1] 2")
    #expect(server.log.requests.map { $0.contains("Idempotency-Key: k1\r\n") } == [true, true])
    await server.stop()
  }

  @Test(arguments: [(true, "200 [1] 2"), (false, "connect 1")]) func aBodyIsSentAgainOrNotAtAll(isReplayable: Bool, gives: String)
    async throws
  {
    let server = try await RawServer([[.reset], Self.good])
    let pieces: @Sendable () -> ResponseBody = { ResponseBody(Array("body".utf8)) }
    let outcome = try await Self.call("PUT", server, body: .stream(length: 4, replay: isReplayable ? pieces : nil, pieces()))
    // A reset while the body is written may look like a missing response.
    #expect(outcome == gives || !isReplayable && outcome == "protocol 1")
    #expect(server.log.requests.count == (isReplayable ? 2 : 1))
    await server.stop()
  }

  @Test func eachAttemptReadsTheResponseOfItsOwnConnection() async throws {
    let forged = RawServer.Act.text(
      "HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 6\r\n\r\nforged")
    let server = try await RawServer([[forged], Self.good])
    let outcome = try await Self.call("GET", server)
    #expect(outcome == "200 [1] 2")
    await server.stop()
  }

  @Test func theTimeForTheWholeCallIsOneForAllAttempts() async throws {
    let server = try await RawServer([[.wait(.seconds(60))]])
    let spec = try Spec.load(
      yaml: "{base: '\(server.base)', timeout: {read: 300ms, total: 700ms}, retry: {max: 50, backoff: 1ms..2ms}, endpoints: {e: GET /x}}")
    let client = Client(spec, transport: HTTPTransport(configuration: .direct))
    let start = ContinuousClock.now
    let error = await #expect(throws: CallError.self) { try await client.call("e") }
    let took = start.duration(to: .now)
    #expect(error?.code == .timeout && took >= .milliseconds(700) && took < .seconds(20))
    #expect(server.log.requests.count <= 3)
    await server.stop()
  }

  @Test func nobodyListens() async throws {
    let server = try await RawServer([[]])
    await server.stop()
    #expect(try await Self.call("GET", server) == "connect 3")
    // Nothing was sent, so even a POST can be repeated.
    #expect(try await Self.call("POST", server) == "connect 3")
  }
}
