extension EndpointModel {
  /// What a call of the endpoint needs and this version cannot do yet, such as `a stream of events`; nil where it can be called.
  package var unsupported: String? {
    if let feature = pending.first { return "'\(feature.name)'" }
    if case .pending(let feature, _) = auth { return "'\(feature.name)'" }
    if method == "CONNECT" { return "CONNECT, which opens a tunnel," }
    switch result {
    case .events: return "a stream of events"
    case .lines: return "a stream of lines"
    default: return nil
    }
  }
}
