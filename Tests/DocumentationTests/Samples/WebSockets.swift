import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import DialStreams
import SocketTestSupport
import Testing

/// The Swift of `WebSockets.md`, against a server on this machine.
struct WebSocketsSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/WebSockets.md").spec(name) }
  }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  /// Echoes in `/rooms`, has one tick, and closes everything else with 4001.
  private static func serve(_ body: (String) async throws -> Void) async throws {
    let server = try await LoopbackServer(
      sockets: { request, message in
        if request.target.hasPrefix("/rooms") { return LoopbackMessages(message.map { [$0] } ?? []) }
        guard message == nil else { return LoopbackMessages() }
        let tick = Socket.Message.text(#"{"data": {"symbol": "DIAL", "price": 1.5}}"#)
        if request.target == "/ticker" { return LoopbackMessages([tick], closing: Socket.Closing()) }
        return LoopbackMessages(closing: Socket.Closing(code: 4001))
      }, handler: { _ in LoopbackResponse(status: 404) })
    do {
      try await body(server.base)
      await server.stop()
    } catch {
      await server.stop()
      throw error
    }
  }

  @Test func talking() async throws {
    try await Self.serve { base in
      // swift-format-ignore: AlwaysUseLowerCamelCase
      func Client(_ spec: Dial.Spec, variables: Variables) -> Dial.Client { .init(spec, variables: variables, base: base) }
      // sample
      let rooms = Client(try Spec.load("rooms.yaml"), variables: ["TOKEN": "t0p"])
      let socket = try await rooms.connect("live", ["id": 7])
      try await socket.send("hi")
      for try await message in socket {
        print(message.asText ?? "bytes")  // hi
        try await socket.close()
      }
      #expect(output.text == "hi")
    }
  }

  private static func client(_ base: String) throws -> Client {
    Client(try Spec.load("rooms.yaml"), variables: ["TOKEN": "t0p"], base: base)
  }

  @Test func values() async throws {
    try await Self.serve { base in
      let rooms = try Self.client(base)
      // sample
      let ticker = try await rooms.connect("ticker")
      for try await tick in ticker.values {
        let (symbol, price) = try tick.tuple(String.self, Double.self)
        print(symbol, price)  // DIAL 1.5
      }
      #expect(output.text == "DIAL 1.5")
    }
  }

  @Test func errors() async throws {
    try await Self.serve { base in try await listen(try Self.client(base)) }
    #expect(output.text == "closed 4001")
  }

  private func listen(_ rooms: Client) async throws {
    // sample
    let socket = try await rooms.connect("old")
    do {
      for try await message in socket { print(message) }
    } catch {
      print(error.code, socket.closing?.code ?? 0)  // closed 4001
    }
  }

  @Test func options() async throws {
    try await Self.serve { base in
      let rooms = try Self.client(base)
      // sample
      var options = SocketOptions(subprotocols: ["chat.v3"], ping: .seconds(10), reconnect: .init(attempts: 5))
      options.greeting = [.text("subscribe")]
      let socket = try await rooms.connect("live", ["id": 7], socket: options)
      var answers = socket.makeAsyncIterator()
      #expect(try await answers.next() == .text("subscribe"))
      #expect(socket.subprotocol == "chat.v3")
    }
  }
}
