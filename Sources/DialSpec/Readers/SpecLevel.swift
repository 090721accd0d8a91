/// The levels of a spec, from the outermost in.
enum SpecLevel: CaseIterable {
  case service, group, endpoint, parameter

  /// The level in a sentence.
  var words: String {
    switch self {
    case .service: "the service"
    case .group: "a group"
    case .endpoint: "an endpoint"
    case .parameter: "a parameter"
    }
  }

  var table: KeyTable {
    switch self {
    case .service: .spec
    case .group: .group
    case .endpoint: .endpoint
    case .parameter: .parameter
    }
  }

  /// All keys of the level.
  var keys: [String] { table.keys }

  /// The levels directly above and below.
  var neighbours: [SpecLevel] {
    switch self {
    case .service: [.endpoint, .group]
    case .group: [.service, .endpoint]
    case .endpoint: [.service, .group, .parameter]
    case .parameter: [.endpoint]
    }
  }
}
