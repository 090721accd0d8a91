import Dial
import DialEngine
import DialMessage
import Testing

/// Timeouts and cancelled calls.
struct TimeTests {
  private let clock = ContinuousClock()

  @Test func aTimeoutEndsTheCallInTime() async throws {
    let client = try await Service.client()
    // Without the timeout, the call would return the response after nine seconds.
    let error = try await failure { try await client.call("delay", ["seconds": 9], .init(timeout: .milliseconds(200))) }
    #expect(error.code == .timeout)
  }

  @Test func aDelayWithinTheTimeout() async throws {
    let start = clock.now
    #expect(try await Service.client().delay(seconds: 1).url.asString?.hasSuffix("/delay/1") == true)
    #expect(clock.now - start >= .seconds(1))
  }

  @Test func cancellingTheTaskEndsTheCall() async throws {
    let client = try await Service.client()
    let (sent, continuation) = AsyncStream.makeStream(of: Void.self)
    client.use("signal") { request, next in
      continuation.finish()
      return try await next(request)
    }
    let call = Task { try await client.call("delay", ["seconds": 9]) }
    for await _ in sent {}
    call.cancel()
    let error = try await failure { _ = try await call.value }
    #expect(error.code == .cancelled)
  }

  @Test func theClientWorksOnAfterwards() async throws {
    let client = try await Service.client()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { _ = try? await client.call("delay", ["seconds": 9], .init(timeout: .milliseconds(50))) }
      }
    }
    #expect(try await client.get(a: 1).args == ["a": "1"])
  }
}
