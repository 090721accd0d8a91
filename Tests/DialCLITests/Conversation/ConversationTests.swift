import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import DialModel
import DialStreams
import SocketTestSupport
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial call` of a WebSocket sends lines and prints messages.
struct ConversationTests {
  /// `/echo` returns every message; `/feed` sends three and closes; `/bye` closes with 4001.
  private static func serve(_ body: (String) async throws -> Void) async throws {
    let server = try await LoopbackServer(
      sockets: { request, message in
        switch (request.target, message) {
        case ("/echo", let message?): LoopbackMessages([message])
        case ("/feed", nil):
          LoopbackMessages(
            [.text(#"{"id": 1, "name": "Ann"}"#), .text(#"{"id": 2}"#), .text(#"{"id": 3, "name": "Cy"}"#)], closing: .init())
        case ("/mixed", nil): LoopbackMessages([.text("a\u{1B}[1mb"), .bytes([0, 255])], closing: .init())
        case ("/null", nil): LoopbackMessages([.text(#"{"id": 1}"#), .text("null"), .text("{}")], closing: .init())
        case ("/error", nil):
          LoopbackMessages([.text(#"{"id": 1}"#), .text(#"{"error": "no such room"}"#), .text("late")], closing: .init())
        case ("/bye", nil): LoopbackMessages([.text("last")], closing: .init(code: 4001, reason: "bye"))
        default: LoopbackMessages()
        }
      }, handler: { _ in LoopbackResponse(status: 404, body: Array("no".utf8)) })
    do {
      try await body(server.base)
      await server.stop()
    } catch {
      await server.stop()
      throw error
    }
  }

  private static func spec(_ base: String) -> [String: String] {
    [
      "rooms": """
      base: \(base)
      endpoints:
        echo: WS /echo
        feed: WS /feed
        people: WS /feed -> (id Int, name String?)
        mixed: WS /mixed
        bye: WS /bye
        nothing: WS /null
        error: {WS: /error, fails: {when: error, message: error}}
        typed: {WS: /error -> (id Int), fails: {when: error, message: error}}
      """
    ]
  }

  /// A line names a file only if the user says so.
  @Test func filesAreBinaryMessages() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.bin", [0, 255])
    try await Self.serve { base in
      let specs = Self.spec(base)
      let lines = "@\(path)\nhi\n"
      #expect(await dial("call rooms echo", specs: specs, stdin: lines).out == lines)
      let sent = await dial("call rooms echo --send-files", specs: specs, stdin: lines)
      #expect(sent.out == "AP8=\nhi\n", "\(sent)")
      let missing = await dial("call rooms echo --send-files", specs: specs, stdin: "@\(path)x\n")
      #expect(missing.exit == 1 && missing.err.contains("error: cannot read '\(path)x': it does not exist"), "\(missing)")
      let plain = "base: https://a.test\nendpoints: {x: {GET: /x, mock: {json: 1}}}"
      let other = await dial("call s x --send-files --mock", specs: ["s": plain])
      #expect(other == Ran(out: "", err: "error: --send-files requires a WebSocket, but 'x' is not one\n", exit: 2))
    }
  }

  @Test func whatCannotBeSaid() async throws {
    try await Self.serve { base in
      let specs = Self.spec(base)
      let file = await dial("call rooms echo -O x.txt", specs: specs)
      #expect(file.err == "error: --output-file does not support WebSockets; redirect the output with > FILE\n")
      #expect(file.exit == 2)
      let select = await dial("call rooms mixed --select id", specs: specs)
      #expect(select.err.contains(":6:3: error: the message is not valid JSON: "))
      #expect(select.exit == 9)
      let null = await dial("call rooms nothing --require -o json", specs: specs)
      #expect(null.out == "{\"id\":1}\n")
      #expect(null.err.contains(":8:3: error: an element of the result is null [selection]"), "\(null.err)")
      #expect(null.exit == 9)
      let closed = await dial("call rooms bye", specs: specs)
      #expect(
        closed
          == Ran(
            out: "last\n",
            err:
              "error: the server closed the WebSocket with 4001: bye [closed]\n  GET \(base.replacing("http", with: "ws"))/bye (rooms:7:3)\n",
            exit: 7))
      let mock = await dial("call rooms echo --mock", specs: specs)
      #expect(mock.exit == 1)
    }
  }

  /// `fails` is evaluated on each message, whether or not the spec declares what it is.
  @Test(arguments: [
    ("error", "{\"id\": 1}\n"), ("error -o raw", "{\"id\": 1}\n"), ("error -o none", ""), ("typed", "{\"id\":1}\n"),
  ])
  func aMessageReportsAFailure(line: String, out: String) async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms \(line) --no-input", specs: Self.spec(base))
      #expect(ran.out == out && ran.exit == 9)
      #expect(ran.err.contains(": error: the server reported a failure: no such room [status]\n"), "\(ran.err)")
      let json = await dial("call rooms \(line) --no-input --errors json", specs: Self.spec(base))
      #expect(json.err.contains(#""body":{"error":"no such room"}"#), "\(json.err)")
    }
  }

  @Test(.timeLimit(.minutes(1))) func theTimeIsForAllOfTheConversation() async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms echo --no-input --timeout 2s", specs: Self.spec(base))
      let told = "error: timed out after 2s; no message was received [timeout]\n"
      #expect(ran == Ran(out: "", err: "\(told)  GET \(base.replacing("http", with: "ws"))/echo (rooms:3:3)\n", exit: 7))
    }
  }

  private static func closed(_ time: String) -> String {
    "note: closed the WebSocket after \(time) without a message; to wait longer, use --wait\n"
  }

  /// A reply may take longer than the silence that ends a conversation.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("slow", "reply\n", closed("4s")), ("slow --wait 1s", "", closed("1s")), ("slow --wait close", "reply\n", ""),
      ("slow --wait 20s", "reply\n", ""),
    ])
  func theFirstResponseIsWaitedFor(line: String, out: String, err: String) async throws {
    let server = try await LoopbackServer(
      sockets: { _, message in
        guard message != nil else { return LoopbackMessages() }
        try? await Task.sleep(for: .seconds(6))
        return LoopbackMessages([.text("reply")], closing: line.contains("close") || line.contains("20s") ? .init() : nil)
      }, handler: { _ in LoopbackResponse(status: 404) })
    let spec = "base: \(server.base)\nendpoints: {slow: WS /slow}\n"
    #expect(await dial("call s \(line)", specs: ["s": spec], stdin: "a") == Ran(out: out, err: err, exit: 0))
    await server.stop()
  }

  @Test(arguments: [
    ("echo --wait x", "--wait must be a duration such as 500ms or 10s, or 'close', but is 'x'"),
    ("http --wait 1s", "--wait requires a WebSocket, but 'http' is not one"),
  ])
  func anInvalidWait(line: String, message: String) async {
    let ran = await dial("call s \(line)", specs: ["s": "base: http://127.0.0.1:1\nendpoints: {echo: WS /echo, http: GET /x}\n"])
    #expect(ran.err.hasPrefix("error: \(message)\n") && ran.exit == 2)
  }

  /// The line cannot be sent because the server has closed. That this side closes then, too, before the end is read, does not hide the code.
  @Test func theCodeOfTheServerCounts() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {live: WS /live}")
    let socket = try await Client(spec, transport: ClosedSocket()).connect("live")
    let console = Console(out: { _ in }, err: { _ in }, outIsTerminal: false, errIsTerminal: false, width: 80)
    let printer = MessagePrinter(console, Selection(), nil, of: try spec.service.endpoints[0])
    let error = await #expect(throws: CallError.self) {
      try await Conversation(printer: printer, lines: TypedLines { () async throws(Failure) in [0x61, 0x0A] }).run(socket)
    }
    #expect(error?.code == .closed && error?.message == "the server closed the WebSocket with 4001: bye")
  }

  @Test func aConversationThatEndsInTimeIsNoFailure() async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms echo --timeout 30s", specs: Self.spec(base), stdin: "a\n")
      #expect(ran == Ran(out: "a\n", err: Self.closed("4s"), exit: 0))
    }
  }

  /// The server sends messages all the time, and ignores a close.
  @Test(.timeLimit(.minutes(1))) func aServerThatGoesOnTalkingIsLeft() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {live: WS /live}")
    let socket = try await Client(spec, transport: EndlessSocket()).connect("live")
    let out = CollectedOutput()
    let console = Console(
      out: { bytes throws(Failure) in out.append(bytes) }, err: { _ in }, outIsTerminal: false, errIsTerminal: false, width: 80)
    let printer = MessagePrinter(console, Selection(), nil, of: try spec.service.endpoints[0])
    let conversation = Conversation(printer: printer, lines: nil, time: TimeLimit(.milliseconds(200)))
    let error = await #expect(throws: CallError.self) { try await conversation.run(socket) }
    #expect(error?.code == .timeout)
    let count = String(decoding: out.bytes, as: UTF8.self).split(separator: "\n").count
    #expect(error?.message == TimeLimit(.milliseconds(200)).message(after: count))
  }

  @Test func linesThatAreNoText() async throws {
    var lines = TypedLines { () async throws(Failure) in [0x61, 0xFF, 0x0A] }
    do throws(Failure) {
      _ = try await lines.next()
      Issue.record("it is text")
    } catch {
      #expect(error.message == "line 1 of standard input is not valid UTF-8 and cannot be sent as text")
    }
  }

  @Test func linesAreSentAndResponsesPrinted() async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms echo", specs: Self.spec(base), stdin: "one\n\ntwo é\nlast")
      #expect(ran == Ran(out: "one\n\ntwo é\nlast\n", err: Self.closed("4s"), exit: 0))
      let quiet = await dial("call rooms echo -q --wait 500ms", specs: Self.spec(base), stdin: "one")
      #expect(quiet == Ran(out: "one\n", err: "", exit: 0))
    }
  }

  static let forms: [(String, String)] = [
    ("feed", "{\"id\": 1, \"name\": \"Ann\"}\n{\"id\": 2}\n{\"id\": 3, \"name\": \"Cy\"}\n"),
    ("feed --select name", "\"Ann\"\nnull\n\"Cy\"\n"), ("feed --tuple id -o tsv", "1\n2\n3\n"),
    ("feed --tuple id -o csv", "id\n1\n2\n3\n"), ("people -o csv", "id,name\n1,Ann\n2,\n3,Cy\n"),
    ("feed --tuple id -o table", "id\n 1\n 2\n 3\n"),
    ("feed -o json", "{\"id\":1,\"name\":\"Ann\"}\n{\"id\":2}\n{\"id\":3,\"name\":\"Cy\"}\n"), ("feed -o none", ""),
    ("people", "{\"id\":1,\"name\":\"Ann\"}\n{\"id\":2}\n{\"id\":3,\"name\":\"Cy\"}\n"), ("mixed", "a\u{1B}[1mb\nAP8=\n"),
  ]

  @Test(arguments: forms) func messagesArePrinted(_ words: String, _ wanted: String) async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms \(words) --no-input", specs: Self.spec(base))
      #expect(ran == Ran(out: wanted, err: "", exit: 0))
    }
  }

  /// The server reads nothing, and sends nothing until it is closed.
  @Test func aLineThatCannotBeSentIsAFailure() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {live: WS /live}")
    let socket = try await Client(spec, transport: DeafSocket()).connect("live")
    let console = Console(out: { _ in }, err: { _ in }, outIsTerminal: false, errIsTerminal: false, width: 80)
    let printer = MessagePrinter(console, Selection(), nil, of: try spec.service.endpoints[0])
    let error = await #expect(throws: CallError.self) {
      try await Conversation(printer: printer, lines: TypedLines { () async throws(Failure) in [0x61, 0x0A] }).run(socket)
    }
    #expect(error?.code == .truncated)
    #expect(error?.message == "the connection is gone")
  }

  @Test func aTerminalGetsNoControlCharacters() async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms mixed --no-input", specs: Self.spec(base), terminal: true)
      #expect(!ran.out.contains("\u{1B}") && ran.out.hasSuffix("\nAP8=\n"))
    }
  }

  @Test func theHandshakeIsShown() async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms feed --no-input -v", specs: Self.spec(base))
      let lines = ran.err.split(separator: "\n").map(String.init)
      #expect(
        lines.prefix(3) == ["> GET \(base.replacing("http", with: "ws"))/feed", "> Host: \(base.dropFirst(7))", "> User-Agent: dial/0.2"])
      #expect(lines.contains("< HTTP 101 Switching Protocols"))
    }
  }
}

/// A transport, and its only WebSocket.
private protocol OnlySocket: SocketTransport, SocketConnection {}

extension OnlySocket {
  var closing: Socket.Closing? { nil }

  func connect(_ request: PreparedRequest) async throws -> Response {
    var response = Response(status: .switchingProtocols, headers: [:], url: request.url)
    response.socket = self
    return response
  }

  func send(_ request: PreparedRequest) async throws -> Response { throw TransportError(.connect, "no calls here") }
}

/// A connection without messages.
private final class DeafSocket: OnlySocket {
  private let (closes, isClosed) = AsyncStream<Void>.makeStream()

  func receive() async throws -> Socket.Message? {
    for await _ in closes {}
    return nil
  }

  func send(_ message: Socket.Message) async throws { throw TransportError(.truncated, "the connection is gone") }
  func close(_ closing: Socket.Closing) async { isClosed.finish() }
}

/// A connection that the server has closed, which its reader learns late.
private final class ClosedSocket: OnlySocket {
  private let (closes, isClosed) = AsyncStream<Void>.makeStream()
  var closing: Socket.Closing? { Socket.Closing(code: 4001, reason: "bye") }

  func receive() async throws -> Socket.Message? {
    for await _ in closes {}
    return nil
  }

  func send(_ message: Socket.Message) async throws { throw CallError(.closed, "the WebSocket is closed", attempts: 1) }
  func close(_ closing: Socket.Closing) async { isClosed.finish() }
}

/// A connection with a message every 10 ms until its reader is cancelled.
private final class EndlessSocket: OnlySocket {
  func receive() async throws -> Socket.Message? {
    try await Task.sleep(for: .milliseconds(10))
    return .text("more")
  }

  func send(_ message: Socket.Message) async throws {}
  func close(_ closing: Socket.Closing) async { try? await Task.sleep(for: .seconds(60)) }
}
