import DialHTTP
import DialMessage
import HTTPTypes
import Testing

struct LoopbackServerTests {
  @Test func answersWithWhatItsHandlerSays() async throws {
    let server = try await LoopbackServer { request in
      let text = "\(request.method) \(request.target) \(request.header("x-a") ?? "-") \(String(decoding: request.body, as: UTF8.self))"
      return LoopbackResponse(status: 201, headers: [("X-B", "c")], body: Array(text.utf8))
    }
    let request = Calls.request(
      .post, server.base + "/a%2Fb?q", headers: [HTTPField.Name("X-A")!: "v"], body: .bytes(Array("hello".utf8)))
    let (response, body) = try await Calls.fetch(request)
    #expect(response.status.code == 201)
    #expect(response.headers[HTTPField.Name("X-B")!] == "c")
    #expect(body == "POST /a%2Fb?q v hello")
    await server.stop()
  }

  @Test func chunksComeOneByOne() async throws {
    let server = try await LoopbackServer { _ in
      LoopbackResponse(chunks: [.init([1]), .init([2], after: .milliseconds(60)), .init([3], after: .milliseconds(60))])
    }
    let transport = HTTPTransport(configuration: .direct)
    var pieces: [[UInt8]] = []
    for try await piece in try await transport.send(Calls.request(.get, server.base + "/")).body { pieces.append(piece) }
    #expect(pieces == [[1], [2], [3]])
    await transport.shutdown()
    await server.stop()
  }

  @Test func answersWithoutABody() async throws {
    for (method, status) in [(HTTPRequest.Method.head, 200), (.get, 204), (.get, 500)] {
      let server = try await LoopbackServer { _ in LoopbackResponse(status: status, body: status == 200 ? [1, 2] : []) }
      #expect(await Calls.outcome(Calls.request(method, server.base + "/")) == "\(status) ")
      await server.stop()
    }
  }

  @Test func oneServerForManyCallsOnOneConnection() async throws {
    let server = try await LoopbackServer { request in LoopbackResponse(body: Array(request.target.utf8)) }
    let transport = HTTPTransport(configuration: .direct)
    for number in 0..<3 {
      let response = try await transport.send(Calls.request(.get, "\(server.base)/\(number)"))
      #expect(try await response.body.collect(upTo: 9) == Array("/\(number)".utf8))
    }
    await transport.shutdown()
    await server.stop()
  }

  @Test func answersWithAStreamAndBreaksOffWhereItThrows() async throws {
    let server = try await LoopbackServer { request in
      let body = AsyncThrowingStream<[UInt8], any Error> { stream in
        stream.yield([0x61])
        stream.yield([0x62])
        stream.finish(throwing: request.target == "/cut" ? CancellationError() : nil)
      }
      return LoopbackResponse(stream: ResponseBody(body))
    }
    #expect(await Calls.outcome(Calls.request(.get, server.base + "/whole")) == "200 ab")
    #expect(await Calls.outcome(Calls.request(.get, server.base + "/cut")).hasPrefix("truncated: "))
    await server.stop()
  }

  @Test func dropsTheConnection() async throws {
    let server = try await LoopbackServer { _ in .dropped }
    #expect(await Calls.outcome(Calls.request(.post, server.base + "/")) == "protocol: ADDRESS closed the connection without a response")
    await server.stop()
  }

  @Test func largeBodiesAreRefusedOrForgotten() async throws {
    for (discards, expected) in [(false, "413 "), (true, "200 0 of 11")] {
      let server = try await LoopbackServer(bodyLimit: 10, discardsExcess: discards) { request in
        LoopbackResponse(body: Array("\(request.body.count) of \(request.size)".utf8))
      }
      #expect(await Calls.outcome(Calls.request(.post, server.base + "/", body: .bytes([UInt8](repeating: 1, count: 11)))) == expected)
      #expect(await Calls.outcome(Calls.request(.post, server.base + "/", body: .bytes([1]))) == "200 1 of 1")
      await server.stop()
    }
  }

  /// Invalid clients: the server responds or closes, and continues.
  @Test(arguments: [
    ("HELLO\r\n\r\n", "HTTP/1.1 400"), ("GET / HTTP/9.9\r\n\r\n", "HTTP/1.1 400"), ("\u{0}\u{1}\u{2}", "HTTP/1.1 400"),
    ("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 1 << 20))\r\n\r\n", "HTTP/1.1 400"),
    ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100_000) + "\r\n", "HTTP/1.1 400"),
    ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 400"),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 400"),
    ("GET / HTTP/1.1\r\n\r\n" + "bad\r\n\r\n", "HTTP/1.1 200"),
    ("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nab", "HTTP/1.1 100"),
    ("CONNECT a.test:80 HTTP/1.1\r\n\r\n", "HTTP/1.1 200"), ("GET / HTTP/1.1\r\nHost: a", ""),
  ])
  func survives(_ sent: String, _ expected: String) async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse(body: [0x6F]) }
    let got = try await RawClient.exchange(Array(sent.utf8), port: server.port, endsWith: expected.isEmpty ? nil : expected)
    #expect(got.hasPrefix(expected))
    #expect(await Calls.outcome(Calls.request(.get, server.base + "/")) == "200 o")
    await server.stop()
  }

  @Test func aClientThatGoesCancelsItsResponse() async throws {
    let (ended, end) = AsyncStream<Bool>.makeStream()
    let server = try await LoopbackServer { request in
      if request.target == "/" { return LoopbackResponse(body: [0x6F]) }
      do { try await Task.sleep(for: .seconds(600)) } catch { end.yield(Task.isCancelled) }
      return .dropped
    }
    _ = try await RawClient.exchange(Array("GET /slow HTTP/1.1\r\n\r\n".utf8), port: server.port, endsWith: nil)
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
    #expect(await Calls.outcome(Calls.request(.get, server.base + "/")) == "200 o")
    await server.stop()
  }

  @Test func aStopEndsResponsesThatAreUnderWay() async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let server = try await LoopbackServer { _ in
      begin.yield()
      try? await Task.sleep(for: .seconds(600))
      return LoopbackResponse()
    }
    let base = server.base
    let call = Task { await Calls.outcome(Calls.request(.post, base + "/")) }
    for await _ in begun { break }
    let start = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(await call.value == "protocol: ADDRESS closed the connection without a response")
  }
}
