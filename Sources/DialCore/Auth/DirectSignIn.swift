extension Engine {
  /// Where an endpoint that gives tokens is called by its own name, the credentials among its arguments are as secret as those that the
  /// policy fills in for it.
  func hideCredentials(_ arguments: Arguments, in request: inout PreparedRequest) {
    let name = request.endpoint
    let givers = spec.service.tokens.filter { $0.endpoints.contains(name) }
    guard !givers.isEmpty else { return }
    let filled = Set(givers.flatMap { $0.credentialArguments(of: name) })
    for item in arguments.items where filled.contains(item.name) || HeaderRules.soundsSecret(item.name) {
      guard let text = item.value.json.flatMap({ ValueText.plain($0) }) else { continue }
      request.secrets.add(text)
      request.bodyHoldsSecret = true
    }
  }
}

extension TokenModel {
  /// The arguments of its endpoint that hold a credential, or a part of the old token.
  fileprivate func credentialArguments(of endpoint: String) -> [String] {
    let calls = [login, refresh].compactMap(\.self).filter { $0.endpoint == endpoint }
    return calls.flatMap(\.arguments).filter { argument in
      argument.value.texts.contains { !$0.arguments.isEmpty || $0.variables.contains(where: credentials.contains) }
    }.compactMap(\.name.literal)
  }
}
