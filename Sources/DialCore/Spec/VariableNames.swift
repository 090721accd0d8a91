import DialSyntax

/// Gathers the variables that endpoints mention, each once. What a level hands down is looked at once for all of its endpoints.
struct VariableNames {
  private(set) var names: [String] = []
  private var known: Set<String> = []
  private var auth: SourceRange?

  mutating func add(_ endpoint: EndpointModel) {
    if endpoint.auth.range != auth {
      auth = endpoint.auth.range
      add(endpoint.auth.variables)
    }
    for field in endpoint.headers { add(field.value) }
    for field in endpoint.query { add(field.value) }
    for part in endpoint.target.template.parts { if case .variable(let name) = part { add([name]) } }
    if let body = endpoint.body { add(body.variables) }
    for parameter in endpoint.parameters { if case .text(let text)? = parameter.defaultValue { add(text) } }
  }

  private mutating func add(_ text: Text) { if text.literal == nil { add(text.variables) } }

  private mutating func add(_ found: [String]) { names += found.filter { known.insert($0).inserted } }
}
