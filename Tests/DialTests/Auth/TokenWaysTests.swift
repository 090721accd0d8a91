import Dial
import Foundation
import HTTPTypes
import Synchronization
import Testing

/// A rejected token is renewed once for every kind of call, and all requests are counted.
struct TokenWaysTests {
  static let spec = """
    base: https://api.test
    auth: {bearer: session}
    retry: {max: 2, on: [503, network], backoff: 0ms..0ms}
    endpoints:
      me: GET /me
      send: POST /send (x Int)
      file: GET /file -> bytes
      items: {GET: /items @ items, paginate: {next: next}}
      job: {GET: /job, poll: {until: "done == `true`", every: 1ms}}
      lines: GET /lines -> lines
      live: WS /live
    """

  enum Way: String, CaseIterable, Sendable {
    case call, download, pages, poll, stream

    var endpoint: String {
      switch self {
      case .call: "me"
      case .download: "file"
      case .pages: "items"
      case .poll: "job"
      case .stream: "lines"
      }
    }

    func run(_ client: Client) async throws(CallError) {
      switch self {
      case .call: try await client.call(endpoint)
      case .download:
        let path = FileManager.default.temporaryDirectory.appending(path: "dial-ways-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await client.download(endpoint, to: path)
      case .pages: for try await _ in client.pages(endpoint) {}
      case .poll: _ = try await client.poll(endpoint)
      case .stream: for try await _ in client.stream(endpoint) {}
      }
    }
  }

  /// Responds as in a script, and repeats the last response: `401`, `503`, `200`; the body fits every kind of call.
  private static func server(_ script: [Int]) -> Answering {
    let turn = Mutex(0)
    return Answering { request in
      let number = turn.withLock { turn in
        defer { turn += 1 }
        return turn
      }
      let status = script[min(number, script.count - 1)]
      let isLines = request.url.hasSuffix("/lines")
      let body = isLines ? "{}\n" : #"{"items":[1],"next":null,"done":true}"#
      return Response(
        status: .init(code: status), headers: [.contentType: isLines ? "application/x-ndjson" : "application/json"], url: request.url,
        body: .init(Array(body.utf8)))
    }
  }

  /// Issues `token-1`, `token-2`, …
  private static func client(_ transport: any Transport) throws -> Client {
    let client = Client(try Spec.load(yaml: spec), transport: transport)
    let count = Mutex(0)
    client.renew("session") { _ in
      count.withLock { count in
        count += 1
        return Token("token-\(count)")
      }
    }
    return client
  }

  private static func tokens(_ server: Answering) -> [String] { server.sent.map { $0.headers[.authorization] ?? "-" } }

  @Test(arguments: Way.allCases) func aTokenThatIsNeverTakenEndsTheCallAfterTwoRequests(way: Way) async throws {
    let server = Self.server([401])
    let client = try Self.client(server)
    let error = await failure { () throws(CallError) in try await way.run(client) }
    #expect(error.code == .credentials && error.status?.code == 401)
    #expect(error.attempts == 2 && error.earlier.map(\.status) == [401])
    #expect(error.earlier.map(\.message) == ["the server responded with 401"])
    #expect(Self.tokens(server) == ["Bearer token-1", "Bearer token-2"])
  }

  @Test(arguments: Way.allCases) func aTokenThatIsRefusedIsRenewedOnce(way: Way) async throws {
    let server = Self.server([401, 200])
    try await way.run(try Self.client(server))
    #expect(Self.tokens(server) == ["Bearer token-1", "Bearer token-2"])
  }

  @Test func aHandshakeRenewsARejectedToken() async throws {
    let refusing = ScriptedSockets(.refuse(401, "{}"))
    let client = try Self.client(refusing)
    let error = await failure { () throws(CallError) in _ = try await client.connect("live") }
    #expect(error.code == .credentials && error.attempts == 2 && error.earlier.map(\.status) == [401])
    let sockets = ScriptedSockets(.refuse(401, "{}"), .open([.text("hello")], .closed(1000, "")))
    let socket = try await Self.client(sockets).connect("live")
    var read: [String?] = []
    for try await message in socket { read.append(message.asText) }
    #expect(read == ["hello"])
    #expect(sockets.asked.map { $0.headers[.authorization] } == ["Bearer token-1", "Bearer token-2"])
  }

  @Test func attemptsBeforeAndAfterARenewalAreAllCounted() async throws {
    let server = Self.server([503, 401, 503])
    let client = try Self.client(server)
    let error = await failure { () throws(CallError) in try await client.call("me") }
    #expect(error.message == "the server responded with 503 (after 5 attempts)")
    #expect(error.attempts == 5 && server.sent.count == 5)
    #expect(error.earlier.map(\.status) == [503, 401, 503, 503])
  }

  @Test func aRenewalThatFailsSentTheCallOnce() async throws {
    let server = Self.server([401])
    let client = Client(try Spec.load(yaml: Self.spec), transport: server)
    client.renew("session") { old in
      if old != nil { throw CallError(.credentials, "the account is locked") }
      return Token("token-1")
    }
    let error = await failure { () throws(CallError) in try await client.call("me") }
    #expect(error.message == "the token 'session' could not be renewed: the account is locked")
    #expect(error.attempts == 1 && error.earlier.map(\.status) == [401] && server.sent.count == 1)
  }

  @Test func metricsOfASuccessCountAllAttempts() async throws {
    let metrics = try await Self.client(Self.server([401, 200])).call("send", ["x": 1]).metrics
    #expect(metrics.attempts == 2 && metrics.bytesSent == 14)
  }
}
