import DialJSON
import DialModel
import DialStreams
import DialSyntax
import HTTPTypes
import Synchronization

/// One line of stderr that tells how a wait goes, where that is a terminal: `waiting 12s: busy (look 6, next in 2s)`.
final class WaitProgress: Sendable {
  private let console: Console
  private let isShown: Bool
  /// What was told until now, and whether its line is still there.
  private let state = Mutex((looks: 0, isOpen: false))

  init(_ console: Console, isShown: Bool) {
    self.console = console
    self.isShown = isShown && console.errIsTerminal && !console.isJSON
  }

  /// Whether a look did not end the waiting.
  var wasAsked: Bool { state.withLock { $0.looks > 0 } }

  func show(_ look: PollLook) {
    state.withLock { $0 = ($0.looks + 1, isShown) }
    guard isShown else { return }
    let text = Table.cut(Self.text(look), to: max(console.errWidth() - 1, 1))
    try? console.err(Array("\r\u{1B}[2K\(text)".utf8))
    console.status.adopt(text)
  }

  /// Takes the line away.
  func end() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    console.status.adopt(nil)
    if wasOpen { try? console.err(Array("\r\u{1B}[2K".utf8)) }
  }

  static func text(_ look: PollLook) -> String {
    let elapsed = DurationText.text(.seconds(look.elapsed.components.seconds))
    let state = ["state", "status", "phase"].lazy.compactMap { look.value[member: $0].asString }.first
    let status = look.status.map { "\($0.code)" } ?? "no response"
    let shown = TerminalText.safe(state ?? status)
    return "waiting \(elapsed): \(shown) (poll \(look.number), next in \(DurationText.text(look.wait)))"
  }
}
