import DialMessage
import DialModel
import DialSyntax

/// One line of a terminal while a call waits before it is sent, for the next try or a `limit`; it is gone with the next step.
struct PauseLine {
  /// Shorter waits are not told of.
  static let minimum = Duration.seconds(1)

  private let console: Console

  init(_ console: Console) { self.console = console }

  func show(_ event: Event) {
    let line = Self.text(event.kind).map { String(TerminalText.safe($0).prefix(max(console.errWidth() - 1, 20))) }
    console.status.show(line, as: .wait, on: console)
  }

  /// nil where nothing is waited for, or not for long.
  static func text(_ step: Event.Kind) -> String? {
    switch step {
    case .retried(let attempt, let wait, let reason) where wait >= minimum:
      "waiting \(DurationText.text(wait)) before attempt \(attempt): \(reason)"
    case .delayed(let wait, let reason) where wait >= minimum: "waiting \(DurationText.text(wait)): \(reason)"
    default: nil
    }
  }
}

/// What `-v` tells of the steps between a request and its reply.
enum StepText {
  /// `from the cache: fresh, 12s old`
  static func text(_ use: CacheUse) -> String {
    use.kind == .confirmed ? "from the cache: confirmed by the server" : "from the cache: \(use.kind), \(DurationText.text(use.age)) old"
  }

  static func lines(_ step: Event.Kind) -> [String] {
    switch step {
    case .redirected(let status, let url): ["< HTTP \(status)", "* redirected to \(url)"]
    case .retried(let attempt, let wait, let reason): ["* \(reason): attempt \(attempt) in \(DurationText.text(wait))"]
    case .delayed(let wait, let reason): ["* \(reason): waiting \(DurationText.text(wait))"]
    case .cached(let use): ["* \(StepText.text(use))"]
    case .refreshed(let label): ["* the server rejected the token '\(label)'; repeating the call with a new token"]
    default: []
    }
  }
}
