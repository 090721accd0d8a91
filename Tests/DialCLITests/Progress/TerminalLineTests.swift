import Synchronization
import Testing

@testable import DialCLI
@testable import DialConsole

/// Two sources of progress on one line of a terminal.
@Suite struct TerminalLineTests {
  private final class Screen: Sendable {
    let text = Mutex("")
    var console: Console {
      Console(
        out: { _ throws(Failure) in },
        err: { bytes throws(Failure) in self.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) } },
        outIsTerminal: false, errIsTerminal: true, width: 80)
    }
    /// Returns the output since the last call.
    func drawn() -> String {
      text.withLock { text in
        defer { text = "" }
        return text.replacing("\r", with: "<").replacing("\u{1B}[K", with: ">")
      }
    }
  }

  @Test func nothingIsClearedThatWasNotShown() {
    let screen = Screen()
    let console = screen.console
    console.status.show(nil, as: .wait, on: console)
    console.status.show(nil, as: .progress, on: console)
    #expect(screen.drawn() == "")
  }

  @Test func aWaitStandsBeforeProgress() {
    let screen = Screen()
    let console = screen.console
    let steps: [(String?, TerminalLine.Part, String)] = [
      ("sending 1", .progress, "<sending 1>"), ("sending 1", .progress, ""), ("waiting", .wait, "<waiting>"),
      ("sending 2", .progress, ""), (nil, .wait, "<sending 2>"), ("waiting", .wait, "<waiting>"), (nil, .progress, ""),
      (nil, .wait, "<>"), (nil, .wait, ""), ("poll 1", .poll, "<poll 1>"), ("waiting", .wait, "<waiting>"), (nil, .wait, "<poll 1>"),
      ("poll 2", .poll, "<poll 2>"), (nil, .poll, "<>"),
    ]
    for (text, part, wanted) in steps {
      console.status.show(text, as: part, on: console)
      #expect(screen.drawn() == wanted)
    }
  }
}
