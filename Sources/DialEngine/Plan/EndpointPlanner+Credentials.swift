import DialMessage
import DialModel

extension EndpointPlanner {
  /// The credentials that calls carry, and what the binder does for them.
  mutating func credentials() -> ([AuthModel], [CredentialStep]) {
    let scope = scope
    guard let chosen = model.auth.chosen({ scope.value($0, in: .field)?.isEmpty == false }) else {
      return ([], [.problems([.missing(lacking())])])
    }
    var steps: [CredentialStep] = []
    for auth in chosen { if let step = credential(auth) { steps.append(step) } }
    return (chosen, steps)
  }

  /// Every alternative lacks a variable: all of them are named.
  private func lacking() -> MissingVariable {
    let names = model.auth.variables.filter { scope.value($0, in: .field)?.isEmpty ?? true }.map { "'\($0)'" }
    let first = model.auth.variables.first { scope.value($0, in: .field)?.isEmpty ?? true } ?? ""
    return MissingVariable(
      name: first, message: "no alternative in 'auth' has values for all its variables; missing: \(names.joined(separator: ", "))",
      hint: "pass the variables of one alternative in 'variables:'",
      commandHint: "set the variables of one alternative with --var \(first)=…, or in the environment")
  }

  /// A form whose value is known before the call; nil where a policy puts it in.
  private mutating func credential(_ auth: AuthModel) -> CredentialStep? {
    switch auth {
    case .none, .all, .any, .token: return nil
    case .aws4(let model): return aws4(model)
    case .digest(let user, let password): return digest(user, password)
    case .bearer(let text): return credential("Authorization", text) { "Bearer \($0)" }
    case .header(let name, let text): return credential(name, text) { $0 }
    case .basic(let user, let password): return basic(user, password)
    case .query(let name, let text):
      let filled = filler.fill(text, in: .field)
      guard let value = filled.constant else { return .problems(filled.problems) }
      if value.isEmpty { return Self.empty(text) }
      filler.secrets.add(value)
      return .item("\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))")
    }
  }

  /// Each request is signed as it goes out, so that nothing is put in here; what is secret is known, and what is missing is told.
  private mutating func aws4(_ model: AWS4Model) -> CredentialStep? {
    let filled = [model.key, model.secret, model.service, model.region].compactMap(\.self).map { filler.fill($0, in: .field) }
    let problems = filled.flatMap(\.problems)
    if !problems.isEmpty { return .problems(problems) }
    for (text, value) in [(model.key, filled[0]), (model.secret, filled[1])] where value.constant?.isEmpty ?? true {
      return Self.empty(text)
    }
    if let secret = filled[1].constant { filler.secrets.add(secret) }
    if let token = model.token { filler.keepSecret(token) }
    return nil
  }

  private mutating func credential(_ name: String, _ text: Text, _ make: (String) -> String) -> CredentialStep {
    let filled = filler.fill(text, in: .field)
    guard let value = filled.constant else { return .problems(filled.problems, header: name) }
    if value.isEmpty { return Self.empty(text, header: name) }
    filler.secrets.add(value)
    return header(name, make(value), text.variables)
  }

  private mutating func basic(_ user: Text, _ password: Text) -> CredentialStep {
    let (name, word) = (filler.fill(user, in: .field), filler.fill(password, in: .field))
    guard let name = name.constant, let word = word.constant else {
      return .problems(name.problems + word.problems, header: "Authorization")
    }
    if name.isEmpty, word.isEmpty { return Self.empty(user, header: "Authorization") }
    if !user.variables.isEmpty { filler.secrets.add(name) }
    filler.secrets.add(word)
    let pair = Base64.encode(Array("\(name):\(word)".utf8))
    filler.secrets.add(pair)
    if name.contains(":") { return .problems([.fault(ArgumentFault(.spec, nil, "the user name of 'auth: basic' cannot contain ':'"))]) }
    return header("Authorization", "Basic \(pair)", user.variables + password.variables)
  }

  /// It is a challenge that is answered, so that nothing is put in here; what is secret is known.
  private mutating func digest(_ user: Text, _ password: Text) -> CredentialStep? {
    let (name, word) = (filler.fill(user, in: .field), filler.fill(password, in: .field))
    guard let word = word.constant, name.constant != nil else {
      return .problems(name.problems + word.problems, header: "Authorization")
    }
    filler.secrets.add(word)
    return nil
  }

  private mutating func header(_ name: String, _ value: String, _ variables: [String]) -> CredentialStep {
    let target = HeaderTarget(name, isSecret: true)
    noteSecret(target, true)
    return .header(target, value, variables: variables)
  }

  /// An empty credential is none: it is never sent as an empty header.
  private static func empty(_ text: Text, header: String? = nil) -> CredentialStep {
    let name = text.variables.first ?? ""
    let missing = MissingVariable(
      name: name, message: "the variable '\(name)' is empty, but 'auth' requires it", hint: "pass it in 'variables:'",
      commandHint: "set it with --var \(name)=…")
    return .problems([.missing(missing)], header: header)
  }
}
