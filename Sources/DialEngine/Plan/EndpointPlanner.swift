package import DialJSON
package import DialMessage
import DialModel
import DialPolicies

struct EndpointPlanner {
  let model: EndpointModel
  let target: TargetModel
  let base: BasePlan
  let foreign: CrossOriginRule
  let slots: TargetSlots
  /// The variables of secret headers and query items. All values with them are secret, and stay with the origin of the base.
  let held: Set<String>
  var filler: TextFiller

  var scope: VariableScope { filler.scope }

  init(_ model: EndpointModel, _ scope: VariableScope, _ base: BasePlan) {
    self.model = model
    target = model.target.of(isBaseChosen: base.isChosen)
    self.base = base
    filler = TextFiller(scope)
    // Nothing that the server of an operation gets is secret, unless the document says so.
    let isOpen = target.own?.isSecured ?? true
    let own = target.own?.hasCredentials == true && target.isAbsolute ? BasePlan.origin(target, &filler) : nil
    foreign = CrossOriginRule(origin: own ?? base.origin, trustedHosts: isOpen ? model.policy.trustedHosts ?? [] : [])
    slots = TargetSlots(model.parameters)
    held = Set((model.headers + model.query).lazy.filter(\.isSecret).flatMap(\.value.variables))
    filler.slots = slots.named
    filler.secrets = base.secrets
    filler.secrets.vault = scope.vault
  }

  mutating func pieces(_ piece: TargetParts.Piece, ofHost isHost: Bool = false) -> [TargetPlan.Piece] {
    switch piece {
    case .literal(let text): return [.literal(text)]
    case .expression(let expression): return [.expression(plan(expression))]
    case .variable(let name):
      func fault(_ message: String) -> TargetPlan.Piece { .problem(.fault(ArgumentFault(.variable, name, message))) }
      switch filler.value(of: name, in: .path) {
      case .failure(let missing): return [.problem(.missing(missing))]
      case .success(let value) where isHost && !AddressRules.isHostPart(value):
        return [fault("the variable '\(name)' \(AddressRules.hostRule)")]
      case .success(let value):
        let credential: [TargetPlan.Piece] = filler.isCredential(name) ? [.problem(.credential(name))] : []
        if isHost { return credential + [.literal(value)] }
        let faults = AddressRules.strayFaults(.string(value), "the variable '\(name)'", in: "path").map(fault)
        return credential + faults + [.variable(PercentEncoding.encodeKeepingReserved(value), name: name)]
      }
    }
  }

  /// Detects a URL in the variable of `${B}/users`, which would be appended to the base.
  mutating func wholeURL(at start: TargetParts.Piece?) -> [Problem] {
    guard case .variable(let name)? = start, case .success(let value) = filler.value(of: name, in: .path),
      TargetVariable.isWholeURL(value)
    else { return [] }
    return [.fault(ArgumentFault(.variable, name, TargetVariable.wholeURL(name)))]
  }

  private mutating func plan(_ expression: URITemplate.Expression) -> ExpressionPlan {
    let plan = ExpressionPlan(expression, model: model, slots: slots)
    for slot in plan.slots { filler.use(slot) }
    return plan
  }

  /// Makes each word of the target with a short secret a secret.
  mutating func keepWords(of template: URITemplate) {
    let pieces = template.parts.map { part -> Text.Piece in
      switch part {
      case .literal(let text): .literal(text)
      case .variable(let name): .variable(name)
      case .expression: .argument("", nil)
      }
    }
    for use in [VariableUse.path, .query] { filler.keepWords(pieces, in: use) }
  }

