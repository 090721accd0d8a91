import DialSyntax

/// Facts about all endpoints together. A compiled spec stores them, so that a call does not need to read every endpoint.
package struct ServiceTraits: Sendable, Equatable {
  /// The middlewares that `use:` names, in the order of their first use.
  package var middlewares: [String] = []
  /// Whether the responses of an endpoint are cached, so that unsafe calls must also use the cache.
  package var isCaching = false
  /// The indices of the endpoints that use each token of the spec for the first time.
  package var tokenHolders: [Int] = []
  /// The variables of all endpoints, including inherited ones, in the order of their first use.
  package var variables: [String] = []

  package init() {}

  package init(_ endpoints: [EndpointModel]) {
    var names = FirstUses()
    var used = FirstUses()
    var tokens: Set<ObjectIdentifier> = []
    // All endpoints of a level inherit the same values, so they are collected once.
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

/// Names without duplicates, in the order of their first use.
private struct FirstUses {
  private(set) var names: [String] = []
  private var known: Set<String> = []

  mutating func add(_ text: Text) { if text.literal == nil { add(text.variables) } }

  mutating func add(_ found: [String]) { for name in found where known.insert(name).inserted { names.append(name) } }
}
