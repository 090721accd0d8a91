import DialCore
import DialJSON
import DialSyntax
import HTTPTypes
import Synchronization

/// One line of stderr that tells how a wait goes, where that is a terminal: `waiting 12s: busy (look 6, next in 2s)`.
final class WaitProgress: Sendable {
  private let console: Console
  private let isShown: Bool
  private let isOpen = Mutex(false)

  init(_ console: Console, isShown: Bool) {
    self.console = console
    self.isShown = isShown && console.errIsTerminal && !console.isQuiet
  }

  func show(_ look: PollLook) {
    guard isShown else { return }
    let text = Self.text(look)
    isOpen.withLock { $0 = true }
    try? console.err(Array("\r\u{1B}[2K\(Table.cut(text, to: max(console.width - 1, 20)))".utf8))
  }

  /// Takes the line away.
  func end() {
    let wasOpen = isOpen.withLock { open in
      defer { open = false }
      return open
    }
    if wasOpen { try? console.err(Array("\r\u{1B}[2K".utf8)) }
  }

  static func text(_ look: PollLook) -> String {
    let elapsed = DurationText.text(.seconds(look.elapsed.components.seconds))
    let state = ["state", "status", "phase"].lazy.compactMap { look.value[member: $0].asString }.first
    let status = look.status.map { "\($0.code)" } ?? "no answer"
    let shown = TerminalText.safe(state ?? status).replacing("\n", with: " ")
    return "waiting \(elapsed): \(shown) (look \(look.number), next in \(DurationText.text(look.wait)))"
  }
}
