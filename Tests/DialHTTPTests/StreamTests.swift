import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialJSON
import DialMessage
import DialStreams
import HTTPTypes
import Synchronization
import Testing

/// Streams over a socket, also seen from the server.
@Suite(.serialized) struct StreamTests {
  static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
  static let yaml = """
    base: http://127.0.0.1:1
    endpoints:
      events: {GET: /x -> events, events: {each: n}}
      again: {POST: /x (a) -> events, events: {each: n, reconnect: true}}
      lines: GET /x -> lines
      quick: {GET: /x -> events, timeout: {read: 200ms}}
    """

  private func run(_ scripts: [RawServer.Act]..., body: (RawServer, Client) async throws -> Void) async throws {
    let server = try await RawServer(scripts)
    let transport = HTTPTransport(configuration: .direct)
    do {
      try await body(server, Client(try Spec.load(yaml: Self.yaml), base: server.base, transport: transport))
    } catch {
      await transport.shutdown()
      await server.stop()
      throw error
    }
    await transport.shutdown()
    await server.stop()
  }

  private static let endless: [RawServer.Act] =
    [.text(head)] + [RawServer.Act](repeating: .send(Array(String(repeating: "data: {\"n\":1}\n\n", count: 10_000).utf8)), count: 10_000)

  /// Waits until the server sees the end of the connection, long before it has sent everything.
  private func hasEnded(_ server: RawServer, _ count: Int = 1) async throws {
    let start = ContinuousClock.now
    while server.log.ended < count, start.duration(to: .now) < .seconds(20) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(server.log.ended == count)
  }

  @Test func leavingTheLoopEndsTheTransfer() async throws {
    try await run(Self.endless) { server, client in
      for try await _ in client.stream("events") { break }
      try await hasEnded(server)
      for try await _ in client.events("events") { break }
      try await hasEnded(server, 2)
      for try await _ in client.bytes("events") { break }
      try await hasEnded(server, 3)
      for try await _ in client.stream("lines") { break }
      try await hasEnded(server, 4)
    }
  }

  @Test func nothingIsSentBeforeTheFirstElementIsAskedFor() async throws {
    try await run([.text(Self.head + "data: {\"n\":1}\n\n")]) { server, client in
      var iterator = client.stream("events").makeAsyncIterator()
      try await Task.sleep(for: .milliseconds(50))
      #expect(server.log.connections == 0)
      #expect(try await iterator.next()?.asInt == 1)
      #expect(server.log.requests.count == 1)
    }
  }

  @Test func cancellingTheTaskEndsTheTransfer() async throws {
    try await run([.text(Self.head + "data: {\"n\":1}\n\n")]) { server, client in
      let seen = Mutex(0)
      let task = Task {
        for try await _ in client.stream("events") { seen.withLock { $0 += 1 } }
      }
      while seen.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
      task.cancel()
      let error = await #expect(throws: CallError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      try await hasEnded(server)
    }
  }

  @Test func theDataThatEndsTheStreamEndsTheTransfer() async throws {
    let text = Self.head + "data: {\"n\":1}\n\ndata: [DONE]\n\n"
    let server = try await RawServer([[.text(text)]])
    let spec = try Spec.load(yaml: "base: \(server.base)\nendpoints: {e: {GET: /x -> events, events: {each: n, until: \"[DONE]\"}}}\n")
    let transport = HTTPTransport(configuration: .direct)
    var count = 0
    for try await _ in Client(spec, transport: transport).stream("e") { count += 1 }
    #expect(count == 1)
    try await hasEnded(server)
    #expect(try await Client(spec, transport: transport).call("e").value.asArray?.count == 1)
    try await hasEnded(server, 2)
    await transport.shutdown()
    await server.stop()
  }

  @Test func aSlowReaderMakesTheServerWait() async throws {
    try await run(Self.endless) { server, client in
      var iterator = client.stream("events").makeAsyncIterator()
      for _ in 0..<1000 { _ = try await iterator.next() }
      try await Task.sleep(for: .milliseconds(500))
      // The buffers of both sockets, of 1.4 GB.
      #expect(server.log.sent < 64 << 20)
    }
  }

  @Test func silenceEndsAStreamAndCommentsDoNot() async throws {
    let beats = (0..<5).flatMap { _ in [RawServer.Act.text(": beat\n\n"), .wait(.milliseconds(100))] }
    try await run([.text(Self.head + "data: 1\n\n")] + beats + [.text("data: 2\n\n")]) { _, client in
      var data: [String] = []
      let error = try await #require(throws: CallError.self) {
        for try await event in client.events("quick") { data.append(event.data) }
      }
      #expect(data == ["1", "2"] && error.code == .timeout)
    }
  }

  @Test func aResetInTheMiddleReconnects() async throws {
    let first: [RawServer.Act] = [
      .text(Self.head + "retry: 1\nid: 1\ndata: {\"n\":1}\n\nid: 2\ndata: {\"n"), .wait(.milliseconds(50)), .reset,
    ]
    let second: [RawServer.Act] = [.text(Self.head + "id: …\ndata: {\"n\":2}\n\n"), .close]
    try await run(first, second, [.text("HTTP/1.1 204 No Content\r\n\r\n")]) { server, client in
      var got: [Int?] = []
      for try await element in client.stream("again", ["a": 1]) { got.append(element.asInt) }
      #expect(got == [1, 2])
      let asked = server.log.requests.map { $0.split(separator: "\r\n").first { $0.hasPrefix("Last-Event-ID") } }
      #expect(asked == [nil, "Last-Event-ID: 1", "Last-Event-ID: …"])
      #expect(server.log.requests.allSatisfy { $0.contains("Accept: text/event-stream\r\n") && $0.contains("Cache-Control: no-store\r\n") })
    }
  }

  @Test func aCutStreamIsAnErrorAndARedirectIsFollowed() async throws {
    let chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\nf\r\ndata: {\"n\":1}\n\n\r\n"
    try await run(
      [.text("HTTP/1.1 301 Moved\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n")], [.text(chunked), .close],
      [.text("HTTP/1.1 301 Moved\r\nLocation: \r\nContent-Length: 0\r\n\r\n")]
    ) { _, client in
      var got: [String] = []
      for await result in client.stream("events").results {
        got.append((try? result.get()).map { "\($0.asInt ?? 0)" } ?? "error")
      }
      #expect(got == ["1", "error"])
      let error = try await #require(throws: CallError.self) { for try await _ in client.stream("events") {} }
      #expect(error.code == .status || error.code == .redirect)
    }
  }
}
