import DialJSON
import DialModel

/// What is told of `paginate` and `poll` of an endpoint.
struct PagingText {
  let endpoint: EndpointModel

  /// nil where there is one reply.
  var pages: String? {
    guard let pagination = endpoint.pagination else { return nil }
    let way =
      switch pagination.way {
      case .link: "next page from the Link header"
      case .url(let path): "next page from the URL in '\(path.text)'"
      case .cursor(let path, let name): "next page from '\(path.text)', sent as '\(name)'"
      case .page(let name): "'\(name)' counts pages"
      case .offset(let name, _, _): "'\(name)' counts items"
      }
    let end: String
    switch pagination.end {
    case .empty?: end = ", until a page is empty"
    case .condition(let path)?: end = ", until \(path.text)"
    case nil: end = ""
    }
    return "\(way)\(end); to get all pages, use --all"
  }

  /// nil where nothing is waited for.
  var waits: String? {
    guard let poll = endpoint.poll else { return nil }
    var text = "until \(poll.until?.text ?? "the status is not 202")"
    if let fail = poll.fail { text += ", fails if \(fail.text)" }
    if let check = poll.check { text += ", polls '\(check.endpoint)'" }
    if let every = poll.every { text += ", every \(DurationText.text(every))" }
    if let timeout = poll.timeout { text += ", for at most \(DurationText.text(timeout))" }
    return "\(text); to wait, use 'dial wait'"
  }
}
