import DialHTTP
import DialMessage
import HTTPTypes
import Testing

/// Timeouts, cancellation and dropped responses.
struct TimeTests {
  private static let begun = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"

  @Test func silence() async throws {
    let table = [
      ("", "timeout: timed out after 100ms waiting for data from ADDRESS"),
      ("HTTP/1.1 200 OK\r\n", "timeout: timed out after 100ms waiting for the rest of the headers from ADDRESS"),
      (Self.begun, "timeout: timed out after 100ms waiting for more data from ADDRESS, after 5 of 9 bytes"),
    ]
    for (answer, wanted) in table {
      try await RawServer.run([.text(answer)]) { server in
        let request = Calls.request(.get, server.base + "/") { $0.policy.readTimeout = .milliseconds(100) }
        #expect(await Calls.outcome(request) == wanted)
      }
    }
  }

  /// Bytes reset the read timeout, even if they are not a whole line.
  @Test func slowDataResetsTheReadTimeout() async throws {
    let drip = [RawServer.Act](repeating: .text("x"), count: 150).flatMap { [$0, .wait(.milliseconds(20))] }
    try await RawServer.run([.text("HTTP/1.1 200 OK\r\nA: ")] + drip) { server in
      let request = Calls.request(.get, server.base + "/") {
        $0.policy.readTimeout = .seconds(1)
        $0.policy.totalTimeout = .seconds(2)
        $0.policy.deadline = .now + .seconds(2)
      }
      #expect(
        await Calls.outcome(request) == "timeout: timed out after 2s while receiving the headers from ADDRESS")
    }
  }

  @Test func theWholeCallEndsInTime() async throws {
    let drip = [RawServer.Act](repeating: .text("x"), count: 100).flatMap { [$0, .wait(.milliseconds(20))] }
    let table: [([RawServer.Act], String)] = [
      ([], "timeout: timed out after 200ms waiting for ADDRESS"),
      (
        [.text("HTTP/1.1 200 OK\r\nA: ")] + drip,
        "timeout: timed out after 200ms while receiving the headers from ADDRESS"
      ),
    ]
    for (script, wanted) in table {
      try await RawServer.run(script) { server in
        #expect(await Calls.outcome(Calls.request(.get, server.base + "/", Self.within200)) == wanted)
      }
    }
    try await RawServer.run([.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")] + drip) { server in
      let outcome = await Calls.outcome(Calls.request(.get, server.base + "/", Self.within200))
      #expect(outcome.hasPrefix("timeout: timed out after 200ms while receiving the body from ADDRESS, with "))
      #expect(outcome.hasSuffix(" of 100 bytes received"))
    }
  }

  private static func within200(_ request: inout PreparedRequest) {
    request.policy.totalTimeout = .milliseconds(200)
    request.policy.deadline = .now + .milliseconds(200)
  }

  @Test func aSlowReaderIsNotSilence() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse(body: [UInt8](repeating: 65, count: 8 << 20)) }
    let transport = HTTPTransport(configuration: .direct)
    let response = try await transport.send(
      Calls.request(.get, server.base + "/") { $0.policy.readTimeout = .seconds(1) })
    var count = 0
    for try await piece in response.body {
      if count == 0 { try await Task.sleep(for: .milliseconds(1300)) }
      count += piece.count
    }
    #expect(count == 8 << 20)
    await transport.shutdown()
    await server.stop()
  }

  @Test func aSlowProducerIsNotSilence() async throws {
    let server = try await LoopbackServer { request in LoopbackResponse(body: request.body) }
    let pieces = AsyncStream<[UInt8]> { continuation in
      Task {
        continuation.yield([65])
        try await Task.sleep(for: .milliseconds(1300))
        continuation.yield([66])
        continuation.finish()
      }
    }
    let request = Calls.request(.post, server.base + "/", body: .stream(length: nil, replay: nil, ResponseBody(pieces))) {
      $0.policy.readTimeout = .seconds(1)
    }
    #expect(await Calls.outcome(request) == "200 AB")
    await server.stop()
  }

  /// A server that stops reading times out, even if the rest of the body could be buffered.
  @Test(.timeLimit(.minutes(2))) func theLastBytesOfAnUploadAreWaitedForToo() async throws {
    func upload(_ bytes: Int) async throws -> (outcome: String, server: DeafServer) {
      let server = try await DeafServer()
      let request = Calls.request(.post, server.base + "/", body: .bytes([UInt8](repeating: 65, count: bytes))) {
        $0.policy.readTimeout = .milliseconds(200)
        $0.policy.totalTimeout = .seconds(20)
        $0.policy.deadline = .now + .seconds(20)
      }
      return (await Calls.outcome(request), server)
    }
    let (outcome, server) = try await upload(12 << 20)
    #expect(outcome == "timeout: timed out after 200ms waiting for data from ADDRESS")
    // The part of an upload that the system buffers; the rest waits in this process.
    let taken = try await server.bytes()
    await server.stop()
    for waiting in [16 << 10, 40 << 10] {
      let (outcome, server) = try await upload(taken + waiting)
      #expect(outcome == "timeout: timed out after 200ms waiting for data from ADDRESS", "\(waiting) of \(taken + waiting) bytes")
      await server.stop()
    }
  }

  /// The system buffers megabytes of an upload; the server is not silent while it reads.
  @Test(.timeLimit(.minutes(2))) func aServerThatReadsSlowlyIsNotSilent() async throws {
    let server = try await SlowServer(bytesASecond: 1 << 20)
    for body in [RequestBody.bytes([UInt8](repeating: 65, count: 5 << 20)), .stream(length: nil, replay: nil, Self.pieces(of: 5 << 20))] {
      let request = Calls.request(.post, server.base + "/", body: body) { $0.policy.readTimeout = .seconds(1) }
      #expect(await Calls.outcome(request) == "200 ok")
    }
    await server.stop()
  }

  private static func pieces(of count: Int) -> ResponseBody {
    let piece = [UInt8](repeating: 66, count: 32 << 10)
    return ResponseBody(
      AsyncStream<[UInt8]> { continuation in
        for _ in 0..<count / piece.count { continuation.yield(piece) }
        continuation.finish()
      })
  }

  @Test func aCancelledTaskEndsAtOnce() async throws {
    for answer in ["", Self.begun] {
      try await RawServer.run([.text(answer)]) { server in
        let call = Task { await Calls.outcome(Calls.request(.get, server.base + "/")) }
        while server.log.requests.isEmpty { await Task.yield() }
        let start = ContinuousClock.now
        call.cancel()
        #expect(await call.value == "cancelled: the call was cancelled")
        // The read timeout alone is 30 seconds; a busy machine needs a few.
        #expect(start.duration(to: .now) < .seconds(15))
      }
    }
  }

  /// Otherwise the thread of the transport would end before its clients, which traps.
  @Test func aTransportEndsInACancelledTaskAsInAnyOther() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    try await RawServer.run([RawServer.Act](repeating: .text(answer), count: 20)) { server in
      for _ in 0..<20 {
        let transport = HTTPTransport(configuration: .direct)
        let response = try await transport.send(Calls.request(.get, server.base + "/"))
        #expect(try await response.body.collect(upTo: 10) == [UInt8]("ok".utf8))
        let ending = Task {
          while !Task.isCancelled { await Task.yield() }
          await transport.shutdown()
        }
        ending.cancel()
        await ending.value
      }
    }
  }

  @Test func aDroppedBodyEndsItsTransfer() async throws {
    let endless = [RawServer.Act](repeating: .send([UInt8](repeating: 65, count: 1 << 20)), count: 1000)
    try await RawServer.run([.text("HTTP/1.1 200 OK\r\n\r\n")] + endless) { server in
      let transport = HTTPTransport(configuration: .direct)
      for readsSome in [true, false] {
        let response = try await transport.send(Calls.request(.get, server.base + "/"))
        if readsSome { for try await _ in response.body { break } }
      }
      while server.log.ended < 2 { try await Task.sleep(for: .milliseconds(5)) }
      await transport.shutdown()
    }
  }

  @Test func aTransportMayBeDroppedWhileItsBodyIsRead() async throws {
    try await RawServer.run([.text(Self.begun), .wait(.milliseconds(50)), .text("more")]) { server in
      let response = try await HTTPTransport(configuration: .direct).send(Calls.request(.get, server.base + "/"))
      #expect(try await response.body.collect(upTo: 9) == Array("hellomore".utf8))
    }
  }

  /// A server without a TLS response delays only its own client; the others end, and so does the transport.
  @Test(.timeLimit(.minutes(1))) func aTransportEndsWithAllItsClients() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse(body: [0x6F]) }
    try await RawServer.run([]) { silent in
      var configuration = HTTPTransport.Configuration()
      configuration.proxies = .none
      let transport = HTTPTransport(configuration: configuration)
      for seconds in 5...8 {
        let request = Calls.request(.get, server.base + "/") { $0.policy.connectTimeout = .seconds(seconds) }
        _ = try await transport.send(request).body.collect(upTo: 9)
      }
      let stuck = Calls.request(.get, silent.base.replacing("http:", with: "https:") + "/") {
        $0.policy.connectTimeout = .seconds(50)
        Self.within200(&$0)
      }
      await #expect(throws: TransportError.self) { try await transport.send(stuck) }
      await transport.shutdown()
      await #expect(throws: TransportError.self) { try await transport.send(stuck) }
    }
    await server.stop()
  }
}
