import Dial
import HTTPTypes
import Synchronization
import Testing

/// Sent bytes are counted, with or without a response.
struct SentBytesTests {
  private static let spec = """
    base: https://api.test
    retry: {max: 2, backoff: 0ms..0ms}
    endpoints:
      put: PUT /x (n Int)
      moved: PUT /moved (n Int)
    """

  /// Fails several times after four of seven bytes, then responds; `/moved` redirects to `/x`.
  private static func server(failing times: Int, cut: Bool = false) -> Answering {
    let left = Mutex(times)
    return Answering { request in
      if request.url.hasSuffix("/moved") { return Response(status: .init(code: 307), headers: [.location: "/x"], url: request.url) }
      let fails = left.withLock { left in
        left -= 1
        return left >= 0
      }
      var response = Response(status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array("{}".utf8)))
      guard fails else { return response }
      var error = TransportError(.truncated, "cut")
      if cut {
        response.body = ResponseBody(AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: error) })
        return response
      }
      error.bytesSent = 4
      throw error
    }
  }

  private static func sent(_ endpoint: String, _ server: Answering) async throws -> Int64 {
    let client = Client(try Spec.load(yaml: spec), transport: server)
    let sent = Mutex<Int64>(-1)
    client.on { event in if case .finished(let metrics) = event.kind { sent.withLock { $0 = metrics.bytesSent } } }
    _ = try? await client.call(endpoint, ["n": 1])
    return sent.withLock { $0 }
  }

  @Test func attemptsWithoutAResponseCount() async throws {
    #expect(try await Self.sent("put", Self.server(failing: 0)) == 7)
    #expect(try await Self.sent("put", Self.server(failing: 2)) == 4 + 4 + 7)
    #expect(try await Self.sent("put", Self.server(failing: 9)) == 4 + 4 + 4)
    #expect(try await Self.sent("moved", Self.server(failing: 1)) == 7 + 4 + 7 + 7)
    #expect(try await Self.sent("moved", Self.server(failing: 9)) == 3 * (7 + 4))
  }

  @Test func aResponseThatBreaksOffWasSentFor() async throws {
    #expect(try await Self.sent("put", Self.server(failing: 1, cut: true)) == 7 + 7)
    #expect(try await Self.sent("put", Self.server(failing: 9, cut: true)) == 7 + 7 + 7)
  }
}