  /// Returns the query items of service, group and endpoint, of the target, then of the parameters (GroupsAndFiles.md#How-levels-combine).
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
    if isSecret { filler.keepSecret(field.value) }
    if let name = field.value.soleArgument {
      // The item has its own name, which becomes the prefix of the members of a dictionary.
      let writer = ItemWriter(.query, model.style, spreadsObjects: false)
      return .argument(filler.use(slots.named[name]), field.name, writer, isSecret: isSecret)
    }
    let filled = filler.fill(field.value, in: .query)
    let key = PercentEncoding.encode(field.name) + "="
    if let text = filled.constant { return .fixed(key + PercentEncoding.encode(text), isSecret: isSecret) }
    return .text(key, filled, isSecret: isSecret)
  }

  private mutating func item(_ part: TargetParts.QueryPart) -> QueryStep {
    switch part {
    case .expansion(let expression): return .expansion(plan(expression))
    case .item(let pieces):
      var isSecret = false
      var filled: [TargetPlan.Piece] = []
      for piece in pieces {
        switch piece {
        case .literal(let text): filled.append(.literal(text))
        case .expression(let expression): filled.append(.expression(plan(expression)))
        case .variable(let name):
          isSecret = isSecret || filler.isCredential(name)
          switch filler.value(of: name, in: .query) {
          case .failure(let missing): filled.append(.problem(.missing(missing)))
          case .success(let value):
            let key = TargetPlan.text(filled)?.prefix { $0 != "=" } ?? ""
            if SecretNames.contains(String(key), in: .item) { filler.secrets.add(value) }
            filled.append(.literal(PercentEncoding.encode(value)))
          }
        }
      }
      return TargetPlan.text(filled).map { .fixed($0, isSecret: isSecret) } ?? .item(filled, isSecret: isSecret)
    }
  }

  /// Returns the headers of service, group and endpoint, then of the parameters, the spread ones last.
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
    return steps
  }

  private mutating func header(_ field: FieldModel) -> HeaderStep {
    let isSecret = isSecret(field)
    let target = HeaderTarget(field.name, isSecret: isSecret)
    noteSecret(target, isSecret)
    if let name = field.value.soleArgument { return .argument(filler.use(slots.named[name]), target, argument: name) }
    let filled = filler.fill(field.value, in: .header)
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

extension EndpointPlanner {
  mutating func credentials() -> ([Credential], [CredentialStep]) {
    let scope = scope
    guard let chosen = model.auth.chosen({ scope.value($0, in: .auth)?.isEmpty == false }) else {
      return ([], [.problems([.missing(lacking())], at: model.auth.alternatives.map { $0.map(\.location) })])
    }
    return (chosen, chosen.compactMap { credential($0) })
  }

  private func lacking() -> MissingVariable {
    let names = model.auth.variables.distinct().filter { scope.value($0, in: .auth)?.isEmpty ?? true }
    let listed = names.map { "'\($0)'" }.joined(separator: ", ")
    return MissingVariable(
      name: names.first ?? "", message: "no alternative in 'auth' has values for all its variables; missing: \(listed)",
      remedy: .alternative(variable: names.first ?? ""))
  }

  /// Returns the credential if its value is known before the call; nil if a policy adds it. Its secrets are registered.
  private mutating func credential(_ credential: Credential) -> CredentialStep? {
    func problems(_ problems: [Problem]) -> CredentialStep {
      .problems(problems, at: [[credential.location]])
    }
    guard let kind = CredentialKinds[credential.kind] else {
      return problems([.fault(ArgumentFault(.spec, nil, "unknown kind of credentials '\(credential.kind)'"))])
    }
    var (values, found) = (CredentialValues(), [Problem]())
    for part in credential.parts where !part.isOptional {
      let filled = filler.fill(part.text, in: .auth)
      found += filled.problems
      values.set(part, filled.constant ?? "")
    }
    if !found.isEmpty { return problems(found) }
    if let text = values.empty(of: credential) { return problems([.missing(Self.empty(text))]) }
    for part in credential.parts where part.isSecret {
      if part.isOptional { filler.keepSecret(part.text) } else { filler.secrets.add(values[part.key]) }
    }
    guard case .field(let make) = kind.authorization else { return nil }
    let field: CredentialField
    do throws(CredentialFault) { field = try make(values) } catch {
      return .problems([.fault(ArgumentFault(.spec, nil, error.message))])
    }
    for secret in field.secrets { filler.secrets.add(secret) }
    switch credential.location {
    case .header(let name):
      let target = HeaderTarget(name, isSecret: true)
      noteSecret(target, true)
      return .header(target, field.value, variables: credential.variables)
    case .query(let name): return .item("\(PercentEncoding.encode(name))=\(PercentEncoding.encode(field.value))", name: name)
    }
  }

  /// An empty credential is an error, and never sent as an empty header.
  private static func empty(_ text: Text) -> MissingVariable {
    let name = text.variables.first ?? ""
    return MissingVariable(
      name: name, message: "the variable '\(name)' is empty, but 'auth' requires it", remedy: .variable(name, .callerOnly))
  }
}

package final class PlanFaults: Sendable {
  let making: CallError?
  let sending: CallError?
  package let opening: CallError?

  init?(_ model: EndpointModel, _ base: BasePlan) {
    making = base.loweredHost.map {
      CallError(.arguments, "the base of the spec uses https, so '\($0)' must use https too; http is allowed only for localhost", of: model)
    }
    opening = model.unsupported.map { CallError(.unsupported, "\($0) is not supported yet", of: model) }
    let socket = "'\(model.name)' is a WebSocket; open it with 'connect' instead of calling it"
    sending = opening ?? (model.isSocket ? CallError(.arguments, socket, of: model) : nil)
    if making == nil, sending == nil { return nil }
  }
}

package final class PollRequestPlan: Sendable {
  package let endpoint: String
  private let model: EndpointModel
  private let members: [(name: String, value: FilledTemplate)]
  private let names: [String]
  private let repeated: RepeatedUses

  /// Returns nil if the endpoint polls itself.
  init?(_ model: EndpointModel, _ scope: VariableScope) {
    guard let check = model.poll?.check else { return nil }
    var filler = TextFiller(scope)
    for name in check.arguments.flatMap(\.value.arguments) where filler.slots[name] == nil { filler.slots[name] = filler.slots.count }
    endpoint = check.endpoint
    self.model = model
    members = check.arguments.map { (name: $0.name.literal ?? "", value: filler.fill($0.value)) }
    names = filler.slots.sorted { $0.value < $1.value }.map(\.key)
    repeated = RepeatedUses(filler)
  }

  /// Returns the arguments of one poll. `first` is the response to the call; `argument` returns an argument of the call by name.
  package func arguments(_ first: JSON, _ argument: (String) -> JSON?) throws(CallError) -> Arguments {
    var values: [JSON?] = []
    for name in names { values.append(try value(name, first, argument)) }
    if let slot = repeated.excess({ values[$0] }).first {
      throw CallError(.limit, RepeatedUses.tooLong(names[slot]), endpoint: model.name, location: model.poll?.check?.range)
    }
    var arguments = Arguments()
    var generated = GeneratedValues()
    for (name, template) in members {
      var problems: [Problem] = []
      let value = template.filled({ values[$0] }, &generated, &problems)
      for problem in problems {
        switch problem {
        case .missing(let variable):
          throw CallError(.variable, variable.message, endpoint: model.name, remedy: variable.remedy, location: model.range)
        case .fault(let fault): throw CallError(.arguments, fault.message, endpoint: model.name, location: model.range)
        case .credential: break
        }
      }
      // Omit it if the argument of the call is absent.
      if let value { arguments.append(name, json: value) }
    }
    return arguments
  }

  private func value(_ name: String, _ first: JSON, _ argument: (String) -> JSON?) throws(CallError) -> JSON? {
    if let name = PollModel.argument(name) { return argument(name) }
    var found = first
    for member in name.split(separator: ".") { found = found[member: String(member)] }
    if found.asKind != .absent { return found }
    throw CallError(
      .selection, "'{\(name)}' in 'poll.args' does not exist in the first response", endpoint: model.name,
      location: model.poll?.check?.range)
  }
}
