import DialSyntax

extension EndpointModel {
  /// Stands for an endpoint whose text cannot be read: calls of it say why.
  convenience init(_ name: String, at range: SourceRange, damage: String) {
    let level = Level()
    self.init(
      name: name, range: range, method: "GET", hasBody: false, isSocket: false, encoding: .json,
      target: TargetModel(template: URITemplate(parts: []), text: "", range: range, isAbsolute: false), parameters: [], isOpen: true,
      headers: [], query: [], result: .inferred, style: level.style, auth: level.auth, policy: level.policy, tags: [:],
      pending: [], damage: damage)
  }
}
