import Dial
import TestSupport
import Testing

@testable import DialDoctor

/// The server of a spec, broken on purpose.
@Suite struct ServiceCheckTests {
  private static let now = 1_767_225_600.0

  private func checks(
    _ base: String, proxy: String? = nil, at now: Double = Self.now, spec: String = ""
  ) async throws -> [String: Check] {
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = proxy.map { .variables(["http_proxy": $0]) } ?? .none
    let service = try Spec.load(yaml: "base: https://a.test\n\(spec)endpoints: {get: GET /}\n").service
    // No test is about the limit of a check, which a busy machine can reach.
    let all = await ServiceChecks(base: base, configuration: configuration, service: service, timeout: .seconds(300), now: { now }).checks()
    return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  private func server(date: String?, status: Int = 200, delay: Duration = .zero) async throws -> LoopbackServer {
    try await LoopbackServer { request in
      try? await Task.sleep(for: delay)
      return LoopbackResponse(status: status, headers: date.map { [("Date", $0)] } ?? [])
    }
  }

  private static let date = "Thu, 01 Jan 2026 00:00:00 GMT"

  @Test func `A server that works, whatever its status`() async throws {
    let server = try await server(date: Self.date, status: 404)
    let checks = try await checks(server.base)
    #expect(checks.values.allSatisfy { $0.state == .ok }, "\(checks)")
    #expect(checks.keys.sorted() == ["clock", "connection", "first byte", "name"])
    #expect(checks["clock"]?.text == "agrees with that of the server")
    #expect(checks["connection"]?.text.hasSuffix("HEAD gives status 404") == true)
    await server.stop()
  }

  @Test(arguments: [
    (30.0, Check.State.warning, "this machine is 29 seconds ahead of the server"),
    (-20.0, .warning, "this machine is 20 seconds behind the server"),
    (7200.0, .problem, "this machine is 119 minutes ahead of the server, so signatures and tokens can be refused"),
    (-86_400.0 * 3, .problem, "this machine is 3 days behind the server, so signatures and tokens can be refused"),
  ]) func `A clock that is wrong`(skew: Double, state: Check.State, text: String) async throws {
    let server = try await server(date: Self.date)
    let check = try await checks(server.base, at: Self.now + skew)["clock"]
    #expect(check?.state == state && check?.text == text && check?.advice != nil, "\(String(describing: check))")
    await server.stop()
  }

  @Test(arguments: [nil, "yesterday"]) func `A server without a date`(date: String?) async throws {
    // The test server adds a date unless it is given one.
    let server = try await server(date: date ?? "")
    #expect(try await checks(server.base)["clock"] == .ok("clock", "the server sends no date to compare it with"))
    await server.stop()
  }

  @Test func `A name that does not resolve`() async throws {
    let checks = try await checks("http://name.invalid")
    #expect(checks.keys.sorted() == ["name"])
    #expect(checks["name"]?.state == .problem && checks["name"]?.text.hasPrefix("'name.invalid' cannot be resolved: ") == true)
  }

  @Test func `A closed port`() async throws {
    let server = try await server(date: nil)
    await server.stop()
    let checks = try await checks(server.base)
    #expect(checks["connection"]?.state == .problem && checks["connection"]?.advice == .base)
    #expect(checks["clock"] == nil)
  }

  @Test func `A dead proxy`() async throws {
    let server = try await server(date: nil)
    await server.stop()
    let checks = try await checks("http://a.test", proxy: "http://127.0.0.1:\(server.port)")
    #expect(checks["name"]?.text == "the proxy http://127.0.0.1:\(server.port) looks it up")
    #expect(checks["connection"]?.state == .problem && checks["connection"]?.advice == .proxy)
  }

  @Test func `A server that does not speak TLS`() async throws {
    let server = try await server(date: nil)
    let checks = try await checks(server.base.replacing("http://", with: "https://"))
    #expect(checks.values.contains { $0.state == .problem })
    await server.stop()
  }

  @Test func `A slow server`() async throws {
    let server = try await server(date: Self.date, delay: .milliseconds(2100))
    let checks = try await checks(server.base)
    #expect(checks["first byte"]?.state == .warning, "\(checks)")
    await server.stop()
  }

  @Test func `A base that is not a URL`() async throws { #expect(try await checks("nothing")["base"]?.state == .problem) }

  @Test func `A variable without a value`() throws {
    let service = try Spec.load(yaml: "base: https://a.test\nauth: bearer ${TOKEN}\nendpoints: {get: GET /}\n").service
    let checks = VariableChecks.checks(
      service, needed: [VariableNeed("TOKEN", by: ["get"]), VariableNeed("TENANT", by: [])]
    ) {
      $0.name == "TENANT" ? VariableChecks.Source("the environment") : nil
    }
    #expect(checks == [.problem("TOKEN", "secret, has no value", .variable("TOKEN")), .ok("TENANT", "from the environment")])
    #expect(VariableChecks.checks(service, needed: []) { _ in nil } == [.ok("variables", "the spec needs none")])
  }

  @Test(arguments: [
    ("TOKEN", Check.problem("TOKEN", "secret, empty in --var", .variable("TOKEN"))), ("PLAIN", .ok("PLAIN", "from --var")),
  ])
  func `An empty secret has no value`(name: String, check: Check) throws {
    let service = try Spec.load(yaml: "base: https://a.test\nauth: bearer ${TOKEN}\nendpoints: {get: GET /}\n").service
    let checks = VariableChecks.checks(service, needed: [VariableNeed(name, by: ["get"])]) { _ in .init("--var", isEmpty: true) }
    #expect(checks == [check])
  }

  @Test func `A variable that few endpoints need is a warning`() throws {
    let service = try Spec.load(yaml: "base: https://a.test\nendpoints: {a: GET /, b: GET /, c: \"GET /${PP}\"}\n").service
    let checks = VariableChecks.checks(service, needed: [VariableNeed("PP", isPassed: true, by: ["c"])]) { _ in nil }
    #expect(checks == [.warning("PP", "has no value; needed by 'c'", .passedVariable("PP"))])
  }

  @Test func `A limit of the caller ends the request`() async throws {
    // So long that a busy machine cannot be taken for it.
    let delay = Duration.seconds(300)
    let server = try await server(date: nil, delay: delay)
    let service = try Spec.load(yaml: "endpoints: {get: GET /}\n").service
    let start = ContinuousClock.now
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .none
    let checks = await ServiceChecks(
      base: server.base, configuration: configuration, service: service, timeout: .milliseconds(200)
    )
    .checks()
    #expect(checks.last?.state == .problem && checks.last?.text.contains("200ms") == true, "\(checks)")
    #expect(.now - start < delay)
    await server.stop()
  }

  @Test(arguments: [("", "/"), ("/", "/"), ("/v1", "/v1"), ("/v1/", "/v1/")]) func `The request is for the base`(path: String, sent: String)
    async throws
  {
    let server = try await LoopbackServer { LoopbackResponse(status: $0.target == sent ? 204 : 404) }
    #expect(try await checks(server.base + path)["connection"]?.text.hasSuffix("HEAD gives status 204") == true)
    await server.stop()
  }
}
