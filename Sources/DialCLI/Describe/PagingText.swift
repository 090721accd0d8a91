import DialJSON
import DialModel

/// The description of `paginate` and `poll`.
struct PagingText {
  let endpoint: EndpointModel

  /// Returns nil without pagination.
  var pages: String? {
    guard let pagination = endpoint.pagination else { return nil }
    let way =
      switch pagination.way {
      case .link: "by the header Link"
      case .url(let path): "by the URL in '\(path.text)'"
      case .cursor(let path, let name): "by '\(path.text)', which goes to '\(name)'"
      case .page(let name): "by '\(name)', which counts them"
      case .offset(let name, _, _): "by '\(name)', which counts items"
      }
    let end: String
    switch pagination.end {
    case .empty?: end = ", until one is empty"
    case .condition(let path)?: end = ", until \(path.text)"
    case nil: end = ""
    }
    return "\(way)\(end): --all joins them"
  }

  /// Returns nil without polling.
  var waits: String? {
    guard let poll = endpoint.poll else { return nil }
    var text = "until \(poll.until?.text ?? "the status is not 202")"
    if let fail = poll.fail { text += ", fails on \(fail.text)" }
    if let check = poll.check { text += ", asks '\(check.endpoint)'" }
    if let every = poll.every { text += ", every \(DurationText.text(every))" }
    if let timeout = poll.timeout { text += ", for \(DurationText.text(timeout)) at most" }
    return "\(text): dial wait"
  }
}
