import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import HTTPTypes
import NIOHTTP2
import Testing

/// Servers that respond before they have read the request: icecast to a source, podman to a build, many to a body that is too large.
@Suite(.timeLimit(.minutes(2))) struct EarlyAnswerTests {
  private static let count = 60
  private static let piece = [UInt8](repeating: 65, count: 1 << 10)

  /// A body that takes longer than the response.
  private static func slow() -> RequestBody {
    let body = ResponseBody {
      var rest = count
      return {
        guard rest > 0 else { return nil }
        rest -= 1
        try await Task.sleep(for: .milliseconds(5))
        return piece
      }
    }
    return .stream(length: Int64(count * piece.count), replay: nil, body)
  }

  private static func outcome(_ server: RawServer, _ change: (inout PreparedRequest) -> Void = { _ in }) async -> String {
    let outcome = await Calls.outcome(Calls.request(.put, server.base + "/", body: slow(), change))
    // How much was sent depends on the time.
    return outcome.replacing(/\d+ of 61440 bytes/, with: "N of 61440 bytes")
  }

  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"

  /// The response, what follows, the outcome, and whether all of the body arrives.
  private static let table: [([RawServer.Act], String, Bool)] = [
    ([.text(ok)], "200 []", true),
    ([.text("HTTP/1.1 204 No Content\r\n\r\n")], "204 ", true),
    ([.text("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")], "200 ok", true),
    ([.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n")], "200 ok", true),
    (
      [.text(ok), .wait(.milliseconds(20)), .close],
      "protocol: ADDRESS responded with 200 and closed the connection after N of 61440 bytes of the request", false
    ),
    (
      [.text("HTTP/1.1 200 OK\r\n\r\nok"), .close],
      "protocol: ADDRESS responded with 200 and closed the connection after N of 61440 bytes of the request", false
    ),
    // A server that does not read the body takes it for the next request.
    (
      [.text(ok), .wait(.milliseconds(20)), .text("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"), .close],
      "protocol: ADDRESS responded with 200 and sent bytes that belong to no response after N of 61440 bytes of the request", false
    ),
    ([.text("HTTP/1.1 303 See Other\r\nLocation: /x\r\nContent-Length: 2\r\n\r\nok")], "303 ok", false),
    ([.text("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig")], "413 big", false),
    ([.text("HTTP/1.1 500 Oops\r\nContent-Length: 3\r\n\r\nbad"), .close], "500 bad", false),
  ]

  @Test(arguments: table.indices) func aSuccessDoesNotEndTheUpload(_ index: Int) async throws {
    let (script, wanted, isWhole) = Self.table[index]
    try await RawServer.run(script) { server in
      let outcome = await Self.outcome(server)
      #expect(outcome == wanted)
      // The last bytes may still be on their way to the server.
      let start = ContinuousClock.now
      while isWhole, server.log.received < Self.count << 10, start.duration(to: .now) < .seconds(10) { await Task.yield() }
      #expect((server.log.received >= Self.count << 10) == isWhole, "\(server.log.received)")
    }
  }

  /// The last byte of a body of known length completes the request: the server can respond and close before the end of the sequence is
  /// known here. It often does.
  @Test func aServerMayCloseAfterTheLastByte() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse(headers: [("Connection", "close")], body: Array("ok".utf8)) }
    for _ in 0..<50 {
      let body = RequestBody.stream(length: 2, replay: nil, ResponseBody(Array("ab".utf8)))
      #expect(await Calls.outcome(Calls.request(.put, server.base + "/", body: body)) == "200 ok")
    }
    await server.stop()
  }

  /// A server that responds and then stops reading.
  @Test func theRestOfTheUploadHasTheTimeoutOfAWrite() async throws {
    try await RawServer.run([.text(Self.ok), .deafen]) { server in
      let request = Calls.request(.put, server.base + "/", body: .bytes([UInt8](repeating: 65, count: 20 << 20))) {
        $0.policy.readTimeout = .milliseconds(300)
      }
      let outcome = await Calls.outcome(request).replacing(/\d+ of 20971520/, with: "N of 20971520")
      #expect(
        outcome
          == "timeout: timed out after 300ms waiting for ADDRESS to read the request; it responded with 200 after N of 20971520 bytes")
    }
  }

  @Test func theDeadlineHoldsForTheRestOfTheUpload() async throws {
    let outcome = try await RawServer.run([.text(Self.ok)]) { server in
      await Self.outcome(server) {
        $0.policy.totalTimeout = .milliseconds(100)
        $0.policy.deadline = .now + .milliseconds(100)
      }
    }
    #expect(outcome == "timeout: timed out after 100ms while sending the body to ADDRESS, with N of 61440 bytes sent")
  }

  @Test func leavingTheResponseEndsTheUpload() async throws {
    try await RawServer.run([.text("HTTP/1.1 200 OK\r\n\r\nok")]) { server in
      let transport = HTTPTransport(configuration: .direct)
      _ = try await transport.send(Calls.request(.put, server.base + "/", body: Self.slow()))
      while server.log.ended == 0 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(server.log.received < Self.count << 10)
      await transport.shutdown()
    }
  }

  private static let yaml = """
    base: http://127.0.0.1:1
    endpoints:
      void: PUT bytes /x (_ body Data) -> Void
      status: PUT bytes /x (_ body Data) -> (code status)
      headers: PUT bytes /x (_ body Data) -> headers
      lines: PUT bytes /x (_ body Data) -> lines
    """

  private static func called(_ name: String, _ script: [RawServer.Act]) async throws -> (outcome: String, received: Int) {
    try await RawServer.run(script) { server in
      let transport = HTTPTransport(configuration: .direct)
      let client = Client(try Spec.load(yaml: yaml), base: server.base, transport: transport)
      var draft = try client.prepare(name, ["body": File(bytes: piece)])
      draft.body = slow()
      let outcome: String
      do throws(CallError) {
        outcome = "\(try await draft.send().status.code)"
      } catch {
        outcome = "\(error.code.rawValue): \(error.message)"
      }
      let start = ContinuousClock.now
      while outcome == "200", server.log.received < count << 10, start.duration(to: .now) < .seconds(10) { await Task.yield() }
      await transport.shutdown()
      return (outcome.replacing(/127\S+/, with: "ADDRESS"), server.log.received)
    }
  }

  /// A body that is not wanted is read all the same, so that the upload ends and a truncated response is noticed.
  @Test(arguments: ["void", "status", "headers", "lines"]) func whatIsNotWantedIsReadToItsEnd(_ name: String) async throws {
    let (outcome, received) = try await Self.called(name, [.text(Self.ok)])
    #expect(outcome == "200")
    #expect(received >= Self.count << 10)
    let truncated = try await Self.called(name, [.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]"), .close])
    #expect(truncated.outcome == "truncated: the response from ADDRESS ended early, after 2 of 9 bytes")
  }
}

