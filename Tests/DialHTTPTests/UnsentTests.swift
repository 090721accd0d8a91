import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import DialPolicies
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A POST that failed before it was written cannot act twice, so it is repeated like a GET.
struct UnsentTests {
  /// Returns the code of the error and the number of attempts.
  private static func post(_ base: String, _ proxies: HTTPTransport.Proxies = .none) async throws -> String {
    let spec = try Spec.load(yaml: "{base: '\(base)', endpoints: {e: {POST: /x, retry: {max: 2}}}}")
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = proxies
    let transport = HTTPTransport(configuration: configuration)
    let client = Client(spec, transport: transport, time: PolicyClock(now: { .now }, sleep: { _ in }, share: { 1 }))
    let error = await #expect(throws: CallError.self) { try await client.call("e") }
    await transport.shutdown()
    return error.map { "\($0.code) \($0.attempts)" } ?? ""
  }

  @Test func theNameIsNotFound() async throws {
    #expect(try await Self.post("http://no-such-host.invalid") == "connect 3")
  }

  @Test(arguments: [(503, "protocol 3"), (502, "protocol 3"), (403, "protocol 1"), (407, "credentials 1")])
  func theProxyOpensNoTunnel(_ status: Int, _ wanted: String) async throws {
    try await RawServer.run([.text("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n"), .close]) { proxy in
      let outcome = try await Self.post("https://h.test", .variables(["https_proxy": "http://127.0.0.1:\(proxy.port)"]))
      #expect(outcome == wanted)
      #expect(proxy.log.requests.count == Int(wanted.suffix(1)))
    }
  }

  @Test func theServerEndsTheTLSHandshake() async throws {
    let connections = Counter()
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        connections.count.withLock { $0 += 1 }
        return channel.close()
      }
      .bind(host: "127.0.0.1", port: 0).get()
    // An end or a reset, depending on timing.
    let outcome = try await Self.post("https://127.0.0.1:\(server.localAddress?.port ?? 0)")
    #expect(["tls 3", "connect 3"].contains(outcome))
    #expect(connections.count.withLock { $0 } == 3)
    try await server.close()
  }

  private final class Counter: Sendable {
    let count = Mutex(0)
  }
}
