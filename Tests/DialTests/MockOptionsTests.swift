import Dial
import DialTesting
import Testing

/// Slow and failing mocks, and the log of a recording client.
@Suite struct MockOptionsTests {
  private static let yaml = """
    base: https://api.test
    endpoints:
      one: {GET: /one, mock: {json: 1}}
      two: {GET: /two, mock: {json: 2}}
    """

  /// Returns the results of twenty calls: `.` or the first letter of the error.
  private func calls(_ options: MockOptions) async throws -> String {
    let fake = Client.mocked(try Spec.load(yaml: Self.yaml), options: options)
    var outcomes = ""
    for _ in 0..<20 {
      do throws(CallError) {
        try await fake.call("one")
        outcomes += "."
      } catch {
        outcomes += error.code.rawValue.prefix(1)
      }
    }
    return outcomes
  }

  @Test func `no call fails, all fail, or some, and the same ones in every run`() async throws {
    #expect(try await calls(MockOptions()) == String(repeating: ".", count: 20))
    #expect(try await calls(MockOptions(failureRate: 1, failure: .timeout)) == String(repeating: "t", count: 20))
    let some = try await calls(MockOptions(failureRate: 0.4))
    #expect(try await calls(MockOptions(failureRate: 0.4)) == some)
    #expect(some.contains(".") && some.contains("c"))
    #expect(try await calls(MockOptions(failureRate: 0.4, seed: 2)) != some)
  }

  @Test func `a delay ends with the timeout of the call`() async throws {
    let fake = Client.mocked(try Spec.load(yaml: Self.yaml), options: MockOptions(delay: .seconds(60)...(.seconds(90))))
    let error = await failure { () throws(CallError) in
      try await fake.call("one", [:], CallOptions(timeout: .milliseconds(20)))
    }
    #expect(error.code == .timeout)
  }

  @Test func `a delay is at least the least`() async throws {
    let fake = Client.mocked(try Spec.load(yaml: Self.yaml), options: MockOptions(delay: .milliseconds(20)...(.milliseconds(21))))
    let start = ContinuousClock.now
    try await fake.call("one")
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test func `the log tells the requests of one endpoint, and forgets`() async throws {
    let (fake, log) = Client.recording(try Spec.load(yaml: Self.yaml))
    for name in ["one", "two", "one"] { try await fake.call(name) }
    #expect(log.requests(of: "one").map(\.url) == ["https://api.test/one", "https://api.test/one"])
    #expect(log.requests(of: "three").isEmpty)
    log.reset()
    #expect(log.requests.isEmpty && log.count(of: "one") == 0)
    try await fake.call("two")
    #expect(log.requests.map(\.endpoint) == ["two"])
  }
}
