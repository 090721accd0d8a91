import DialJSON
import DialMessage
import DialModel

/// Settles the arguments of a call: fills in defaults, checks presence and values, and rewrites them for the wire.
struct ArgumentSettler {
  /// The placeholders before the query, where null cannot be left out; gathered when they are first asked for.
  private var namesInPath: Set<String>?

  mutating func settle(_ call: inout Binding) {
    let plan = call.plan
    for slot in plan.parameters.indices {
      let parameter = plan.parameters[slot]
      if parameter.takes(call.given.slots[slot]) { continue }
      if let value = call.given.slots[slot] {
        settle(slot, parameter, value, &call)
      } else if let standard = parameter.standard {
        settle(slot, parameter, standard, &call)
      } else if parameter.isRequired {
        miss(parameter.model, &call)
      }
    }
  }

  // MARK: absent arguments

  private mutating func settle(_ slot: Int, _ parameter: ParameterPlan, _ standard: ParameterPlan.Standard, _ call: inout Binding) {
    guard let value = made(standard, parameter.model, &call) else { return parameter.isRequired ? miss(parameter.model, &call) : () }
    if parameter.model.place == .header { call.defaulted.insert(slot) }
    call.given.slots[slot] = value
    if !parameter.takes(value) { settle(slot, parameter, value, &call) }
  }

  private func made(_ standard: ParameterPlan.Standard, _ parameter: ParameterModel, _ call: inout Binding) -> ArgumentValue? {
    switch standard {
    case .value(let json): return .json(json)
    // Two defaults are two values: each parameter has its own.
    case .generated(.uuid): return .json(.string(GeneratedValues.uuid()))
    case .generated(let word): return .json(call.generated[word])
    case .text(let text):
      guard let filled = call.fill(text) else {
        call.faults.refused.insert(parameter.name)
        return nil
      }
      return .json(.string(filled))
    }
  }

  private func miss(_ parameter: ParameterModel, _ call: inout Binding) {
    guard call.faults.refused.isDisjoint(with: [parameter.name, parameter.qualifiedName]) else { return }
    let type = parameter.shape.isUntyped ? "" : ", \(parameter.shape.spelling)"
    call.refuse(.missing, parameter, "missing argument '\(parameter.name)' (\(parameter.place.words)\(type))")
  }

  // MARK: given arguments

  private mutating func settle(_ slot: Int, _ parameter: ParameterPlan, _ value: ArgumentValue, _ call: inout Binding) {
    let check = ValueCheck(plan: parameter, types: call.plan.types)
    if value.isNull {
      settleNull(slot, parameter.model, &call)
    } else if let fault = check.fault(of: value) {
      call.faults.add(fault)
      call.given.slots[slot] = nil
    } else if case .json(let json) = value, let bytes = check.sentBytes(json) {
      call.given.slots[slot] = bytes
    } else if case .json(let json) = value, let rewrite = parameter.rewrite {
      call.given.slots[slot] = .json(rewrite.rewrite(json, parameter.model.shape))
    } else if case .file(let file) = value, case .data = parameter.model.shape.wrapped, parameter.model.place != .body {
      switch file.contents(upTo: 64 << 20) {
      case .success(let bytes): call.given.slots[slot] = .bytes(bytes)
      case .failure(let fault):
        call.faults.add(file: fault.message, parameter.model.name)
        call.given.slots[slot] = nil
      }
    }
    if parameter.isSecret, let value = call.given.slots[slot] { call.secrets.add(value) }
  }

  private mutating func settleNull(_ slot: Int, _ parameter: ParameterModel, _ call: inout Binding) {
    let inJSON = [.field, .body, .template].contains(parameter.place) && call.model.encoding == .json
    if !parameter.shape.isUntyped, !parameter.shape.isOptional, parameter.isRequired || inJSON {
      call.refuse(.type, parameter, "'\(parameter.name)' must be \(parameter.shape.wrapped.phrase), but is null")
    } else if parameter.place == .path, standsInPath(parameter, of: call.model) {
      call.refuse(.missing, parameter, "'\(parameter.name)' is null, but the path requires a value")
    } else if parameter.isRequired, !inJSON {
      call.refuse(.missing, parameter, "missing argument '\(parameter.name)' (\(parameter.place.words)); a null value is not sent there")
    }
    if !inJSON { call.given.slots[slot] = nil }
  }

  private mutating func standsInPath(_ parameter: ParameterModel, of model: EndpointModel) -> Bool {
    let names =
      namesInPath ?? Set(TargetVariable.all(of: model.target.template).lazy.filter { !$0.isInQuery }.map(\.variable.name))
    namesInPath = names
    return names.contains(parameter.wire)
  }

  // MARK: other origins

  /// Secret arguments stay with the origin of the base, as its credentials do: headers, cookies and query items are left out,
  /// and what the request cannot do without is refused.
  func withholdSecrets(_ call: inout Binding) {
    for (slot, parameter) in call.plan.parameters.enumerated() where parameter.isSecret && call.given.slots[slot] != nil {
      if [.header, .cookie, .query].contains(parameter.model.place) {
        call.given.slots[slot] = nil
        call.given.withheld.append(slot)
      } else {
        call.refuse(
          .place, parameter.model,
          "the secret '\(parameter.model.name)' is not sent to an origin other than the base; to allow it, set 'redirects.trust'")
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
