import DialSyntax

/// What is known of all endpoints together. A compiled spec keeps it, so that a call need not make every endpoint to find it.
package struct ServiceTraits: Sendable, Equatable {
  /// The middlewares that `use:` names anywhere, in the order of their first use.
  package var middlewares: [String] = []
  /// Whether responses of an endpoint are cached: then calls that change things go through the cache, too.
  package var isCaching = false
  /// The indices of endpoints whose tokens are all tokens of the spec, each once.
  package var tokenHolders: [Int] = []
  /// The variables that endpoints mention, inherited ones included, in the order of their first use.
  package var variables: [String] = []

  package init() {}

  package init(_ endpoints: [EndpointModel]) {
    var names = FirstUses()
    var used = FirstUses()
    var tokens: Set<ObjectIdentifier> = []
    // What a level hands down is the same for all of its endpoints, and looked at once.
    var lastUsed: [String] = []
    var lastAuth: SourceRange?
    for (index, endpoint) in endpoints.enumerated() {
      if let names = endpoint.policy.middlewares, names != lastUsed {
        used.add(names)
        lastUsed = names
      }
      isCaching = isCaching || endpoint.policy.isCaching
      let fresh = endpoint.auth.tokens.filter { tokens.insert(ObjectIdentifier($0)).inserted }
      if !fresh.isEmpty { tokenHolders.append(index) }
      if endpoint.auth.range != lastAuth {
        names.add(endpoint.auth.variables)
        lastAuth = endpoint.auth.range
      }
      for field in endpoint.headers { names.add(field.value) }
      for field in endpoint.query { names.add(field.value) }
      for part in endpoint.target.template.parts { if case .variable(let name) = part { names.add([name]) } }
      if let body = endpoint.body { names.add(body.variables) }
      for parameter in endpoint.parameters { if case .text(let text)? = parameter.defaultValue { names.add(text) } }
    }
    middlewares = used.names
    variables = names.names
  }
}

/// Names, each once, in the order of their first use.
private struct FirstUses {
  private(set) var names: [String] = []
  private var known: Set<String> = []

  mutating func add(_ text: Text) { if text.literal == nil { add(text.variables) } }

  mutating func add(_ found: [String]) { for name in found where known.insert(name).inserted { names.append(name) } }
}
