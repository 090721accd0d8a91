extension EndpointModel {
  /// What a call of the endpoint needs and this version cannot do yet, such as `a web socket`; nil where it can be called.
  package var unsupported: String? {
    if let feature = pending.first { return "'\(feature.name)'" }
    return method == "CONNECT" ? "a tunnel (CONNECT)" : nil
  }
}
