import DialMessage
import DialModel

/// What `-v` tells of the steps between a request and its reply.
enum StepText {
  static func lines(_ step: Event.Kind) -> [String] {
    switch step {
    case .redirected(let status, let url): ["< HTTP \(status)", "* redirected to \(url)"]
    case .retried(let attempt, let wait, let reason): ["* \(reason): try \(attempt) in \(DurationText.text(wait))"]
    case .delayed(let wait, let reason): ["* \(reason): the call waits \(DurationText.text(wait))"]
    case .cached(let use): ["* \(CacheText.text(use))"]
    case .refreshed(let label): ["* the token '\(label)' was refused: the call is repeated with a new one"]
    default: []
    }
  }
}
