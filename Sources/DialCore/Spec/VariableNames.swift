import DialSyntax

/// Gathers the variables that endpoints mention, each once. What a level hands down is looked at once for all of its endpoints.
struct VariableNames {
  private(set) var names: [String] = []
  private var known: Set<String> = []
  private var auth: SourceRange?

  mutating func add(_ source: EndpointList.Source) {
    switch source {
    case .model(let endpoint):
      add(endpoint.auth, endpoint.headers, endpoint.query)
      for part in endpoint.target.template.parts { if case .variable(let name) = part { add([name]) } }
      if let body = endpoint.body { add(body.variables) }
      for parameter in endpoint.parameters { if case .text(let text)? = parameter.defaultValue { add(text) } }
    // An endpoint that is modelled later has no variables of its own.
    case .level(let handed): add(handed.level.auth, handed.level.headers, handed.level.query)
    }
  }

  private mutating func add(_ auth: AuthModel, _ headers: [FieldModel], _ query: [FieldModel]) {
    if auth.range != self.auth {
      self.auth = auth.range
      add(auth.variables)
    }
    for field in headers { add(field.value) }
    for field in query { add(field.value) }
  }

  private mutating func add(_ text: Text) { if text.literal == nil { add(text.variables) } }

  private mutating func add(_ found: [String]) { names += found.filter { known.insert($0).inserted } }
}
