import DialHTTP
import DialMessage
import HTTPTypes
import Testing

/// Reuse of connections.
struct PoolTests {
  private static let ok = RawServer.Act.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

  private func calls(_ requests: [PreparedRequest]) async -> [String] {
    let transport = HTTPTransport(configuration: .direct)
    var outcomes: [String] = []
    for request in requests {
      do {
        let response = try await transport.send(request)
        outcomes.append(String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self))
      } catch let error as TransportError {
        outcomes.append(error.kind.rawValue)
      } catch {
        outcomes.append("unmapped")
      }
    }
    await transport.shutdown()
    return outcomes
  }

  @Test func oneConnectionServesManyCalls() async throws {
    try await RawServer.run([Self.ok]) { server in
      let request = Calls.request(.get, server.base + "/")
      #expect(await calls([request, request, request]) == ["ok", "ok", "ok"])
      #expect(server.log.connections == 1)
    }
  }

  /// The time to connect does not count while a call waits for others.
  @Test func aCallWaitsForOthersLongerThanToConnect() async throws {
    try await RawServer.run([.wait(.milliseconds(300)), Self.ok]) { server in
      var configuration = HTTPTransport.Configuration.direct
      configuration.connectionsPerHost = 1
      let transport = HTTPTransport(configuration: configuration)
      let statuses = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<3 {
          var request = Calls.request(.get, server.base + "/")
          request.policy.connectTimeout = .milliseconds(100)
          group.addTask { [request] in (try? await transport.send(request))?.status.code ?? 0 }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [200, 200, 200])
      await transport.shutdown()
    }
  }

  @Test func aDeadConnectionIsReplacedWhereTheRequestMayGoTwice() async throws {
    let key = HTTPField.Name("Idempotency-Key")!
    let table: [(HTTPRequest.Method, HTTPFields, String, Int)] = [
      (.get, [:], "ok", 3), (.put, [:], "ok", 3), (.delete, [:], "ok", 3), (.post, [:], "connect", 2), (.patch, [:], "connect", 2),
      (.post, [key: "k"], "ok", 3), (HTTPRequest.Method("QUERY")!, [:], "ok", 3),
    ]
    for (method, fields, wanted, requests) in table {
      try await RawServer.run([Self.ok], [.reset], [Self.ok]) { server in
        let first = Calls.request(.get, server.base + "/")
        let second = Calls.request(method, server.base + "/", headers: fields)
        #expect(await calls([first, second]) == ["ok", wanted])
        #expect(server.log.requests.count == requests)
      }
    }
  }

  /// A request that cannot be repeated does not take a connection that the server may be closing.
  @Test(arguments: [
    (HTTPRequest.Method.post, "", 0, 1), (.post, "", 2200, 2), (.get, "", 2200, 1), (.post, "Keep-Alive: max=9, timeout=60\r\n", 2200, 1),
    (.post, "Keep-Alive: timeout=1\r\n", 600, 2), (.get, "Keep-Alive: timeout=1\r\n", 600, 1), (.get, "Keep-Alive: timeout=1\r\n", 1200, 2),
  ]) func idleConnections(_ method: HTTPRequest.Method, _ field: String, _ pause: Int, _ connections: Int) async throws {
    let answer = RawServer.Act.text("HTTP/1.1 200 OK\r\n\(field)Content-Length: 2\r\n\r\nok")
    try await RawServer.run([answer]) { server in
      let transport = HTTPTransport(configuration: .direct)
      for pause in [0, pause] {
        try await Task.sleep(for: .milliseconds(pause))
        let response = try await transport.send(Calls.request(method, server.base + "/"))
        #expect(try await response.body.collect(upTo: 100).count == 2)
      }
      await transport.shutdown()
      #expect(server.log.connections == connections)
    }
  }

  @Test func aBodyThatCanBeReadAgainGoesTwice() async throws {
    for (isReplayable, wanted, requests) in [(false, "connect", 2), (true, "ok", 3)] {
      try await RawServer.run([Self.ok], [.reset], [Self.ok]) { server in
        var second = Calls.request(.put, server.base + "/")
        let body: @Sendable () -> ResponseBody = { ResponseBody(Array("body".utf8)) }
        second.body = .stream(length: 4, replay: isReplayable ? body : nil, body())
        #expect(await calls([Calls.request(.get, server.base + "/"), second]) == ["ok", wanted])
        #expect(server.log.requests.count == requests)
      }
    }
  }

  @Test func aNewConnectionThatBreaksIsNotReplaced() async throws {
    try await RawServer.run([.reset], [Self.ok]) { server in
      #expect(await calls([Calls.request(.get, server.base + "/")]) == ["connect"])
      #expect(server.log.requests.count == 1)
    }
  }

  @Test func aForgedSecondResponseIsNeverTaken() async throws {
    let forged = RawServer.Act.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged")
    try await RawServer.run([forged], [Self.ok]) { server in
      let request = Calls.request(.get, server.base + "/")
      #expect(await calls([request, request]) == ["ok", "ok"])
      #expect(server.log.connections == 2)
    }
  }

  /// The next request is written at the end of the first response, before further bytes are read.
  @Test func aForgedSecondResponseIsNotThatOfAWaitingRequest() async throws {
    let forged = RawServer.Act.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged")
    try await RawServer.run([.wait(.milliseconds(100)), forged], [Self.ok]) { server in
      let bodies = try await Calls.two(server.base + "/") { response in
        String(decoding: try await response.body.collect(upTo: 10), as: UTF8.self)
      }
      #expect(bodies == ["ok", "ok"])
      #expect(server.log.connections == 2)
    }
  }

  @Test func requestsThatWaitForAConnectionEndWithTheTransport() async throws {
    try await RawServer.run([.wait(.seconds(30))]) { server in
      var configuration = HTTPTransport.Configuration.direct
      configuration.connectionsPerHost = 1
      let transport = HTTPTransport(configuration: configuration)
      let calls = (0..<3).map { _ in Task { try await transport.send(Calls.request(.get, server.base + "/")) } }
      try await Task.sleep(for: .milliseconds(100))
      await transport.shutdown()
      for call in calls { await #expect(throws: TransportError.self) { try await call.value } }
    }
  }

  @Test func aLateResponseIsNeverTaken() async throws {
    let late: [RawServer.Act] = [.wait(.milliseconds(150)), .text("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate")]
    try await RawServer.run(late, [Self.ok]) { server in
      let hasty = Calls.request(.get, server.base + "/") { $0.policy.readTimeout = .milliseconds(50) }
      #expect(await calls([hasty, Calls.request(.get, server.base + "/")]) == ["timeout", "ok"])
    }
  }

  @Test func manyCallsAtOnce() async throws {
    let server = try await LoopbackServer { request in LoopbackResponse(body: Array(request.target.utf8)) }
    let transport = HTTPTransport(configuration: .direct)
    let base = server.base
    let targets = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<60 {
        group.addTask {
          let response = try await transport.send(Calls.request(.get, "\(base)/\(number)"))
          return String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(targets == Set((0..<60).map { "/\($0)" }))
    await transport.shutdown()
    await server.stop()
  }

  @Test func aTransportThatWasShutDownSendsNothing() async throws {
    let transport = HTTPTransport(configuration: .direct)
    await transport.shutdown()
    await #expect(throws: TransportError(.connect, "the transport has been shut down", mayPass: false)) {
      _ = try await transport.send(Calls.request(.get, "http://127.0.0.1:9/"))
    }
  }
}
