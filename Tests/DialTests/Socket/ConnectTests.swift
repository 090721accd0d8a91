import Dial
import DialTesting
import Testing

private let rooms = """
  base: https://api.test/v1
  auth: bearer ${TOKEN}
  types:
    Problem: {code: String}
  endpoints:
    live: WS /rooms/{id} (query.token?, from Int?) ! Problem
    chat: {WS: /chat, headers: {Sec-WebSocket-Protocol: "chat.v2, chat.v1"}}
    fixed: {WS: /chat, headers: {Sec-WebSocket-Key: abc}}
    away: WS wss://other.test/feed
    get: GET /rooms
  """

/// Opening WebSockets: requests, observers and errors.
struct ConnectTests {
  private static func client(_ transport: any Transport, base: String? = nil, yaml: String = rooms) throws -> Client {
    Client(try Spec.load(yaml: yaml, name: "rooms.yaml"), variables: ["TOKEN": "tok-123456"], base: base, transport: transport)
  }

  @Test func onlyWebSocketsAreConnectedAndOnlyOthersAreCalled() async throws {
    let transport = ScriptedSockets(.open([], .silent))
    let client = try Self.client(transport)
    let opened = await refusal { _ = try await client.connect("get") }
    #expect(opened.description == "rooms.yaml:10:3: error: 'get' is not a WebSocket; call it instead of connecting [arguments]")
    let called = await refusal { try await client.call("live", ["id": 1]) }
    #expect(called.description == "rooms.yaml:6:3: error: 'live' is a WebSocket; open it with 'connect' instead of calling it [arguments]")
    let faulty = await refusal { _ = try await client.connect("live", ["from": "x"]) }
    #expect(faulty.code == .arguments)
    #expect(faulty.message.split(separator: "\n").count == 2)
    #expect(transport.asked.isEmpty)
  }

  @Test func whatBelongsToTheHandshakeIsNotSet() async throws {
    let transport = ScriptedSockets(.open([], .silent))
    let client = try Self.client(transport)
    let table: [(String, SocketOptions, String)] = [
      ("fixed", .init(), "the header 'Sec-WebSocket-Key' is controlled by the handshake and cannot be set"),
      ("chat", .init(subprotocols: ["a b"]), "'a b' is not a valid subprotocol; use letters, digits and !#$%&'*+-.^_`|~"),
    ]
    for (endpoint, options, wanted) in table {
      let error = await refusal { _ = try await client.connect(endpoint, socket: options) }
      #expect(error.message == wanted)
      #expect(error.code == .arguments)
    }
    #expect(transport.asked.isEmpty)
  }

