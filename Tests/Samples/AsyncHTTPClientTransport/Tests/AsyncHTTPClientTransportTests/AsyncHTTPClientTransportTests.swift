import AsyncHTTPClient
import AsyncHTTPClientTransport
import Dial
import DialTesting
import Testing

/// Calls over AsyncHTTPClient, to a server that responds with the mocks of the spec.
struct AsyncHTTPClientTransportTests {
  private static func spec(base: String) throws -> Spec {
    try Spec.load(
      yaml: """
        service: users
        base: \(base)
        retry: none
        endpoints:
          get:
            GET: /users/{id} -> (id Int, name String)
            mock: {json: {id: 7, name: Ann}}
          add:
            POST: /users (name String)
            mock: {status: 201, json: {id: 8}}
          missing:
            GET: /missing
            mock: {status: 404, json: {message: gone}}
          numbers:
            GET: /numbers -> lines Int
            mock: {events: [1, 2, 3]}
        """)
  }

  private static func withClient(base: String? = nil, _ work: (Client, MockServer) async throws -> Void) async throws {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    let http = HTTPClient(configuration: configuration)
    let server = try await MockServer(spec(base: "https://api.test"))
    do {
      try await work(Client(spec(base: base ?? server.base), transport: AsyncHTTPClientTransport(http)), server)
    } catch {
      Issue.record(error)
    }
    await server.stop()
    try await http.shutdown()
  }

  @Test func getsAResult() async throws {
    try await Self.withClient { users, _ in
      let user = try await users.call("get", ["id": 7])
      #expect(user.status == .ok)
      #expect(user.value.name == "Ann")
    }
  }

  @Test func sendsABody() async throws {
    try await Self.withClient { users, server in
      let added = try await users.call("add", ["name": "Bob"])
      #expect(added.status == .created)
      let sent = try #require(server.log.requests(of: "add").first)
      #expect(sent.headers[.contentType] == "application/json")
      guard case .bytes(let body) = sent.body else {
        Issue.record("no body was sent")
        return
      }
      #expect(String(decoding: body, as: UTF8.self) == #"{"name":"Bob"}"#)
    }
  }

  @Test func reportsTheStatusOfAFailure() async throws {
    try await Self.withClient { users, _ in
      let error = await #expect(throws: CallError.self) { try await users.call("missing") }
      #expect(error?.code == .status)
      #expect(error?.message == "the server responded with 404 Not Found: gone")
    }
  }

  @Test func streamsElements() async throws {
    try await Self.withClient { users, _ in
      var numbers: [Int?] = []
      for try await number in users.stream("numbers") { numbers.append(number.asInt) }
      #expect(numbers == [1, 2, 3])
    }
  }

  @Test func mapsErrors() async throws {
    try await Self.withClient(base: "http://127.0.0.1:1") { users, _ in
      let error = await #expect(throws: CallError.self) { try await users.call("get", ["id": 7]) }
      #expect(error?.code == .connect)
    }
  }
}
