import DialCore
import DialSyntax
import Synchronization

/// One line of a terminal while a call waits before it is sent, for the next try or a `limit`; it is gone with the next step.
final class PauseLine: Sendable {
  /// Shorter waits are not told of.
  static let least = Duration.seconds(1)

  private let console: Console
  private let isShown = Mutex(false)

  init(_ console: Console) { self.console = console }

  func show(_ event: Event) {
    let text = Self.text(event.kind)
    isShown.withLock { isShown in
      if let text {
        let line = String(TerminalText.safe(text).prefix(max(console.errWidth() - 1, 20)))
        try? console.err(Array("\r\(line)\u{1B}[K".utf8))
      } else if isShown {
        try? console.err(Array("\r\u{1B}[K".utf8))
      }
      isShown = text != nil
    }
  }

  /// nil where nothing is waited for, or not for long.
  static func text(_ step: Event.Kind) -> String? {
    switch step {
    case .retried(let attempt, let wait, let reason) where wait >= least:
      "waiting \(DurationText.text(wait)) before try \(attempt): \(reason)"
    case .delayed(let wait, let reason) where wait >= least: "waiting \(DurationText.text(wait)): \(reason)"
    default: nil
    }
  }
}
