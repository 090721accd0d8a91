/// The kind of keys in a mapping, which decides how an overlay changes it.
enum OverlayLevel {
  /// Keys of the language.
  case service, group, endpoint, parameter, policy
  /// Names of the spec's author.
  case endpoints, groups, parameters, types, names, headers
  /// A value that is replaced as a whole, in which null is a value.
  case value

  /// Returns the level below a key.
  func inner(_ key: String) -> OverlayLevel {
    switch self {
    case .service, .group: Self.shared[key] ?? .policy
    case .endpoint: Self.ofEndpoint[key] ?? .policy
    case .parameter: Self.ofParameter[key] ?? .policy
    case .policy: key == "args" ? .value : .policy
    case .endpoints: .endpoint
    case .groups: .group
    case .parameters: .parameter
    case .types, .names, .headers, .value: self
    }
  }

  private static let shared: [String: OverlayLevel] = [
    "endpoints": .endpoints, "groups": .groups, "headers": .headers, "query": .names, "vars": .names, "types": .types,
  ]
  private static let ofEndpoint: [String: OverlayLevel] = [
    "params": .parameters, "headers": .headers, "query": .names, "returns": .types, "fails": .types, "body": .value, "mock": .value,
  ]
  private static let ofParameter: [String: OverlayLevel] = ["type": .types, "default": .value, "example": .value, "values": .value]
}
