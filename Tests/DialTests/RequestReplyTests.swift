import Dial
import Testing

/// Typed requests: their results, and the service around them.
@Suite struct RequestReplyTests {
  struct GetUser: Request {
    static let endpoint = "getUser"
    var id: Int
    struct Response: Decodable { var name: String }
    struct Failure: Decodable { var code: String }
  }

  @Test func `replies come as their types`() async throws {
    let users = try client(Answering(#"{"id":7,"name":"Ann"}"#))
    #expect(try await users.send(GetUser(id: 7)).name == "Ann")
    let reply = try await users.reply(to: GetUser(id: 7))
    #expect(try reply.isSuccess && reply.success().name == "Ann")
  }

  @Test func `a refused status is an error of send and a failure of reply`() async throws {
    let users = try client(Answering(status: 404, #"{"code":"gone"}"#))
    let error = await failure { () async throws(CallError) in _ = try await users.send(GetUser(id: 7)) }
    #expect(error.code == .status)
    let reply = try await users.reply(to: GetUser(id: 7))
    #expect(try !reply.isSuccess && reply.failure().code == "gone")
    #expect(throws: CallError.self) { try reply.success() }
  }

  struct Registered: Request {
    static let signature = "POST /users ! (code Int)"
    struct Failure: Decodable { var code: Int }
  }

  @Test func `a failure is read by its shape and its media type`() async throws {
    let users = try client(
      Answering { request in
        let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        return Response(status: .badRequest, headers: type, url: request.url, body: .init(Array("code=7".utf8)))
      })
    let reply = try await users.reply(to: Registered())
    #expect(try !reply.isSuccess && reply.failure().code == 7)
  }

  struct Added: Request {
    static let signature = "POST /added -> User"
    var email: String
    struct Response: Decodable { var id: Int }
  }

  @Test func `a signature stands below the service of its client`() async throws {
    let transport = Answering(#"{"id":9,"name":"Cy"}"#)
    let users = try client(transport)
    #expect(try await users.send(Added(email: "a@b.c")).id == 9)
    #expect(transport.sent[0].url == "https://api.test/v1/added")
    #expect(transport.sent[0].headers["Authorization"] == "Bearer tok-123456")
  }

  struct Logged: Request {
    static let signature = "{GET: /logged, use: [log]}"
  }

  @Test func `a signature names its middlewares, and each runs once`() async throws {
    let transport = Answering()
    let client = Client(base: "https://api.test", transport: transport)
    let error = await failure { () async throws(CallError) in _ = try await client.send(Logged()) }
    #expect(error.message == "unknown middleware 'log'")
    client.use("log") { request, next in
      var request = request
      request.url += "?log"
      return try await next(request)
    }
    try await client.send(Logged())
    #expect(transport.sent.map(\.url) == ["https://api.test/logged?log"])
  }
}
