import DialHTTP
import DialMessage
import HTTPTypes
import Testing

/// Shared state of the streams of one connection.
struct SharedConnectionTests {
  /// A connection that ends before a stream is open gives the exchange back: it waits for the next connection, within its deadline.
  @Test(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"), .timeLimit(.minutes(1)))
  func aConnectionThatEndsBeforeItsFirstStreamLosesNothing() async throws {
    for _ in 0..<5 {
      try await HTTP2Server.run(HTTP2Server.Act.text("ok"), protocols: ["h2", "leaving"]) { server, transport in
        let outcomes = await withTaskGroup(of: String.self) { tasks in
          for _ in 0..<8 {
            tasks.addTask {
              do {
                return "\(try await transport.send(Calls.request(.get, server.base + "/")).status.code)"
              } catch {
                return "\(error)"
              }
            }
          }
          return await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == [String](repeating: "200", count: 8))
        #expect(server.log.connections >= 3)
      }
    }
  }

  /// One timer serves all of them, in the order of their deadlines.
  @Test(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"))
  func eachStreamHasItsTime() async throws {
    try await HTTP2Server.run([.wait(.milliseconds(800))] + HTTP2Server.Act.text("ok")) { server, transport in
      let outcomes = await withTaskGroup(of: (Int, String).self) { tasks in
        for milliseconds in [5000, 200, 400, 6000, 200] {
          let request = Calls.request(.get, server.base + "/") { $0.policy.readTimeout = .milliseconds(milliseconds) }
          tasks.addTask {
            do {
              let response = try await transport.send(request)
              return (milliseconds, "\(response.status.code)")
            } catch {
              return (milliseconds, (error as? TransportError)?.kind.rawValue ?? "\(error)")
            }
          }
          try? await Task.sleep(for: .milliseconds(20))
        }
        return await tasks.reduce(into: []) { $0.append("\($1.0) \($1.1)") }
      }
      #expect(outcomes == ["200 timeout", "200 timeout", "400 timeout", "5000 200", "6000 200"])
      #expect(server.log.connections == 1)
    }
  }
}
