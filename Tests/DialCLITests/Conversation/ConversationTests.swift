import DialCore
import DialHTTP
import Testing

@testable import DialCLI

/// `dial call` of a web socket: lines are sent, messages are printed.
struct ConversationTests {
  /// `/echo` says everything back; `/feed` says three things and closes; `/bye` closes with 4001.
  private static func serve(_ body: (String) async throws -> Void) async throws {
    let server = try await LoopbackServer(
      sockets: { request, message in
        switch (request.target, message) {
        case ("/echo", let message?): LoopbackSaying([message])
        case ("/feed", nil):
          LoopbackSaying([.text(#"{"id": 1, "name": "Ann"}"#), .text(#"{"id": 2}"#), .text(#"{"id": 3, "name": "Cy"}"#)], closing: .init())
        case ("/mixed", nil): LoopbackSaying([.text("a\u{1B}[1mb"), .bytes([0, 255])], closing: .init())
        case ("/bye", nil): LoopbackSaying([.text("last")], closing: .init(code: 4001, reason: "bye"))
        default: LoopbackSaying()
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
      """
    ]
  }

  @Test func whatCannotBeSaid() async throws {
    try await Self.serve { base in
      let specs = Self.spec(base)
      let file = await dial("call rooms echo -O x.txt", specs: specs)
      #expect(file.err == "error: --output-file takes a whole result, and a web socket has none: redirect with > FILE\n")
      #expect(file.exit == 2)
      let select = await dial("call rooms mixed --select id", specs: specs)
      #expect(select.err.contains(":6:3: error: the message is no JSON: "))
      #expect(select.exit == 9)
      let closed = await dial("call rooms bye", specs: specs)
      #expect(
        closed
          == Ran(
            out: "last\n",
            err: "error: the server closed the web socket with 4001: bye [closed]\n  GET \(base.replacing("http", with: "ws"))/bye\n",
            exit: 7))
      let mock = await dial("call rooms echo --mock", specs: specs)
      #expect(mock.exit == 1)
    }
  }

  @Test func linesThatAreNoText() async throws {
    var lines = TypedLines { () async throws(Failure) in [0x61, 0xFF, 0x0A] }
    do throws(Failure) {
      _ = try await lines.next()
      Issue.record("it is text")
    } catch {
      #expect(error.message == "line 1 of standard input is no UTF-8, which a message of text must be")
    }
  }

  @Test func linesAreSentAndAnswersPrinted() async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms echo", specs: Self.spec(base), stdin: "one\n\ntwo é\nlast")
      #expect(ran == Ran(out: "one\n\ntwo é\nlast\n", err: "", exit: 0))
    }
  }

  static let forms: [(String, String)] = [
    ("feed", "{\"id\": 1, \"name\": \"Ann\"}\n{\"id\": 2}\n{\"id\": 3, \"name\": \"Cy\"}\n"),
    ("feed --select name", "\"Ann\"\nnull\n\"Cy\"\n"), ("feed --tuple id -o tsv", "1\n2\n3\n"),
    ("feed -o json", "{\"id\":1,\"name\":\"Ann\"}\n{\"id\":2}\n{\"id\":3,\"name\":\"Cy\"}\n"), ("feed -o none", ""),
    ("people", "{\"id\":1,\"name\":\"Ann\"}\n{\"id\":2}\n{\"id\":3,\"name\":\"Cy\"}\n"), ("mixed", "a\u{1B}[1mb\nAP8=\n"),
  ]

  @Test(arguments: forms) func messagesArePrinted(_ words: String, _ wanted: String) async throws {
    try await Self.serve { base in
      let ran = await dial("call rooms \(words) --no-input", specs: Self.spec(base))
      #expect(ran == Ran(out: wanted, err: "", exit: 0))
    }
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
        lines.prefix(3) == [
          "> GET \(base.replacing("http", with: "ws"))/feed", "> Host: \(base.dropFirst(7))", "< HTTP 101 Switching Protocols",
        ])
    }
  }
}
