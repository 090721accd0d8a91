/// What is to be known of all endpoints together, so that nobody has to look at each of them.
package struct ServiceTraits: Sendable, Equatable {
  /// The middlewares that some `use:` names, in the order of their first use.
  package var middlewares: [String] = []
  /// Whether some endpoint keeps answers: then calls that change things go through the cache, too.
  package var isCaching = false
  /// Endpoints whose tokens are all tokens of the spec, each once.
  package var tokenHolders: [Int] = []
  /// The variables that endpoints mention, what is handed down to them included, in the order of their first use.
  package var variables: [String] = []

  init() {}

  /// Those of one level have the same values, which are looked at once.
  init(_ endpoints: EndpointList) {
    var known: Set<String> = []
    var last: [String] = []
    var tokens: Set<ObjectIdentifier> = []
    var found = VariableNames()
    for (place, source) in endpoints.sources {
      let (policy, auth) = source.handed
      if let used = policy.middlewares, used != last {
        middlewares += used.filter { known.insert($0).inserted }
        last = used
      }
      isCaching = isCaching || policy.isCaching
      found.add(source)
      if let token = auth.token, tokens.insert(ObjectIdentifier(token)).inserted { tokenHolders.append(place) }
    }
    variables = found.names
  }
}

extension EndpointList.Source {
  /// The policies and the credentials that hold.
  fileprivate var handed: (PolicyModel, AuthModel) {
    switch self {
    case .model(let model): (model.policy, model.auth)
    case .level(let handed): (handed.level.policy, handed.level.auth)
    }
  }
}
