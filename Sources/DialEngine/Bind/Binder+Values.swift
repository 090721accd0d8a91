import DialJSON
import DialMessage
import DialModel

extension Binder {
  /// Fills in defaults, and checks presence, types and allowed values.
  mutating func settle() {
    for (slot, parameter) in plan.parameters.enumerated() {
      if let value = given.slots[slot] {
        if !parameter.takes(value) { settle(slot, parameter, value) }
      } else if let standard = parameter.standard {
        settle(slot, parameter, standard)
      } else if parameter.isRequired {
        missing(parameter.model)
      }
    }
  }

  private mutating func settle(_ slot: Int, _ parameter: ParameterPlan, _ standard: ParameterPlan.Standard) {
    guard let value = made(standard, parameter.model) else { return parameter.isRequired ? missing(parameter.model) : () }
    if parameter.model.place == .header { defaulted.insert(slot) }
    given.slots[slot] = value
    if !parameter.takes(value) { settle(slot, parameter, value) }
  }

  private mutating func settle(_ slot: Int, _ parameter: ParameterPlan, _ value: ArgumentValue) {
    if value.isNull {
      settleNull(slot, parameter.model)
    } else if let fault = fault(of: value, parameter) ?? sizeFault(of: value, parameter) {
      faults.append(fault)
      given.slots[slot] = nil
    } else if case .json(let json) = value, let bytes = raw(json, parameter) {
      given.slots[slot] = bytes
    } else if case .json(let json) = value, let rewrite = parameter.rewrite {
      given.slots[slot] = .json(rewrite.rewrite(json, parameter.model.shape))
    } else if case .file(let file) = value, case .data = parameter.model.shape.wrapped, parameter.model.place != .body {
      given.slots[slot] = contents(of: file, parameter.model.name)
    }
    if parameter.isSecret, let value = given.slots[slot] { secrets.add(value) }
  }

  private mutating func made(_ standard: ParameterPlan.Standard, _ parameter: ParameterModel) -> ArgumentValue? {
    switch standard {
    case .value(let json): return .json(json)
    case .uuid: return .json(.string(GeneratedValues.uuid()))
    case .now: return .json(.string(GeneratedValues.now()))
    case .text(let text):
      guard let filled = fill(text) else {
        refused.insert(parameter.name)
        return nil
      }
      return .json(.string(filled))
    }
  }

  private mutating func missing(_ parameter: ParameterModel) {
    guard refused.isDisjoint(with: [parameter.name, parameter.qualifiedName]) else { return }
    let type = parameter.shape.isUntyped ? "" : ", \(parameter.shape.spelling)"
    refuse(.missing, parameter, "missing argument '\(parameter.name)' (\(parameter.place.words)\(type))")
  }

  private mutating func settleNull(_ slot: Int, _ parameter: ParameterModel) {
    let inJSON = [.field, .body, .template].contains(parameter.place) && model.encoding == .json
    if !parameter.shape.isUntyped, !parameter.shape.isOptional, parameter.isRequired || inJSON {
      refuse(.type, parameter, "'\(parameter.name)' is null, expected \(parameter.shape.wrapped.phrase)")
    } else if parameter.place == .path, standsInPath(parameter) {
      refuse(.missing, parameter, "'\(parameter.name)' is null: the path needs a value")
    } else if parameter.isRequired, !inJSON {
      refuse(.missing, parameter, "missing argument '\(parameter.name)' (\(parameter.place.words)): null is left out there")
    }
    if !inJSON { given.slots[slot] = nil }
  }

  /// Whether a placeholder stands before the query, where null is left out.
  private func standsInPath(_ parameter: ParameterModel) -> Bool {
    TargetVariable.all(of: model.target.template).contains { $0.variable.name == parameter.wire && !$0.isInQuery }
  }

  private func fault(of value: ArgumentValue, _ plan: ParameterPlan) -> ArgumentFault? {
    let parameter = plan.model
    let name = parameter.name
    func wrong(_ message: String, _ kind: ArgumentFault.Kind = .type) -> ArgumentFault { ArgumentFault(kind, parameter, message) }
    switch value {
    case .list(let items):
      if let item = plan.itemShape, item.takesRaw { return nil }
      if plan.itemShape == nil, case .json = plan.shape, value.json != nil || parameter.place == .part || parameter.place == .body {
        return nil
      }
      return wrong(
        plan.itemShape == nil && plan.shape.takesRaw
          ? "'\(name)' takes one file, \(items.count) are given" : "'\(name)' is a list of files or Data, expected \(plan.shape.phrase)")
    case .file:
      if plan.shape.takesRaw || plan.itemShape?.takesRaw ?? false { return nil }
      if parameter.place == .body {
        guard !plan.shape.isUntyped else { return nil }
        return wrong("'\(name)' is a file, expected \(plan.shape.phrase): '\(name):=@path' reads its JSON, '\(name)=@path' its text")
      }
      return wrong(
        "the file '\(name)' cannot go to the \(parameter.place.words): declare '\(name) File', or give its content as text", .place)
    case .bytes:
      if case .json = plan.shape { return nil }
      if plan.shape.takesRaw || plan.itemShape?.takesRaw ?? false { return nil }
      return wrong("'\(name)' is Data, expected \(plan.shape.phrase)")
    case .json(let json):
      if plan.shape.isFile { return wrong("'\(name)' is no file: give \(name)@path on the command line, .file(path) in Swift") }
      if plan.itemShape?.isFile ?? false, json.asArray?.isEmpty != true {
        return wrong("'\(name)' is no list of files: give \(name)@path for each on the command line, [File] in Swift")
      }
      if let fault = ShapeCheck(types: self.plan.types).fault(json, parameter.shape, at: name) {
        return wrong(plan.isSecret ? "'\(name)' does not fit, expected \(plan.shape.phrase)" : fault.message)
      }
      return valueFault(json, parameter, isSecret: plan.isSecret).map { wrong($0, .value) }
    }
  }

