import DialHTTP
import DialJSON
import DialMessage
import Synchronization
import Testing

@testable import DialCLI
@testable import DialConsole

/// Elements that arrive together are written together, and none waits for a later one.
@Suite struct ElementPrinterTests {
  /// The output, by write.
  final class Calls: Sendable {
    private let state = Mutex<[String]>([])
    var all: [String] { state.withLock { $0 } }

    func console(terminal: Bool = false) -> Console {
      Console(
        out: { bytes throws(Failure) in self.state.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } },
        err: { _ throws(Failure) in }, outIsTerminal: terminal, errIsTerminal: false, width: 80, mayColor: false)
    }
  }

  @Test func nothingIsWrittenBeforeItIsAskedFor() throws {
    let calls = Calls()
    var printer = ElementPrinter(Printer(console: calls.console(), format: .jsonl), textEnd: "\n")
    try printer.flush()
    try printer.write(.json(1))
    try printer.write(.json(["a": 2]))
    #expect(calls.all == [])
    try printer.flush()
    try printer.flush()
    #expect(calls.all == ["1\n{\"a\":2}\n"])
    try printer.write(.json(3))
    try printer.finish()
    #expect(calls.all == ["1\n{\"a\":2}\n", "3\n"])
  }

  @Test func manyAreNotHeldBack() throws {
    let calls = Calls()
    var printer = ElementPrinter(Printer(console: calls.console(), format: nil), textEnd: "\n")
    for _ in 0..<3 { try printer.write(.text(String(repeating: "a", count: 40_000))) }
    #expect(calls.all.map(\.count) == [80_002])
    printer.interrupt()
    #expect(calls.all.map(\.count) == [80_002, 40_001])
  }

  @Test func aTerminalGetsEachAtOnce() throws {
    let calls = Calls()
    var printer = ElementPrinter(Printer(console: calls.console(terminal: true), format: nil), textEnd: "")
    for text in ["a", "", "b"] { try printer.write(.text(text)) }
    try printer.finish()
    #expect(calls.all == ["a", "b", "\n"])
  }

  @Test func anElementIsSeenBeforeTheNextOneIsSent() async throws {
    let calls = Calls()
    let server = try await LoopbackServer { _ in
      let body = AsyncStream<[UInt8]> { stream in
        Task {
          stream.yield(Array("data: a\n\ndata: b\n\nda".utf8))
          while calls.all != ["ab"] { await Task.yield() }
          stream.yield(Array("ta: c\n\n".utf8))
          while calls.all != ["ab", "c"] { await Task.yield() }
          stream.finish()
        }
      }
      return LoopbackResponse(headers: [("Content-Type", "text/event-stream")], stream: ResponseBody(body))
    }
    var context = Context.standard
    context.builtIn = ["s": "{service: s, endpoints: {e: GET /e -> events}}"]
    context.prefersBuiltIn = true
    context.folders = []
    context.user = UserFolders()
    context.profile = nil
    #expect(await Shell.run(["call", "s", "e", "-s", "data", "--base", server.base], calls.console(), context: context) == 0)
    #expect(calls.all == ["ab", "c"])
    await server.stop()
  }
}
