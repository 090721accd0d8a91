import DialJSON
import DialMessage
import DialModel

/// Makes the steps of a plan: what the spec and the variables of a client say is said once, here.
struct EndpointPlanner {
  let model: EndpointModel
  let base: BasePlan
  let foreign: ForeignRule
  let slots: TargetSlots
  /// The variables of secret headers and query items: what else is made of them is as secret, and stays with the origin of the base.
  let held: Set<String>
  var filler: TextFiller

  var scope: VariableScope { filler.scope }

  init(_ model: EndpointModel, _ scope: VariableScope, _ base: BasePlan) {
    self.model = model
    self.base = base
    foreign = ForeignRule(home: base.origin, trustedHosts: model.policy.trustedHosts ?? [])
    slots = TargetSlots(model.parameters)
    held = Set((model.headers + model.query).lazy.filter { $0.isSecret || HeaderRules.isSensitive($0.name) }.flatMap(\.value.variables))
    filler = TextFiller(scope)
    filler.slots = slots.named
    filler.secrets = base.secrets
    filler.secrets.vault = scope.vault
  }

  // MARK: pieces of the target

  mutating func hostPieces(_ piece: TargetParts.Piece) -> [TargetPlan.Piece] {
    switch piece {
    case .literal(let text): return [.literal(text)]
    case .expression(let expression): return [.expression(plan(expression))]
    case .variable(let name):
      switch filler.value(of: name, in: .structure) {
      case .failure(let missing): return [.problem(.missing(missing.variable))]
      case .success(let value) where !AddressRules.isHostPart(value):
        return [.problem(.fault(ArgumentFault(.variable, name, "the variable '\(name)' \(AddressRules.hostRule)")))]
      case .success(let value): return filler.isCredential(name) ? [.problem(.credential(name)), .literal(value)] : [.literal(value)]
      }
    }
  }

  mutating func pathPieces(_ piece: TargetParts.Piece) -> [TargetPlan.Piece] {
    switch piece {
    case .literal(let text): return [.literal(text)]
    case .expression(let expression): return [.expression(plan(expression))]
    case .variable(let name):
      switch filler.value(of: name, in: .structure) {
      case .failure(let missing): return [.problem(.missing(missing.variable))]
      case .success(let value):
        let faults = AddressRules.strayFaults(.string(value), "the variable '\(name)'", in: "path").map {
          TargetPlan.Piece.problem(.fault(ArgumentFault(.variable, name, $0)))
        }
        let credential: [TargetPlan.Piece] = filler.isCredential(name) ? [.problem(.credential(name))] : []
        return credential + faults + [.variable(PercentEncoding.encodeKeepingReserved(value), name: name)]
      }
    }
  }

  /// `${B}/users` with a URL in the variable, which would come to stand behind the base.
  mutating func wholeURL(at start: TargetParts.Piece?) -> [Problem] {
    guard case .variable(let name)? = start, case .success(let value) = filler.value(of: name, in: .structure),
      TargetVariable.isWholeURL(value)
    else { return [] }
    return [.fault(ArgumentFault(.variable, name, TargetVariable.wholeURL(name)))]
  }

  private func plan(_ expression: URITemplate.Expression) -> ExpressionPlan { ExpressionPlan(expression, model: model, slots: slots) }

  // MARK: query

  /// Items of service, group and endpoint, of the target, then of the parameters (language section 13, Precedence).
  mutating func query(_ parts: TargetParts) -> [QueryStep] {
    var steps = model.query.map { item($0) }
    steps += parts.query.map { item($0) }
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .query {
      steps.append(.parameter(slot, QueryParameter(parameter)))
    }
    return QueryStep.joined(steps)
  }

  private mutating func item(_ field: FieldModel) -> QueryStep {
    let isSecret = isSecret(field)
    if isSecret {
      filler.keepSecret(field.value)
    }
    if let name = field.value.soleArgument {
      // The item has a name of its own, which a dictionary keeps: its members are nested in it.
      return .argument(slots.named[name], field.name, ItemWriter(.query, model.style, spreadsObjects: false), isSecret: isSecret)
    }
    let filled = filler.fill(field.value, in: .field)
    let key = PercentEncoding.encode(field.name) + "="
    if let text = filled.constant { return .fixed(key + PercentEncoding.encode(text), isSecret: isSecret) }
    return .text(key, filled, isSecret: isSecret)
  }

  private mutating func item(_ part: TargetParts.QueryPart) -> QueryStep {
    switch part {
    case .expansion(let expression): return .expansion(plan(expression))
    case .item(let pieces):
      var text = ""
      var isSecret = false
      var filled: [TargetPlan.Piece] = []
      for piece in pieces {
        switch piece {
        case .literal(let part): text += part
        case .expression(let expression):
          if !text.isEmpty { filled.append(.literal(text)) }
          text = ""
          filled.append(.expression(plan(expression)))
        case .variable(let name):
          isSecret = isSecret || filler.isCredential(name)
          switch filler.value(of: name, in: .field) {
          case .failure(let missing): filled.append(.problem(.missing(missing.variable)))
          case .success(let value):
            if HeaderRules.soundsSecret(text) { filler.secrets.add(value) }
            text += PercentEncoding.encode(value)
          }
        }
      }
      if filled.isEmpty { return .fixed(text, isSecret: isSecret) }
      if !text.isEmpty { filled.append(.literal(text)) }
      return .item(filled, isSecret: isSecret)
    }
  }

  // MARK: headers

  /// Headers of service, group and endpoint, then of the parameters, spread ones last, then cookies.
  mutating func headers() -> [HeaderStep] {
    var steps: [HeaderStep] = model.headers.map { header($0) }
    let parameters = Array(model.parameters.enumerated())
    for (slot, parameter) in parameters where parameter.place == .header && !parameter.isSpread {
      let isSecret = scope.service.isSecret(parameter)
      let target = HeaderTarget(parameter.wire, isSecret: isSecret)
      noteSecret(target, isSecret)
      steps.append(.argument(slot, target, argument: parameter.name))
    }
    if model.isOpen { steps.append(.extras) }
    for (slot, parameter) in parameters where parameter.place == .header && parameter.isSpread { steps.append(.spread(slot, parameter)) }
    let cookies = parameters.filter { $1.place == .cookie }.map {
      HeaderStep.Cookie(slot: $0, name: $1.name, wire: $1.wire, isSpread: $1.isSpread)
    }
    if !cookies.isEmpty || model.isOpen { steps.append(.cookies(cookies)) }
    return steps
  }

  private mutating func header(_ field: FieldModel) -> HeaderStep {
    let isSecret = isSecret(field)
    let target = HeaderTarget(field.name, isSecret: isSecret)
    noteSecret(target, isSecret)
    if let name = field.value.soleArgument { return .argument(slots.named[name], target, argument: name) }
    let filled = filler.fill(field.value, in: .field)
    if isSecret { filler.keepSecret(field.value) }
    if target.isSensitive, let text = filled.constant { filler.secrets.add(text) }
    return .text(target, filled)
  }

  private func isSecret(_ field: FieldModel) -> Bool {
    scope.service.isSecret(field) || !held.isEmpty && field.value.variables.contains(where: held.contains)
  }

  mutating func noteSecret(_ target: HeaderTarget, _ isSecret: Bool) {
    if let name = target.name, isSecret || target.isSensitive { filler.secrets.headerNames.insert(name) }
  }
}