  /// That Data is larger than it may be; files are measured where they are bound.
  private func sizeFault(of value: ArgumentValue, _ plan: ParameterPlan) -> ArgumentFault? {
    guard let limit = plan.model.file.maxBytes else { return nil }
    let largest: Int
    switch raw(value, plan) {
    case .bytes(let bytes): largest = bytes.count
    case .list(let items): largest = items.map { if case .bytes(let bytes) = $0 { bytes.count } else { 0 } }.max() ?? 0
    default: return nil
    }
    guard largest > limit else { return nil }
    return ArgumentFault(.size, plan.model, "'\(plan.model.name)' has \(largest) bytes, at most \(limit) may be sent")
  }

  private func raw(_ value: ArgumentValue, _ plan: ParameterPlan) -> ArgumentValue? {
    if case .json(let json) = value { decoded(json, plan) } else { value }
  }

  /// The bytes of a base64 text that is a part or the whole body, where Data is declared; elsewhere it is sent as it is.
  private func raw(_ json: JSON, _ plan: ParameterPlan) -> ArgumentValue? {
    plan.model.place == .part || plan.model.place == .body ? decoded(json, plan) : nil
  }

  private func decoded(_ json: JSON, _ plan: ParameterPlan) -> ArgumentValue? {
    if case .data = plan.shape { return json.asString.flatMap(Base64.decode).map { .bytes($0) } }
    guard case .data? = plan.itemShape, plan.model.place != .body, let items = json.asArray else { return nil }
    return .list(items.compactMap { $0.asString.flatMap(Base64.decode).map { .bytes($0) } })
  }

  private func valueFault(_ json: JSON, _ parameter: ParameterModel, isSecret: Bool) -> String? {
    if parameter.isFlag, json.asBool == nil { return "'\(parameter.name)' is sent or not: true or false" }
    guard let values = parameter.values, !values.contains(json) else { return nil }
    let listed = values.map { "'\(ValueText.plain($0) ?? JSONWriter.text($0))'" }.joined(separator: ", ")
    let found = isSecret ? nil : ValueText.plain(json).map { "'\($0)'" }
    return "'\(parameter.name)' is \(found ?? "another value"), expected one of \(listed)"
  }

  private mutating func contents(of file: File, _ name: String) -> ArgumentValue? {
    switch file.contents(upTo: 64 << 20) {
    case .success(let bytes): return .bytes(bytes)
    case .failure(let fault):
      refuse(file: fault.message, name)
      return nil
    }
  }

  /// Secret arguments stay with the origin of the base, as its credentials do: headers, cookies and query items are left out,
  /// and what the request cannot do without is refused.
  mutating func withholdSecrets() {
    for (slot, parameter) in plan.parameters.enumerated() where parameter.isSecret && given.slots[slot] != nil {
      if [.header, .cookie, .query].contains(parameter.model.place) {
        given.slots[slot] = nil
        given.withheld.append(slot)
      } else {
        refuse(
          .place, parameter.model,
          "'\(parameter.model.name)' is secret and does not go to another origin than the base: 'redirects.trust' allows it")
      }
    }
  }
}

extension Secrets {
  /// A secret argument in whatever form it is given.
  fileprivate mutating func add(_ value: ArgumentValue) {
    switch value {
    case .json(let json): add(json)
    case .bytes(let bytes): add(bytes)
    case .file(let file): if file.isReplayable, case .success(let bytes) = file.contents(upTo: 1 << 20) { add(bytes) }
    case .list(let items): for item in items { add(item) }
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    add(Base64.encode(bytes))
    if let text = String(validating: bytes, as: UTF8.self) { add(text) }
  }

  /// Every text and number inside of a secret value is secret.
  private mutating func add(_ json: JSON) {
    if let text = ValueText.plain(json) {
      if json.asKind != .bool { add(text) }
    } else if let items = json.asArray {
      for item in items { add(item) }
    } else if let members = json.asObject {
      for member in members { add(member.value) }
    }
  }
}
