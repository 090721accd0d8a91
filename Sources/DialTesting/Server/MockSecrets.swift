import Dial

/// Finds the secrets in a received request, the reverse of binding them.
struct MockSecrets: Sendable {
  private let service: ServiceModel
  /// The values of the variables that are secret everywhere.
  private let values: [String]

  init(_ service: ServiceModel, _ scope: VariableScope) {
    self.service = service
    let names = service.secretVariables.union(service.vars.keys).union(service.traits.variables).union(service.base?.variables ?? [])
    values = names.filter(service.isSecret).compactMap { scope.value($0, in: .auth) }
  }

  /// Returns the secrets of a request to an endpoint; `path` are the values of its placeholders.
  func secrets(of request: LoopbackRequest, _ model: EndpointModel? = nil, path: [String: String] = [:]) -> Secrets {
    var secrets = Secrets()
    for value in values { secrets.add(value) }
    addHeaders(request, model, to: &secrets)
    addQuery(request, model, to: &secrets)
    if let model {
      addPath(path, model, to: &secrets)
      if mayStandInBody(of: model), request.body.count == request.size { addBody(request, model, to: &secrets) }
    }
    // The same text with unnecessary percent-encoding.
    for piece in request.target.split(whereSeparator: { "/?&=".contains($0) }) {
      if secrets.values.contains(FormCoding.decode(String(piece)).first?.0 ?? "") { secrets.add(String(piece)) }
    }
    return secrets
  }

  private func addPath(_ values: [String: String], _ model: EndpointModel, to secrets: inout Secrets) {
    for expression in TargetParts(model.target).segments.joined().compactMap(\.expression) where isSecret(expression, model) {
      guard let name = expression.variables.first?.name, let value = values[name] else { continue }
      if expression.variables.count == 1, expression.operation.isPlain {
        secrets.add(value)
      } else {
        for part in value.split(whereSeparator: { "/.;,=".contains($0) }) { secrets.add(String(part)) }
      }
    }
  }

  private func addQuery(_ request: LoopbackRequest, _ model: EndpointModel?, to secrets: inout Secrets) {
    var names = model.map { Names(secret(.query, $0), of: $0, .query) } ?? Names()
    if let model {
      names.wires += model.auth.leaves.compactMap(\.location.item)
      names.wires += model.query.filter { isSecret($0, model) }.map(\.name)
      for part in TargetParts(model.target).query {
        switch part {
        case .expansion(let expression): if isSecret(expression, model) { names.wires += expression.variables.map(\.name) }
        case .item(let pieces):
          guard pieces.contains(where: { $0.expression.map { isSecret($0, model) } ?? false }), case .literal(let text)? = pieces.first
          else { continue }
          names.wires += FormCoding.decode(text).prefix(1).map(\.0)
        }
      }
    }
    for (name, value) in FormCoding.decode(MockRouter.split(request.target).query) {
      if SecretNames.contains(name, in: .item) || names.contain(name) { secrets.add(value) }
    }
  }

  private func addHeaders(_ request: LoopbackRequest, _ model: EndpointModel?, to secrets: inout Secrets) {
    var names = model.map { Names(secret(.header, $0), of: $0, .header) } ?? Names()
    if let model {
      names.wires += model.auth.leaves.compactMap(\.location.header)
      names.wires += model.headers.filter { isSecret($0, model) }.map(\.name)
    }
    names.wires = names.wires.map { $0.lowercased() }
    for field in HTTPFields(received: request.headers) {
      let name = field.name.canonicalName
      // A spread parameter accepts names that begin with its own.
      let isOwn = names.wires.contains { name == $0 || names.others != nil && name.hasPrefix($0) }
      guard HeaderRules.isSensitive(name) || isOwn else { continue }
      secrets.headerNames.insert(field.name)
      secrets.add(field.value)
      // In `Bearer TOKEN`, the token alone is a secret, too.
      if let blank = field.value.lastIndex(of: " ") { secrets.add(String(field.value[field.value.index(after: blank)...])) }
    }
  }

  /// Whether the body of an endpoint can contain a secret.
  func mayStandInBody(of model: EndpointModel) -> Bool {
    model.parameters.contains { $0.place.has(.body) && service.isSecret($0) } || model.body.map { isSecret($0, model) } ?? false
  }

