import DialJSON
import DialMessage
import DialModel

struct ValueCheck {
  let plan: ParameterPlan
  let types: TypeTable

  /// Returns why a value other than null cannot be sent; empty if it can. Constraints apply to values of the right type.
  func faults(of value: ArgumentValue, checksConstraints: Bool) -> [ArgumentFault] {
    if let fault = typeFault(of: value) ?? sizeFault(of: value) { return [fault] }
    guard checksConstraints, !plan.model.constraints.isEmpty, let json = value.json else { return [] }
    let found = ConstraintCheck.faults(
      of: json, plan.model.constraints, at: plan.model.name, isSecret: plan.isSecret || plan.soundsSecret)
    return found.map { found in
      var fault = ArgumentFault(.value, plan.model, found.message)
      (fault.location, fault.isAtRule) = (found.range, true)
      return fault
    }
  }

  private func typeFault(of value: ArgumentValue) -> ArgumentFault? {
    let parameter = plan.model
    let name = parameter.name
    func wrong(_ message: String, _ kind: ArgumentFault.Kind = .type) -> ArgumentFault { ArgumentFault(kind, parameter, message) }
    switch value {
    case .list(let items):
      if let item = plan.itemShape, item.takesRaw { return nil }
      if plan.itemShape == nil, case .json = plan.shape, value.json != nil || parameter.place.has(.file) {
        return nil
      }
      return wrong(
        plan.itemShape == nil && plan.shape.takesRaw
          ? "'\(name)' accepts one file, but \(items.count) were passed"
          : "'\(name)' must be \(plan.shape.phrase), but is an array of files or Data")
    case .file:
      if plan.shape.takesRaw || plan.itemShape?.takesRaw ?? false { return nil }
      // Anything can be a part.
      if parameter.place == .part, plan.shape.isUntyped || plan.itemShape?.isUntyped ?? false { return nil }
      if parameter.place == .body {
        guard !plan.shape.isUntyped else { return nil }
        return wrong(
          "'\(name)' must be \(plan.shape.phrase), but is a file; write \(name):=@path to send its JSON, \(name)=@path to send its text")
      }
      return wrong(
        "the file '\(name)' cannot be sent in the \(parameter.place.words); declare '\(name) File', or pass its content as a string", .place
      )
    case .bytes:
      if case .json = plan.shape { return nil }
      if plan.shape.takesRaw || plan.itemShape?.takesRaw ?? false { return nil }
      return wrong("'\(name)' must be \(plan.shape.phrase), but is Data")
    case .json(let json):
      if plan.shape.isFile { return wrong("'\(name)' must be a file; write \(name)@path, or .file(path) in Swift") }
      if plan.itemShape?.isFile ?? false, json.asArray?.isEmpty != true {
        return wrong("'\(name)' must be an array of files; write \(name)@path for each file, or [File] in Swift")
      }
      if let fault = ShapeCheck(types: types).fault(json, parameter.shape, at: name) {
        return wrong(plan.isSecret ? "'\(name)' must be \(plan.shape.phrase)" : fault.message)
      }
      return valueFault(json).map { wrong($0, .value) }
    }
  }

  /// Returns the fault of a Data that is too large. Files are measured when they are bound.
  private func sizeFault(of value: ArgumentValue) -> ArgumentFault? {
    guard let limit = plan.model.file.maxBytes else { return nil }
    let raw: ArgumentValue? = if case .json(let json) = value { decoded(json) } else { value }
    let largest: Int
    switch raw {
    case .bytes(let bytes): largest = bytes.count
    case .list(let items): largest = items.map { if case .bytes(let bytes) = $0 { bytes.count } else { 0 } }.max() ?? 0
    default: return nil
    }
    guard largest > limit else { return nil }
    return ArgumentFault(.size, plan.model, "'\(plan.model.name)' has \(ByteCount.text(largest, over: limit))")
  }

  /// Decodes base64 if the parameter is a Data in a part or the whole body; elsewhere it is sent as text.
  func sentBytes(_ json: JSON) -> ArgumentValue? { plan.model.place.has(.file) ? decoded(json) : nil }

  private func decoded(_ json: JSON) -> ArgumentValue? {
    if case .data = plan.shape { return json.asString.flatMap(Base64.decode).map { .bytes($0) } }
    guard case .data? = plan.itemShape, plan.model.place != .body, let items = json.asArray else { return nil }
    return .list(items.compactMap { $0.asString.flatMap(Base64.decode).map { .bytes($0) } })
  }

  private func valueFault(_ json: JSON) -> String? {
    let parameter = plan.model
    if parameter.isFlag, json.asBool == nil { return "'\(parameter.name)' must be true or false, but is \(json.asKind.noun)" }
    return nil
  }
}