  @Test func mocksOpenNone() async throws {
    let (client, _) = Client.recording(try Spec.load(yaml: rooms, name: "rooms.yaml"), variables: ["TOKEN": "t"])
    let error = await refusal { _ = try await client.connect("live", ["id": 1]) }
    #expect(
      error.description
        == "rooms.yaml:6:3: error: 'live' is a WebSocket, which this transport does not support [unsupported]\n"
        + "  connect to the server; mocks and recordings do not support WebSockets")
  }

  static let refusals: [(ScriptedSockets.Answer, String)] = [
    (.refuse(200, "hello"), "protocol 200 the server responded with 200, but did not open a WebSocket"),
    (.refuse(401, #"{"code":"no"}"#, ["Content-Type": "application/json"]), "credentials 401 the server responded with 401"),
    (.refuse(302, "", ["Location": "wss://evil.test/"]), "status 302 the server responded with 302"),
    (.refuse(503, ""), "status 503 the server responded with 503"),
    (.fail(TransportError(.connect, "nobody there")), "connect - nobody there"),
  ]

  @Test(arguments: refusals) func refused(_ answer: ScriptedSockets.Answer, _ wanted: String) async throws {
    let transport = ScriptedSockets(answer)
    let client = try Self.client(transport)
    let error = await refusal { _ = try await client.connect("live", ["id": 1], CallOptions(retries: 0)) }
    #expect("\(error.code) \(error.status.map { "\($0.code)" } ?? "-") \(error.message)" == wanted)
    #expect(error.endpoint == "live")
    #expect(error.request?.headers == [["authorization", "Bearer ‹redacted›"]])
    // Redirects are not followed, so credentials are not sent elsewhere.
    #expect(transport.asked.map(\.url) == ["wss://api.test/v1/rooms/1"])
  }

  @Test func aRefusalHasItsBodyAndShape() async throws {
    let client = try Self.client(ScriptedSockets(.refuse(403, #"{"code":"closed"}"#, ["Content-Type": "application/json"])))
    let error = await refusal { _ = try await client.connect("live", ["id": 1]) }
    #expect(error.body == Array(#"{"code":"closed"}"#.utf8))
    #expect(error.failure?.code.asString == "closed")
  }

  static let addresses: [(String?, String, String)] = [
    (nil, "live", "wss://api.test/v1/rooms/1"), ("http://localhost:8080", "live", "ws://localhost:8080/rooms/1"),
    ("wss://h.test", "live", "wss://h.test/rooms/1"), ("WSS://h.test/", "live", "WSS://h.test/rooms/1"),
    (nil, "away", "wss://other.test/feed"),
  ]

  @Test(arguments: addresses) func theSchemeIsThatOfSockets(_ base: String?, _ endpoint: String, _ wanted: String) async throws {
    let draft = try Self.client(ScriptedSockets(.open([], .silent)), base: base).prepare(endpoint, endpoint == "live" ? ["id": 1] : [:])
    #expect(draft.url == wanted)
    // Credentials belong to the base.
    #expect(draft.request.headers["authorization"] == (endpoint == "away" ? nil : "Bearer tok-123456"))
  }

  @Test func aBaseOfSocketsServesCalls() throws {
    let client = try Self.client(ScriptedSockets(.open([], .silent)), base: "wss://h.test")
    #expect(try client.prepare("get").url == "https://h.test/rooms")
    let error = #expect(throws: CallError.self) {
      try Self.client(ScriptedSockets(.open([], .silent)), base: "ws://h.test").prepare("live", ["id": 1])
    }
    #expect(error?.message == "the base of the spec uses https, so 'h.test' must use https too; http is allowed only for localhost")
  }

  @Test func middlewaresSeeTheHandshakeAndItsResponse() async throws {
    let transport = ScriptedSockets(.refuse(401, ""), .open([.text("hi")], .closed(1000, "")))
    let client = try Self.client(transport)
    client.use("again") { request, next in
      var request = request
      let first = try await next(request)
      guard first.status == .unauthorized else { return first }
      request.headers[HTTPField.Name("X-Ticket")!] = "2"
      return try await next(request)
    }
    let socket = try await client.connect("live", ["id": 1, "token": "t", "from": 5])
    #expect(await heard(socket) == ["hi", "end"])
    #expect(transport.asked.map(\.url) == Array(repeating: "wss://api.test/v1/rooms/1?token=t&from=5", count: 2))
    #expect(transport.asked.map { $0.headers["x-ticket"] } == [nil, "2"])
    #expect(transport.asked.allSatisfy { $0.method == .get && $0.headers["authorization"] == "Bearer tok-123456" })
    #expect(socket.url == "wss://api.test/v1/rooms/1?token=t&from=5")
  }

  @Test func subprotocolsOfTheSpecComeFirst() async throws {
    let transport = ScriptedSockets(.open([], .silent, ["Sec-WebSocket-Protocol": "own"]))
    let client = try Self.client(transport)
    let socket = try await client.connect("chat", socket: SocketOptions(subprotocols: ["own", "chat.v1"]))
    #expect(transport.asked[0].headers["sec-websocket-protocol"] == "chat.v2, chat.v1, own")
    #expect(socket.subprotocol == "own")
    #expect(transport.asked[0].socket?.maxMessageBytes == 16 << 20)
  }

  @Test func listenersAreReported() async throws {
    let client = try Self.client(ScriptedSockets(.open([], .silent), .refuse(503, "")))
    let told = Told()
    client.on { told.add($0) }
    _ = try await client.connect("live", ["id": 1])
    _ = await refusal { _ = try await client.connect("live", ["id": 1], CallOptions(retries: 0)) }
    #expect(told.all == ["1 started", "1 received 101", "1 finished", "2 started", "2 received 503", "2 failed status", "2 finished"])
  }

  @Test func aHandshakeIsRetriedLikeACall() async throws {
    let transport = ScriptedSockets(.fail(TransportError(.connect, "nobody there")), .refuse(503, ""), .open([], .silent))
    let client = try Self.client(transport)
    let told = Told()
    client.on { told.add($0) }
    _ = try await client.connect("live", ["id": 1], CallOptions(timeout: .seconds(3600)))
    #expect(told.all == ["1 started", "1 retried 2", "1 retried 3", "1 received 101", "1 finished"])
    #expect(transport.asked.count == 3)
  }

  @Test func theDryRunShowsTheHandshake() async throws {
    let draft = try Self.client(ScriptedSockets(.open([], .silent))).prepare("chat")
    #expect(
      JSONWriter.text(try await draft.description())
        == #"{"endpoint":"chat","method":"WS","url":"wss://api.test/v1/chat","headers":[["sec-websocket-protocol","chat.v2, chat.v1"],"#
        + #"["authorization","Bearer ‹redacted›"]],"body":null}"#)
  }
}