  private func addBody(_ request: LoopbackRequest, _ model: EndpointModel, to secrets: inout Secrets) {
    let names = Names(secret(.field, model) + secret(.part, model), of: model, .field, .part)
    let isWhole = !secret(.body, model).isEmpty
    let text = request.header("content-type") ?? ""
    let type = MediaType(text)
    if type?.isForm == true {
      for (name, value) in FormCoding.decode(String(decoding: request.body, as: UTF8.self)) where isWhole || names.contain(name) {
        secrets.add(value)
      }
    } else if let boundary = type?["boundary"], let parts = MultipartParts.read(request.body, boundary: boundary) {
      for part in parts where isWhole || names.contain(part.name) { secrets.add(part.value) }
    } else if let json = try? JSON(parsing: request.body) {
      if isWhole { secrets.add(json) }
      for member in json.asObject.map(Array.init) ?? [] where names.contain(member.name) { secrets.add(member.value) }
      if let template = model.body { add(json, template, model, to: &secrets) }
    } else if isWhole {
      secrets.add(request.body)
    }
  }

  /// Adds the values at the secret places of a template.
  private func add(_ json: JSON, _ template: BodyTemplate, _ model: EndpointModel, to secrets: inout Secrets) {
    guard isSecret(template, model) else { return }
    switch template {
    case .literal: break
    case .text: secrets.add(json)
    case .array(let items):
      // An absent argument removes its item.
      guard let given = json.asArray, given.count == items.count else { return secrets.add(json) }
      for (item, value) in zip(items, given) { add(value, item, model, to: &secrets) }
    case .object(let members):
      guard json.asObject != nil, members.allSatisfy({ $0.name.literal != nil }) else { return secrets.add(json) }
      for member in members { add(json[member: member.name.literal ?? ""], member.value, model, to: &secrets) }
    }
  }

  private func secret(_ place: Place, _ model: EndpointModel) -> [ParameterModel] {
    model.parameters.filter { $0.place == place && service.isSecret($0) }
  }

  private func isSecret(_ expression: URITemplate.Expression, _ model: EndpointModel) -> Bool {
    expression.parameters(of: model, TargetSlots(model.parameters)).contains { $0.map { service.isSecret($0) } ?? false }
  }

  private func isSecret(_ field: FieldModel, _ model: EndpointModel) -> Bool { service.isSecret(field) || isSecret(field.value, model) }

  private func isSecret(_ template: BodyTemplate, _ model: EndpointModel) -> Bool { template.texts.contains { isSecret($0, model) } }

  private func isSecret(_ text: Text, _ model: EndpointModel) -> Bool {
    service.holdsSecret(text) || text.arguments.contains { name in model.parameters.contains { $0.name == name && service.isSecret($0) } }
  }
}

extension Secrets {
  /// Adds every string and number in a secret value.
  fileprivate mutating func add(_ json: JSON) {
    if let text = json.asString ?? json.asNumberText { add(text) }
    for item in json.asArray.map(Array.init) ?? [] { add(item) }
    for member in json.asObject.map(Array.init) ?? [] { add(member.value) }
  }

  fileprivate mutating func add(_ bytes: [UInt8]) {
    add(Base64.encode(bytes))
    if let text = String(validating: bytes, as: UTF8.self) { add(text) }
  }
}

/// The names under which parameters are sent.
private struct Names {
  var wires: [String] = []
  /// If a parameter is spread, all names belong to it except these.
  var others: Set<String>?

  init() {}

  init(_ parameters: [ParameterModel], of model: EndpointModel, _ places: Place...) {
    wires = parameters.map(\.wire)
    guard parameters.contains(where: \.isSpread) else { return }
    let rest = model.parameters.filter { parameter in places.contains(parameter.place) && !parameters.contains { $0 === parameter } }
    others = Set(rest.map(\.wire))
  }

  /// Whether a name is one of them, or one with an index or a member: `tags[]`, `filter.a`.
  func contain(_ name: String) -> Bool {
    if let others { return !others.contains(name) }
    return wires.contains { name == $0 || name.hasPrefix($0 + "[") || name.hasPrefix($0 + ".") }
  }
}

extension TargetParts.Piece {
  fileprivate var expression: URITemplate.Expression? { if case .expression(let expression) = self { expression } else { nil } }
}