extension HTTP2Tests {
  private static let early: [HTTP2Server.Act] = [.head([(":status", "200")]), .data(Array("ok".utf8), isEnd: true)]

  /// RFC 9113 section 8.1.
  @Test(.timeLimit(.minutes(1))) func aSuccessDoesNotEndTheUpload() async throws {
    let body = [UInt8](repeating: 65, count: 3 << 20)
    try await HTTP2Server.run(Self.early, isWhole: false) { server, transport in
      let response = try await transport.send(Calls.request(.put, server.base + "/", body: .bytes(body)))
      #expect(String(decoding: try await response.body.collect(upTo: 9), as: UTF8.self) == "ok")
      while server.log.received < body.count { await Task.yield() }
      #expect(response.context[BodyEnd.self]?().isUploadCut == nil || response.context[BodyEnd.self]?().isUploadCut == false)
    }
  }

  @Test func aServerCanStopTheUploadAfterItsResponse() async throws {
    let body = [UInt8](repeating: 65, count: 8 << 20)
    let table: [(HTTP2Server.Act, String)] = [
      (.reset(.noError), "ok true"), (.reset(.cancel), "responded with 200 and reset the stream (CANCEL) after "),
    ]
    for (reset, wanted) in table {
      let script = [HTTP2Server.Act.deafen] + Self.early + [.wait(.milliseconds(50)), reset]
      try await HTTP2Server.run(script, isWhole: false) { server, transport in
        var outcome: String
        do {
          let response = try await transport.send(Calls.request(.put, server.base + "/", body: .bytes(body)))
          outcome = String(decoding: try await response.body.collect(upTo: 9), as: UTF8.self)
          outcome += " \(response.context[BodyEnd.self]?().isUploadCut ?? false)"
        } catch {
          outcome = "\((error as? TransportError)?.message ?? "\(error)")"
        }
        #expect(outcome.contains(wanted), "\(outcome)")
        #expect(server.log.received < body.count)
      }
    }
  }
}
