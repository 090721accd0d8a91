import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import HTTPTypes
import Testing

/// Whole calls by a spec over real connections.
struct CallTests {
  private func call(_ yaml: String, _ name: String, _ arguments: Arguments = [:]) async throws -> String {
    let transport = HTTPTransport(configuration: .direct)
    let client = Client(try Spec.load(yaml: yaml, name: "s.yaml"), transport: transport)
    var outcome: String
    do throws(CallError) {
      let reply = try await client.call(name, arguments)
      outcome = "\(reply.status.code) \(reply.content)"
    } catch {
      outcome = "\(error.code.rawValue): \(error.message)"
    }
    await transport.shutdown()
    return outcome
  }

  /// The head tells which response broke off, with retries and without.
  @Test(arguments: ["none", "{max: 1, backoff: 1ms..1ms}"]) func theHeadOfABrokenBodyIsKept(retry: String) async throws {
    let acts: [RawServer.Act] = [.text("HTTP/1.1 200 OK\r\nX-Request-Id: abc\r\nContent-Length: 9\r\n\r\nab"), .close]
    try await RawServer.run(acts) { server in
      let transport = HTTPTransport(configuration: .direct)
      let spec = "base: \(server.base)\nretry: \(retry)\nendpoints: {a: GET /a}\n"
      let client = Client(try Spec.load(yaml: spec, name: "s.yaml"), transport: transport)
      let error = await #expect(throws: CallError.self) { try await client.call("a") }
      #expect(error?.code == .truncated && error?.status?.code == 200 && error?.body == nil)
      #expect(error?.headers?[HTTPField.Name("X-Request-Id")!] == "abc")
      await transport.shutdown()
    }
  }

  /// A result that does not need the body is complete only when the response is.
  @Test func whatIsDiscardedIsReadToItsEnd() async throws {
    let pieces = [RawServer.Act](repeating: .text("5\r\nhello\r\n"), count: 3)
    let table: [(Int, [RawServer.Act], String)] = [
      (404, [.text("0\r\n\r\n")], "status: the server responded with 404 Some"),
      (200, pieces + [.wait(.milliseconds(20)), .text("0\r\n\r\n")], "200 none"),
      (200, pieces + [.close], "truncated: the response from ADDRESS ended early, after 15 bytes"),
    ]
    for (status, body, wanted) in table {
      let head = "HTTP/1.1 \(status) Some\r\nTransfer-Encoding: chunked\r\n\r\n"
      try await RawServer.run([.text(head)] + body) { server in
        let outcome = try await call("base: \(server.base)\nretry: none\nendpoints:\n  a: DELETE /a -> Void\n", "a")
        #expect(outcome.replacing("127.0.0.1:\(server.port)", with: "ADDRESS") == wanted)
      }
    }
  }

  /// A safe call is repeated if its body breaks off, also if the body is not needed.
  @Test func aDiscardedBodyThatBreaksOffIsAFailedAttempt() async throws {
    let truncated: [RawServer.Act] = [.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), .close]
    for result in ["Void", "(code status)", "headers"] {
      try await RawServer.run(truncated, [.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")]) { server in
        let spec = "base: \(server.base)\nretry: {max: 1, backoff: 1ms..1ms}\nendpoints:\n  a: GET /a -> \(result)\n"
        let outcome = try await call(spec, "a")
        #expect(outcome.hasPrefix("200 "), "\(outcome)")
        #expect(server.log.requests.count == 2)
      }
    }
  }

  @Test func theTimeoutOfTheEndpointIsThatOfTheCall() async throws {
    let slow = [RawServer.Act.wait(.milliseconds(400)), .text("HTTP/1.1 204 No Content\r\n\r\n")]
    let spec = """
      timeout: 100ms
      endpoints:
        short: PUT multipart /a (f File)
        long: {PUT: multipart /a (f File), timeout: 10s}
        parts: {PUT: multipart /a (f File), timeout: {read: 10s, total: 200ms}}
      """
    let table = [
      ("short", "timeout: timed out after 100ms waiting for ADDRESS"),
      ("parts", "timeout: timed out after 200ms waiting for ADDRESS"), ("long", "204 none"),
    ]
    for (name, wanted) in table {
      try await RawServer.run(slow) { server in
        let outcome = try await call("base: \(server.base)\n\(spec)", name, ["f": File(bytes: [65, 66])])
        #expect(outcome.replacing("127.0.0.1:\(server.port)", with: "ADDRESS") == wanted)
      }
    }
  }
}
