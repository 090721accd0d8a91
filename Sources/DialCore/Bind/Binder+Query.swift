import DialJSON

extension Binder {
  /// Items of service, group, endpoint and target, then the arguments (language section 13, Precedence).
  mutating func bindQuery() {
    for field in model.query { add(field) }
    for part in plan.target.query { add(part) }
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .query {
      guard let value = slots[slot]?.json else { continue }
      add(parameter, value)
    }
    for extra in extras where extra.place == .query {
      guard let value = extra.value.json else { continue }
      let wire = (model.style.keys ?? .asIs).apply(to: extra.name)
      let writer = ParameterWriter(.query, model.style)
      let isSpread = value.asObject != nil && (model.style.objects ?? .spread) == .spread
      append(writer.items(isSpread ? "" : wire, value), isSpread: isSpread)
      note(extra.name, .query, wire, "an undeclared argument of \(model.method) is a query item")
    }
  }

  private mutating func add(_ field: FieldModel) {
    let isSecret = service.isSecret(field)
    if isForeign, isSecret { return }
    if isSecret { secrets.queryKeys.insert(PercentEncoding.encode(field.name)) }
    let writer = ParameterWriter(.query, model.style)
    if let name = field.value.soleArgument {
      guard let value = templateValue(name) else { return }
      note(name, .query, field.name, "'query' of the spec names '{\(name)}'")
      append(writer.items(field.name, value), isSpread: false)
      return
    }
    guard let text = fill(field.value, in: .field) else { return }
    if isSecret { secretVariables(of: field.value) }
    append(writer.items(field.name, .string(text)), isSpread: false)
  }

  mutating func secretVariables(of text: Text) {
    for name in text.variables { if let value = scope.value(name, in: .field) { secrets.add(value) } }
  }

  private mutating func add(_ part: TargetPlan.QueryPart) {
    switch part {
    case .expansion(let expression):
      for variable in expression.variables { noteTarget(variable, "query") }
      do throws(URITemplateError) {
        if let text = try expression.expand({ targetValue($0) }) {
          query.append(QueryItem(key: expression.variables[0].name, text: String(text.dropFirst())))
        }
      } catch {
        faults.append(error.message)
      }
    case .item(let pieces):
      var text = ""
      for piece in pieces {
        switch piece {
        case .literal(let part): text += part
        case .variable(let name):
          if isForeign, service.secretVariables.contains(name) { return }
          guard let value = variable(name, in: .field) else { return }
          if HeaderRules.soundsSecret(text) { secrets.add(value) }
          text += PercentEncoding.encode(value)
        case .expression(let expression):
          for variable in expression.variables { noteTarget(variable, "query") }
          guard let filled = expand(expression, in: "query") else { return }
          text += filled
        }
      }
      query.append(QueryItem(key: PercentEncoding.decode(String(text.prefix { $0 != "=" })), text: text))
    }
  }

  private mutating func add(_ parameter: ParameterModel, _ value: JSON) {
    if parameter.isSecret { secrets.queryKeys.insert(PercentEncoding.encode(parameter.wire)) }
    let rule = parameter.isFlag ? "a key without a value" : "declared in the query"
    note(parameter.name, .query, parameter.wire, rule)
    if parameter.isFlag {
      if value.asBool == true { query.append(QueryItem(key: parameter.wire, text: PercentEncoding.encode(parameter.wire))) }
      return
    }
    if parameter.isSpread, value.asObject == nil {
      faults.append("'\(parameter.name)' is spread into the query and must be a dictionary")
      return
    }
    if parameter.isRaw, holdsStray(value) {
      faults.append("'\(parameter.name)' goes into the query as it is and may not hold '#' or a control character")
      return
    }
    let isSpread = value.asObject != nil && (parameter.isSpread || (parameter.style.objects ?? .spread) == .spread)
    let writer = ParameterWriter(.query, parameter.style, isRaw: parameter.isRaw)
    let prefix = isSpread ? (parameter.isSpread ? parameter.wire : "") : parameter.wire
    append(writer.items(prefix, value, spread: parameter.isSpread), isSpread: isSpread)
  }

  /// Whether a value that goes out as it is would end the query.
  private func holdsStray(_ value: JSON) -> Bool {
    if let items = value.asArray { return items.contains(where: holdsStray) }
    if let members = value.asObject { return members.contains { holdsStray($0.value) } }
    return ValueText.plain(value)?.unicodeScalars.contains { $0 == "#" || $0.value < 0x20 } ?? false
  }

  mutating func append(_ items: [ParameterWriter.Item], isSpread: Bool) {
    for item in items { query.append(QueryItem(key: item.key, text: item.text, isSpread: isSpread)) }
  }
}
