import Dial
import HTTPTypes
import InMemoryTracing
import MetricsTestKit
import Testing
import Tracing

/// Spans and metrics of calls, with the names of OpenTelemetry and without secrets.
@Suite struct ObservabilityTests {
  private static let spec = users
  private let tracer = InMemoryTracer(idGenerator: .incrementing)
  private let metrics = TestMetrics()
  private let transport = Answering { request in
    switch request.url {
    case let url where url.contains("/3"): throw TransportError(.connect, "no way to tok-123456")
    case let url where url.contains("/2"):
      Response(status: .found, headers: [.location: "https://other.test/there"], url: url, body: .init([]))
    case let url where url.contains("/4"): Response(status: .notFound, url: url, body: .init([]))
    default:
      Response(
        status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(#"{"id": 1, "name": "A"}"#.utf8)))
    }
  }

  private func client(_ instruments: Instruments) throws -> Client {
    Client(
      try Spec.load(yaml: Self.spec, name: "users.yaml"), variables: ["TOKEN": "tok-123456"], transport: transport,
      instruments: instruments)
  }

  /// Returns spans as lines: parent, kind, name, status and attributes.
  private func lines() -> [String] {
    tracer.popFinishedSpans().map { span in
      var facts: [String] = []
      let note: (String, SpanAttribute) -> Void = { name, value in facts.append("\(name)=\(Self.text(value))") }
      span.attributes.forEach(note)
      let status = span.status.map { " \($0.code)\($0.message.map { ": \($0)" } ?? "")" } ?? ""
      return
        "\(span.parentSpanID ?? "-")/\(span.spanID) \(span.kind) \(span.operationName)\(status) \(facts.sorted().joined(separator: " "))"
    }
  }

  private static func text(_ value: SpanAttribute) -> String {
    switch value {
    case .string(let text): text
    case .int64(let number): "\(number)"
    default: "\(value)"
    }
  }

  @Test func `without instruments nothing is made, and nothing is sent along`() async throws {
    try await client(.none).getUser(id: 1)
    #expect(transport.sent.first?.headers.contains { $0.name.canonicalName.contains("trace") } == false)
    #expect(lines() == [])
  }

  @Test func `a call is a span, its request one inside it, and carries its context`() async throws {
    try await client(.init(tracer: tracer, metrics: nil)).call("getUser", ["id": 1], .init(query: ["k": "tok-123456"]))
    #expect(
      lines() == [
        "span-1/span-2 client GET /users/{id} http.request.method=GET http.response.status_code=200 server.address=api.test server.port=443 "
          + "url.full=https://api.test/v1/users/1?k=‹redacted› url.template=/users/{id}",
        "-/span-1 internal getUser dial.endpoint=getUser dial.requests=1 dial.service=users",
      ])
    #expect(transport.sent.first?.headers[.init("in-memory-span-id")!] == "span-2")
  }

  @Test func `a redirect is a request sent again, and a stranger learns no context`() async throws {
    try await client(.init(tracer: tracer, metrics: nil)).getUser(id: 2)
    let spans = lines()
    #expect(spans.count == 3 && spans.last == "-/span-1 internal getUser dial.endpoint=getUser dial.requests=2 dial.service=users")
    #expect(spans.first?.contains("http.response.status_code=302") == true)
    #expect(spans.dropFirst().first?.contains("http.request.resend_count=1") == true)
    #expect(transport.sent.map { $0.headers[.init("in-memory-span-id")!] } == ["span-2", nil])
  }

  @Test func `a field that the spec or the caller gives stands`() async throws {
    let users = try client(.init(tracer: tracer, metrics: nil))
    try await users.call("getUser", ["id": 1], .init(headers: ["in-memory-span-id": "mine"]))
    #expect(transport.sent.first?.headers[.init("in-memory-span-id")!] == "mine")
  }

  @Test func `a failure is told by its kind, without its secret`() async throws {
    let users = try client(.init(tracer: tracer, metrics: metrics))
    for id in [3, 4] { _ = await failure { () throws(CallError) in try await users.call("getUser", ["id": .init(id)], .init(retries: 0)) } }
    let spans = lines()
    #expect(spans.filter { $0.contains(" client ") && $0.contains("error.type=connect") }.count >= 1)
    #expect(spans.contains { $0.contains("internal getUser error: no way to ‹redacted› dial.endpoint") })
    #expect(spans.contains { $0.contains("error.type=404 http.request.method=GET http.response.status_code=404") })
    #expect(!spans.contains { $0.contains("tok-123456") })
    #expect(metrics.counterTotal(label: "dial.client.calls", dimensions: [("dial.endpoint", "getUser"), ("dial.outcome", "connect")]) == 1)
    #expect(metrics.counterTotal(label: "dial.client.calls", dimensions: [("dial.endpoint", "getUser"), ("dial.outcome", "status")]) == 1)
  }

  @Test func `each request is timed by method, place and outcome`() async throws {
    try await client(.init(tracer: nil, metrics: metrics)).getUser(id: 1)
    let timer = try #require(metrics.timers(label: "http.client.request.duration").first)
    #expect(
      timer.dimensions.map { "\($0.0)=\($0.1)" } == [
        "http.request.method=GET", "url.template=/users/{id}", "http.response.status_code=200", "server.address=api.test",
        "server.port=443",
      ])
    #expect(timer.values.count == 1)
    #expect(metrics.counterTotal(label: "dial.client.calls", dimensions: [("dial.endpoint", "getUser"), ("dial.outcome", "ok")]) == 1)
  }
}
