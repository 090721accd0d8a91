import Dial
import DialHTTP
import Synchronization
import Testing

/// Redirects of calls with a token: what was processed is not repeated, and another origin neither rejects a token nor sets one.
struct RedirectedTokenTests {
  /// A server with the responses for each `METHOD /path`, in order; the last one repeats.
  private final class Script: Sendable {
    private let answers: Mutex<[String: [LoopbackResponse]]>
    private let seen = Mutex<[String]>([])
    private let served = Mutex<LoopbackServer?>(nil)

    var base: String { served.withLock { $0 }?.base ?? "" }
    var log: [String] { seen.withLock { $0 } }

    init(_ answers: [String: [LoopbackResponse]]) async throws {
      self.answers = Mutex(answers)
      let server = try await LoopbackServer { [weak self] in self?.answer($0) ?? .dropped }
      served.withLock { $0 = server }
    }

    func stop() async { await served.withLock { $0 }?.stop() }

    private func answer(_ request: LoopbackRequest) -> LoopbackResponse {
      let line = "\(request.method) \(request.target)"
      let token = (request.header("Authorization") ?? request.header("X-Token")).map { " \($0)" } ?? ""
      seen.withLock { $0.append(line + token) }
      return answers.withLock { all in
        guard var left = all[line], let first = left.first else { return LoopbackResponse(status: 404) }
        if left.count > 1 { left.removeFirst() }
        all[line] = left
        return first
      }
    }
  }

  private static func json(_ text: String, _ status: Int = 200, _ headers: [(String, String)] = []) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: headers + [("Content-Type", "application/json")], body: Array(text.utf8))
  }

  private static func redirect(_ status: Int, to location: String) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: [("Location", location)])
  }

  private static let tokens = """
    auth: {bearer: session, login: {call: login}, token: {access: t}}
    endpoints: {order: POST /orders (a), login: POST /token}
    """

  @Test func afterARedirectOnlyTheLastRequestIsRepeated() async throws {
    let server = try await Script([
      "POST /token": [Self.json(#"{"t": "one"}"#), Self.json(#"{"t": "two"}"#)],
      "POST /orders": [Self.redirect(303, to: "/orders/7")], "GET /orders/7": [Self.json("{}", 401), Self.json(#"{"id": 7}"#)],
    ])
    let client = Client(try Spec.load(yaml: "base: \(server.base)\n\(Self.tokens)"))
    #expect(try await client.call("order", ["a": 1]).value.id == 7)
    #expect(
      server.log == [
        "POST /token", "POST /orders Bearer one", "GET /orders/7 Bearer one", "POST /token", "GET /orders/7 Bearer two",
      ])
    await server.stop()
  }

  @Test func anotherOriginDoesNotRejectTheToken() async throws {
    let other = try await Script(["GET /z": [Self.json("{}", 401)]])
    let server = try await Script([
      "POST /token": [Self.json(#"{"t": "one"}"#)], "POST /orders": [Self.redirect(302, to: "\(other.base)/z")],
    ])
    let client = Client(try Spec.load(yaml: "base: \(server.base)\n\(Self.tokens)"))
    let error = await #expect(throws: CallError.self) { try await client.call("order", ["a": 1]) }
    #expect(error?.code == .status && error?.status?.code == 401)
    #expect(server.log == ["POST /token", "POST /orders Bearer one"])
    #expect(other.log == ["GET /z"])
    await server.stop()
    await other.stop()
  }

  @Test(arguments: ["refusal, on: [409]", "response"])
  func anotherOriginDoesNotSetTheToken(_ supply: String) async throws {
    let other = try await Script(["GET /z": [Self.json("{}", supply == "response" ? 200 : 409, [("X-Token", "foreign")])]])
    let server = try await Script([
      "GET /a": [Self.redirect(302, to: "\(other.base)/z")], "POST /pay": [Self.json("{}", 200)],
    ])
    let client = Client(
      try Spec.load(
        yaml: """
          base: \(server.base)
          auth: {header: X-Token session, from: \(supply)}
          endpoints: {a: GET /a, pay: POST /pay (sum Int)}
          """))
    _ = try? await client.call("a")
    _ = try await client.call("pay", ["sum": 5])
    #expect(server.log == ["GET /a", "POST /pay"])
    await server.stop()
    await other.stop()
  }

  /// RFC 9111 section 4.4: each unsafe request makes the stored response of its URL outdated, also behind a redirect.
  @Test(arguments: [307, 303])
  func aChangeBehindARedirectReachesTheCache(_ status: Int) async throws {
    func fresh(_ number: Int) -> LoopbackResponse { Self.json("{\"n\": \(number)}", 200, [("Cache-Control", "max-age=60")]) }
    let server = try await Script([
      "GET /x": [fresh(0), fresh(1), fresh(2)], "POST /p": [Self.redirect(status, to: "/x")], "POST /x": [Self.json("{}")],
    ])
    let client = Client(
      try Spec.load(yaml: "base: \(server.base)\ncache: standard\nendpoints: {x: GET /x, p: POST /p}\n"))
    #expect(try await client.call("x").value.n == 0)
    _ = try await client.call("p")
    #expect(try await client.call("x").value.n != 0)
    await server.stop()
  }
}
