import Dial
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialTesting

/// `mock: {events: …}` as it leaves the mock, piece by piece.
@Suite struct MockStreamTests {
  private func answer(_ result: String, _ mock: String, _ variables: Variables = [:], policy: PreparedRequest.Policy = .init()) async throws
    -> Response
  {
    let yaml = "base: https://a.test\nendpoints:\n  e:\n    GET: /e\(result)\n    mock: \(mock)\n"
    let transport = MockTransport(try Spec.load(yaml: yaml), variables: variables)
    return try await transport.send(PreparedRequest(endpoint: "e", method: .get, url: "https://a.test/e", policy: policy))
  }

  private func pieces(_ response: Response) async throws -> [String] {
    var all: [String] = []
    for try await piece in response.body { all.append(String(decoding: piece, as: UTF8.self)) }
    return all
  }

  @Test(arguments: ["{json: \"${HOME}\"}", "{text: \"${HOME}\"}", "{status: 200, headers: {X-A: \"${HOME}\"}, text: \"${HOME}\"}"])
  func `a mock does not read the environment`(_ mock: String) async throws {
    for (trust, isRead) in [(Spec.Trust.folder, false), (.untrusted, false), (.full, true)] {
      let yaml = "base: https://a.test\nendpoints: {e: {GET: /e, mock: \(mock)}}\n"
      let transport = MockTransport(try Spec.load(yaml: yaml, trust: trust), variables: .environment)
      let response = try await transport.send(PreparedRequest(endpoint: "e", method: .get, url: "https://a.test/e"))
      let said = try await pieces(response).joined() + "\(response.headers)"
      #expect(said.contains("${HOME}") != isRead, "\(said)")
    }
    #expect(try await pieces(answer("", "{text: \"${HOME}\"}", ["HOME": "given"])) == ["given"])
  }

  @Test func `a silence longer than the read timeout, and the end of the call, are timeouts inside of the stream`() async throws {
    for isSilence in [true, false] {
      var policy = PreparedRequest.Policy()
      if isSilence { policy.readTimeout = .milliseconds(10) } else { policy.deadline = .now + .milliseconds(10) }
      let response = try await answer(" -> events", "{events: [a, b], delay: 60s}", policy: policy)
      var seen: [[UInt8]] = []
      let error = await #expect(throws: TransportError.self) { for try await piece in response.body { seen.append(piece) } }
      #expect(seen == [Array("data: a\n\n".utf8)])
      let message = isSilence ? "timed out waiting for data from the mock" : "timed out waiting for the mock"
      #expect(error == TransportError(.timeout, message))
    }
  }

  @Test func `a cancelled reader ends the stream`() async throws {
    let response = try await answer(" -> events", "{events: [a, b], delay: 60s}")
    let reader = Task {
      for try await _ in response.body { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await reader.value }
  }

  @Test(arguments: [
    ("[]", []),
    ("[hello]", ["data: hello\n\n"]),
    (#"["a\nb\r\nc\rd", ""]"#, ["data: a\ndata: b\ndata: c\ndata: d\n\n", "data: \n\n"]),
    ("[1.10, true, ~, [1, 2], {a: {b: x}}]", ["1.10", "true", "null", "[1,2]", #"{"a":{"b":"x"}}"#].map { "data: \($0)\n\n" }),
    ("[{event: added, data: {id: 7}, id: 1}]", ["event: added\nid: 1\ndata: {\"id\":7}\n\n"]),
    ("[{data: x, retry: 20}, {data: ''}]", ["retry: 20\ndata: x\n\n", "data: \n\n"]),
    // Without `data`, or with an unknown member, it is JSON.
    ("[{id: 1}, {data: 1, kind: a}]", ["data: {\"id\":1}\n\n", "data: {\"data\":1,\"kind\":\"a\"}\n\n"]),
    ("['${WHO}', {event: '${WHO}', data: {to: '${WHO}'}}]", ["data: Ann\n\n", "event: Ann\ndata: {\"to\":\"Ann\"}\n\n"]),
  ])
  func `each item is one piece`(_ events: String, _ expected: [String]) async throws {
    let response = try await answer(" -> events", "{events: \(events)}", ["WHO": "Ann"])
    #expect(response.status == .ok && response.headers[.contentType] == "text/event-stream")
    #expect(try await pieces(response) == expected)
  }

  @Test func `a variable begins no other field`() async throws {
    let response = try await answer(" -> events", "{events: [{event: '${X}', data: 1}]}", ["X": "a\ndata: 2"])
    #expect(try await pieces(response) == ["event: a data: 2\ndata: 1\n\n"])
  }

  @Test(arguments: [
    ("[a, b]", "text/plain; charset=utf-8", ["a\n", "b\n"]),
    ("[{a: 1}, b, {data: 1, id: 2}]", "application/x-ndjson", ["{\"a\":1}\n", "\"b\"\n", "{\"data\":1,\"id\":2}\n"]),
  ])
  func `lines where the endpoint gives lines`(_ events: String, _ type: String, _ expected: [String]) async throws {
    let response = try await answer(" -> lines", "{events: \(events)}")
    #expect(response.headers[.contentType] == type)
    #expect(try await pieces(response) == expected)
  }

  @Test func `the status and the type are those of the mock`() async throws {
    let response = try await answer("", "{status: 206, headers: {Content-Type: text/x-feed}, events: [a]}")
    #expect(response.status.code == 206 && response.headers[.contentType] == "text/x-feed")
  }

  @Test func `a delay stands between two events`() async throws {
    let response = try await answer(" -> events", "{events: [a, b], delay: 30ms}")
    var iterator = response.body.makeAsyncIterator()
    _ = try await iterator.next()
    let first = ContinuousClock.now
    _ = try await iterator.next()
    #expect(ContinuousClock.now - first >= .milliseconds(30))
    #expect(try await iterator.next() == nil)
  }

  @Test func `no delay stands before the first event`() async throws {
    // So long that a busy machine cannot be taken for it.
    let response = try await answer(" -> events", "{events: [a, b], delay: 300s}")
    var iterator = response.body.makeAsyncIterator()
    let start = ContinuousClock.now
    #expect(try await iterator.next() != nil && .now - start < .seconds(300))
  }
}
