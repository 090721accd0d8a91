import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import HTTPTypes
import Synchronization
import Testing

/// What the transport measures, and progress over a real connection.
struct MetricsTests {
  private static let ok = RawServer.Act.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

  @Test func connectionsAreNewOrUsedBefore() async throws {
    try await RawServer.run([.wait(.milliseconds(60)), Self.ok]) { server in
      let transport = HTTPTransport(configuration: .direct)
      for isNew in [true, false] {
        let response = try await transport.send(Calls.request(.get, server.base + "/"))
        let connection = try #require(response.connection)
        #expect(connection.isNew == isNew && connection.bytesSent == 0)
        #expect(connection.waited > .zero && connection.firstByte - connection.waited > .milliseconds(50), "\(connection)")
        _ = try await response.body.collect(upTo: 10)
      }
      await transport.shutdown()
    }
  }

  @Test func theWaitForTheOnlyConnectionIsMeasured() async throws {
    try await RawServer.run([.wait(.milliseconds(100)), Self.ok]) { server in
      let waits = try await Calls.two(server.base + "/") { response in
        _ = try await response.body.collect(upTo: 10)
        return try #require(response.connection).waited
      }.sorted()
      #expect(waits[0] < .milliseconds(90) && waits[1] > .milliseconds(90), "\(waits)")
    }
  }

  @Test func progressGoesBothWays() async throws {
    let server = try await LoopbackServer { request in LoopbackResponse(body: request.body) }
    let spec = try Spec.load(
      yaml: """
        base: \(server.base)
        endpoints:
          echo: POST /echo (_ d Data) -> bytes
          file: POST multipart /file (f File) -> bytes
        """, name: "s.yaml")
    let transport = HTTPTransport(configuration: .direct)
    let client = Client(spec, transport: transport)
    let bytes = [UInt8](repeating: 65, count: 3 << 20)
    for (name, argument) in [("echo", "_"), ("file", "f")] {
      let task = client.start(name, name == "echo" ? Self.data(bytes) : [argument: File(bytes: bytes)])
      var steps: [CallTask.Progress] = []
      for await step in task.progress { steps.append(step) }
      let metrics = try await task.value.metrics
      let end = try #require(steps.last)
      let size = Int64(try await task.value.body.count)
      #expect(size >= 3 << 20)
      #expect(end == CallTask.Progress(sent: size, received: size, toSend: size, toReceive: size, isReceiving: true))
      #expect(metrics.bytesSent == size && metrics.bytesReceived == size && end.total == size)
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
    }
    await transport.shutdown()
    await server.stop()
  }

  private static func data(_ bytes: [UInt8]) -> Arguments {
    var arguments = Arguments()
    arguments.append("_", .bytes(bytes))
    return arguments
  }

  @Test(arguments: [(false, "connect"), (true, "ok")])
  func aBodyThatCanBeMadeAgainGoesAgainOnADeadConnection(_ isReplayed: Bool, _ wanted: String) async throws {
    let body = Array("abc".utf8)
    let replay: (@Sendable () -> ResponseBody)? = isReplayed ? { @Sendable in ResponseBody(body) } : nil
    try await RawServer.run([Self.ok], [.reset], [Self.ok]) { server in
      let transport = HTTPTransport(configuration: .direct)
      _ = try await transport.send(Calls.request(.get, server.base + "/")).body.collect(upTo: 10)
      let request = Calls.request(.put, server.base + "/", body: .stream(length: 3, replay: replay, ResponseBody(body)))
      var outcome: String
      do {
        outcome = String(decoding: try await transport.send(request).body.collect(upTo: 10), as: UTF8.self)
      } catch {
        outcome = (error as? TransportError)?.kind.rawValue ?? "unmapped"
      }
      #expect(outcome == wanted)
      await transport.shutdown()
    }
  }
}
