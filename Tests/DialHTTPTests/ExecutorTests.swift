import Dial
import DialEngine
import DialHTTP
import Foundation
import Testing

/// Calls of tasks that run in the thread of the connections.
struct ExecutorTests {
  private static let ok = RawServer.Act.text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n17")

  private func client(_ base: String, _ transport: HTTPTransport) throws -> Client {
    Client(try Spec.load(yaml: "base: \(base)\nretry: none\nendpoints: {a: GET /a}\n"), transport: transport)
  }

  private static var thread: String { Thread.current.description }

  @Test func aTaskStaysInTheThread() async throws {
    try await RawServer.run([Self.ok]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let client = try client(server.base, transport)
      let threads = try await withTaskExecutorPreference(client.executor) { () async throws -> [String] in
        var threads = [Self.thread]
        for _ in 0..<3 {
          #expect(try await client.call("a").value.asInt == 17)
          threads.append(Self.thread)
        }
        return threads
      }
      #expect(Set(threads).count == 1 && threads[0] != Self.thread)
      await transport.shutdown()
    }
  }

  @Test func callsOfATaskGroupShareIt() async throws {
    try await RawServer.run([Self.ok]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let client = try client(server.base, transport)
      let sum = try await withTaskExecutorPreference(client.executor) { () async throws -> Int in
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<40 { group.addTask { try await client.call("a").value.asInt ?? 0 } }
          return try await group.reduce(0, +)
        }
      }
      #expect(sum == 40 * 17)
      await transport.shutdown()
    }
  }

  /// The thread ends with the transport. What is left of the task goes on in another one.
  @Test func aTaskOutlivesTheThread() async throws {
    try await RawServer.run([Self.ok]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let client = try client(server.base, transport)
      let code = await withTaskExecutorPreference(client.executor) { () -> CallError.Code? in
        _ = try? await client.call("a")
        await transport.shutdown()
        do throws(CallError) { _ = try await client.call("a") } catch { return error.code }
        return nil
      }
      #expect(code == .connect)
      let later = await withTaskExecutorPreference(client.executor) { () async -> Int in
        await Task.yield()
        return 1
      }
      #expect(later == 1)
    }
  }

  @Test func aCancelledCallEndsInTheThread() async throws {
    try await RawServer.run([.wait(.seconds(60))]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let client = try client(server.base, transport)
      let task = Task(executorPreference: client.executor) { () -> CallError.Code? in
        do throws(CallError) { _ = try await client.call("a") } catch { return error.code }
        return nil
      }
      while server.log.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      task.cancel()
      #expect(await task.value == .cancelled)
      await transport.shutdown()
    }
  }

  /// The loop looks at its connections only when it has nothing to run.
  @Test func jobsWithoutEndLeaveTimeForTheConnections() async throws {
    try await RawServer.run([Self.ok]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let client = try client(server.base, transport)
      let first = await withTaskExecutorPreference(client.executor) { () async -> Bool? in
        await withTaskGroup(of: Bool.self) { group in
          group.addTask { (try? await client.call("a")) != nil }
          group.addTask {
            while !Task.isCancelled { await Task.yield() }
            return false
          }
          let first = await group.next()
          group.cancelAll()
          return first
        }
      }
      #expect(first == true)
      await transport.shutdown()
    }
  }

  @Test func eachThreadHasItsConnections() async throws {
    try await RawServer.run([Self.ok]) { server in
      var configuration = HTTPTransport.Configuration.direct
      configuration.threads = 2
      let transport = HTTPTransport(configuration: configuration)
      let client = try client(server.base, transport)
      for _ in 0..<6 { #expect(try await client.call("a").value.asInt == 17) }
      #expect(server.log.connections == 2)
      let inside = try await withTaskExecutorPreference(client.executor) { () async throws -> [Int?] in
        [try await client.call("a").value.asInt, try await client.call("a").value.asInt]
      }
      #expect(inside == [17, 17] && server.log.connections == 2)
      await transport.shutdown()
    }
  }
}
