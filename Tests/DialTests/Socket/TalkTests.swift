import Dial
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

private let feed = """
  base: https://api.test
  endpoints:
    live: WS /live
    ticks: {WS: "/ticks @ data -> (symbol String, price Double)", fails: {when: error, message: error}}
    words: WS /words -> String
  """

/// Open WebSockets: ends, closes, values, reconnections.
struct TalkTests {
  private static func connect(
    _ transport: ScriptedSockets, _ endpoint: String = "live", _ options: SocketOptions = .init()
  ) async throws -> Socket {
    let client = Client(try Spec.load(yaml: feed, name: "feed.yaml"), transport: transport)
    return try await client.connect(endpoint, socket: options)
  }

  static let ends: [(ScriptedSockets.End, [String])] = [
    (.closed(4001, "bye"), ["a", "closed: the server closed the WebSocket with 4001: bye"]),
    (.closed(1011, ""), ["a", "closed: the server closed the WebSocket with 1011 (internal error)"]),
    (.broken(TransportError(.truncated, "cut (1006)")), ["a", "truncated: cut (1006)"]),
    (.closed(1000, ""), ["a", "end"]), (.closed(1001, ""), ["a", "end"]), (.closed(nil, ""), ["a", "end"]),
  ]

  @Test(arguments: ends) func theEndOfASocketIsReported(_ end: ScriptedSockets.End, _ wanted: [String]) async throws {
    let socket = try await Self.connect(ScriptedSockets(.open([.text("a")], end)))
    #expect(socket.closing == nil)
    #expect(await heard(socket) == wanted)
    if case .closed(let code, let reason) = end { #expect(socket.closing == Socket.Closing(code: code, reason: reason)) }
  }

  static let closes: [(UInt16, String, String)] = [
    (1005, "", "invalid close code 1005; use 1000 to 1003, 1007 to 1014 or 3000 to 4999"),
    (2999, "", "invalid close code 2999; use 1000 to 1003, 1007 to 1014 or 3000 to 4999"),
    (1000, String(repeating: "é", count: 62), "the close reason has 124 bytes, more than the maximum of 123 bytes"),
  ]

  @Test(arguments: closes) func aMessageThatCannotBeSentDoesNotCloseTheSocket(_ code: UInt16, _ reason: String, _ wanted: String)
    async throws
  {
    let transport = ScriptedSockets(.open([], .silent))
    let socket = try await Self.connect(transport)
    let error = await refusal { try await socket.close(code: code, reason: reason) }
    #expect(error.message == wanted)
    #expect(transport.sockets[0].closed == nil)
  }

  @Test func afterACloseNothingIsSent() async throws {
    let transport = ScriptedSockets(.open([], .silent))
    let socket = try await Self.connect(transport)
    try await socket.send("text")
    try await socket.send([1, 2])
    try await socket.send(["type": "hello", "n": 1])
    try await socket.send(.bytes([]))
    try await socket.close(code: 4000, reason: "done")
    #expect(transport.sockets[0].sent == [.text("text"), .bytes([1, 2]), .text(#"{"type":"hello","n":1}"#), .bytes([])])
    #expect(transport.sockets[0].closed == Socket.Closing(code: 4000, reason: "done"))
    let error = await refusal { try await socket.send("late") }
    #expect(error.description == "feed.yaml:3:3: error: the WebSocket is closed [closed]")
    #expect(await heard(socket) == ["end"])
  }

  @Test func valuesAreSelectedAndChecked() async throws {
    let messages: [Socket.Message] = [
      .text(#"{"data": {"price": 1.5, "symbol": "A"}}"#), .text(#"{"data": {"price": "x", "symbol": "A"}}"#), .text("{}"), .text("no"),
      .text(#"{"error": "denied"}"#), .bytes(Array(#"{"data": {"symbol": "B", "price": 2}}"#.utf8)),
    ]
    let socket = try await Self.connect(ScriptedSockets(.open(messages, .closed(1000, ""))), "ticks")
    var seen: [String] = []
    var values = socket.values.makeAsyncIterator()
    var isOver = false
    while !isOver {
      do {
        guard let value = try await values.next() else {
          isOver = true
          continue
        }
        let (symbol, price) = try value.tuple(String.self, Double.self)
        seen.append("\(symbol) \(price)")
      } catch let error as CallError {
        seen.append("\(error.code): \(error.message)")
      }
    }
    #expect(
      seen == [
        "A 1.5", "decoding: the message does not match (symbol String, price Double): 'price' must be a number, but is 'x'",
        "selection: '@ data' selects nothing in the message: 'data' is missing or null",
        "decoding: the message is not valid JSON: expected 'null', found 'o' (line 1, column 2)",
        "status: the server reported a failure: denied", "B 2.0",
      ])
  }

  @Test func aDeclaredStringIsTextAsItCame() async throws {
    let socket = try await Self.connect(ScriptedSockets(.open([.text("no JSON")], .closed(1000, ""))), "words")
    var seen: [String?] = []
    for try await value in socket.values { seen.append(value.asString) }
    #expect(seen == ["no JSON"])
    #expect(throws: CallError.self) { try Socket.Message.text("no JSON").json() }
    #expect(try Socket.Message.text("[1]").json()[0].asInt == 1)
  }

  private static var quick: SocketOptions.Reconnect { .init(attempts: 3, wait: .milliseconds(1), maxWait: .milliseconds(2)) }
  private static let cut = TransportError(.truncated, "cut (1006)")
  private static let gone = TransportError(.connect, "nobody there")

  @Test func reconnectingIsOffByDefault() async throws {
    let transport = ScriptedSockets(.open([.text("a")], .broken(Self.cut)))
    #expect(await heard(try await Self.connect(transport)) == ["a", "truncated: cut (1006)"])
    #expect(transport.asked.count == 1)
  }

  @Test func aBrokenConnectionIsOpenedAgain() async throws {
    let transport = ScriptedSockets(
      .open([.text("a")], .broken(Self.cut)), .fail(Self.gone), .refuse(503, ""), .open([.text("b")], .closed(1012, "restart")),
      .open([.text("c")], .closed(1000, "")))
    let socket = try await Self.connect(transport, "live", .init(greeting: [.text("subscribe")], reconnect: Self.quick))
    #expect(await heard(socket) == ["a", "b", "c", "end"])
    #expect(transport.asked.count == 5)
    #expect(transport.sockets.map(\.sent) == Array(repeating: [.text("subscribe")], count: 3))
  }

  @Test func aConnectionThatBreaksAtOnceIsReopenedAFewTimes() async throws {
    let transport = ScriptedSockets(.open([], .closed(1012, "")))
    let socket = try await Self.connect(transport, "live", .init(reconnect: Self.quick))
    let start = ContinuousClock.now
    let wanted = ["closed: the server closed the WebSocket with 1012 (service restart)"]
    #expect(await heard(socket) == wanted)
    #expect(transport.asked.count == 4)
    #expect(.now - start >= .milliseconds(750))
    #expect(await heard(socket) == wanted)
    #expect(transport.asked.count == 4)
  }

  @Test func aMessageResetsTheNumberOfAttempts() async throws {
    let restart = ScriptedSockets.Answer.open([.text("a")], .closed(1012, ""))
    let transport = ScriptedSockets(restart, restart, restart, .open([], .closed(1000, "")))
    #expect(
      await heard(try await Self.connect(transport, "live", .init(reconnect: .init(attempts: 1, wait: .zero)))) == ["a", "a", "a", "end"])
  }

  @Test func aSocketClosedWhileReconnectingStaysClosed() async throws {
    let transport = ScriptedSockets(.open([], .broken(Self.cut)), .late(.milliseconds(200)))
    let socket = try await Self.connect(transport, "live", .init(reconnect: Self.quick))
    let reader = Task { await heard(socket) }
    let sender = Task { await refusal { try await socket.send("waits") } }
    for _ in 0..<1000 where transport.asked.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    try await socket.close()
    #expect(await reader.value == ["end"])
    #expect(await sender.value.message == "the WebSocket is closed")
    #expect(transport.sockets.map(\.sent) == [[], []])
  }

  @Test func aConnectionThatComesAfterTheCloseIsClosed() async throws {
    let transport = ScriptedSockets(.open([], .silent))
    let socket = try await Self.connect(transport, "live", .init(reconnect: Self.quick))
    try await socket.close(code: 4000, reason: "done")
    let late = ScriptedSocket([], .silent)
    #expect(await !socket.session.take(OpenedSocket(connection: late, head: socket.session.head), after: transport.sockets[0]))
    #expect(late.closed == Socket.Closing(code: 4000, reason: "done"))
    #expect((await refusal { try await socket.send("late") }).code == .closed)
    #expect(late.sent.isEmpty)
  }

  @Test func aPermanentFailureEndsReconnecting() async throws {
    let transport = ScriptedSockets(.open([], .broken(Self.cut)), .refuse(403, ""))
    let socket = try await Self.connect(transport, "live", .init(reconnect: Self.quick))
    #expect(await heard(socket) == ["status: the server responded with 403"])
    #expect(transport.asked.count == 2)
  }

  @Test func attemptsInARowAreBounded() async throws {
    let transport = ScriptedSockets(.open([], .broken(Self.cut)), .fail(Self.gone))
    let socket = try await Self.connect(transport, "live", .init(reconnect: Self.quick))
    #expect(await heard(socket) == ["connect: nobody there"])
    #expect(transport.asked.count == 4)
  }

  @Test func aNormalEndIsAnEnd() async throws {
    let transport = ScriptedSockets(.open([], .closed(1000, "")))
    #expect(await heard(try await Self.connect(transport, "live", .init(reconnect: Self.quick))) == ["end"])
    let refused = ScriptedSockets(.open([], .closed(4001, "")))
    #expect(
      await heard(try await Self.connect(refused, "live", .init(reconnect: Self.quick)))
        == ["closed: the server closed the WebSocket with 4001"])
    #expect(transport.asked.count + refused.asked.count == 2)
  }

  @Test func messagesSentWhileReconnectingUseTheNextConnection() async throws {
    let transport = ScriptedSockets(.open([], .broken(Self.cut)), .open([], .silent))
    let socket = try await Self.connect(transport, "live", .init(reconnect: Self.quick))
    try await socket.send("waits")
    #expect(transport.sockets.map(\.sent) == [[], [.text("waits")]])
    try await socket.close()
    #expect(await heard(socket) == ["end"])
  }

  @Test func waitsDoubleUpToABound() {
    let policy = SocketOptions.Reconnect()
    #expect([0.0, 0.5, 1].map { policy.wait(0, $0) } == [.milliseconds(250), .milliseconds(625), .seconds(1)])
    #expect(Self.quick.wait(5, 1) == .milliseconds(250))
    #expect([0, 1, 4, 5, 60].map { policy.maxWait($0) } == [.seconds(1), .seconds(2), .seconds(16), .seconds(30), .seconds(30)])
  }
}
