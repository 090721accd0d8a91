import DialJSON
import DialSyntax

extension Binder {
  /// Gives every argument its parameter; what fits none is a fault, or an extra of an open endpoint.
  mutating func assign(_ arguments: Arguments) {
    for (name, value) in arguments.items {
      if name == "_" {
        assignBody(value)
      } else if let candidates = plan.slots[name] {
        if candidates.count == 1 {
          assign(candidates[0], value, name)
        } else {
          let names = candidates.map { "'\(model.parameters[$0].qualifiedName)'" }.joined(separator: " and ")
          faults.append("the argument '\(name)' stands in several places: give \(names)")
          refused.insert(name)
        }
      } else if let slot = plan.qualified[name] {
        assign(slot, value, name)
      } else if model.isOpen {
        assignExtra(name, value)
      } else {
        faults.append(unknown(name))
      }
    }
  }

  private mutating func assign(_ slot: Int, _ value: ArgumentValue, _ name: String) {
    if slots[slot] != nil { faults.append("the argument '\(name)' is given twice") }
    slots[slot] = value
  }

  private mutating func assignBody(_ value: ArgumentValue) {
    if let slot = plan.wholeBody {
      assign(slot, value, model.parameters[slot].name)
    } else if model.isOpen {
      if openBody != nil { faults.append("the whole body is given twice") }
      openBody = value
    } else {
      faults.append("'\(model.name)' takes no whole body: \(accepted)")
    }
  }

  private mutating func assignExtra(_ name: String, _ value: ArgumentValue) {
    if model.method == "CONNECT" {
      faults.append("CONNECT takes path arguments only, not '\(name)'")
      return
    }
    var place: Place = model.hasBody && !model.isSocket ? .field : .query
    var wire = name
    if let dot = name.firstIndex(of: "."), let written = Place.written.first(where: { $0.rawValue == name[..<dot] }) {
      place = written
      wire = String(name[name.index(after: dot)...])
      if place == .path {
        faults.append("the target has no placeholder '{\(wire)}' for '\(name)'")
        return
      }
    }
    if place == .field || place == .part, case .multipart = model.encoding { place = .part }
    if extras.contains(where: { $0.name == wire && $0.place == place }) { faults.append("the argument '\(name)' is given twice") }
    if case .file = value, place != .part {
      faults.append("the file '\(name)' cannot go to the \(place.words): declare it as a File, or give it as the whole body '_'")
      return
    }
    extras.append(Extra(name: wire, place: place, value: value))
  }

  private var accepted: String {
    let names = model.parameters.map { plan.slots[$0.name]?.count == 1 ? $0.name : $0.qualifiedName }
    return names.isEmpty ? "it takes no arguments" : "it takes \(names.map { "'\($0)'" }.joined(separator: ", "))"
  }

  private func unknown(_ name: String) -> String {
    let nearest = Suggestion.nearest(to: name, among: model.parameters.map(\.name))
    return "unknown argument '\(name)' of '\(model.name)': \(nearest.map { "did you mean '\($0)'? " } ?? "")\(accepted)"
  }

  /// Fills in defaults, and checks presence, types and allowed values.
  mutating func settle() {
    for (slot, parameter) in model.parameters.enumerated() {
      if slots[slot] == nil, let value = parameter.defaultValue { slots[slot] = made(value, parameter) }
      guard let value = slots[slot] else {
        if parameter.isRequired, refused.isDisjoint(with: [parameter.name, parameter.qualifiedName]) { faults.append(missing(parameter)) }
        continue
      }
      if value.isNull {
        settleNull(slot, parameter)
      } else if let fault = fault(of: value, parameter) {
        faults.append(fault)
        slots[slot] = nil
      } else if case .json(let json) = value, plan.rewrites[slot] {
        let dates = parameter.style.dates ?? .rfc3339
        slots[slot] = .json(ShapeRewrite(types: service.types, dates: dates).rewrite(json, parameter.shape))
      } else if case .file(let file) = value, case .data = parameter.shape.wrapped, parameter.place != .body {
        slots[slot] = contents(of: file)
      }
      if parameter.isSecret, let value = slots[slot] { addSecret(value) }
    }
  }

  private mutating func made(_ value: DefaultValue, _ parameter: ParameterModel) -> ArgumentValue? {
    switch value {
    case .json(let json): return .json(json)
    case .uuid: return .json(.string(Generated.uuid()))
    case .now: return .json(.string(Generated.now()))
    case .text(let text):
      let place: VariablePlace = [.query, .header, .cookie].contains(parameter.place) ? .field : .structure
      guard let filled = fill(text, in: place) else {
        refused.insert(parameter.name)
        return nil
      }
      return .json(.string(filled))
    }
  }

  private func missing(_ parameter: ParameterModel) -> String {
    let type = parameter.shape.isUntyped ? "" : ", \(parameter.shape.spelling)"
    return "missing argument '\(parameter.name)' (\(parameter.place.words)\(type))"
  }

  private mutating func settleNull(_ slot: Int, _ parameter: ParameterModel) {
    let inJSON = [.field, .body, .template].contains(parameter.place) && model.encoding == .json
    if !parameter.shape.isUntyped, !parameter.shape.isOptional, parameter.isRequired || inJSON {
      faults.append("'\(parameter.name)' is null, expected \(parameter.shape.wrapped.phrase)")
    } else if parameter.place == .path {
      faults.append("'\(parameter.name)' is null: the path needs a value")
    } else if parameter.isRequired, !inJSON {
      faults.append("missing argument '\(parameter.name)' (\(parameter.place.words)): null is left out there")
    }
    if !inJSON { slots[slot] = nil }
  }

  private func fault(of value: ArgumentValue, _ parameter: ParameterModel) -> String? {
    let name = parameter.name
    let shape = service.types.resolve(parameter.shape.wrapped)
    switch value {
    case .file:
      if shape.isFile || shape.isFileList || parameter.place == .body { return nil }
      if case .data = shape { return nil }
      return "the file '\(name)' cannot go to the \(parameter.place.words): declare '\(name) File', or give its content as text"
    case .bytes:
      switch shape {
      case .json, .data, .file: return nil
      default: return "'\(name)' is Data, expected \(shape.phrase)"
      }
    case .json(let json):
      if shape.isFile { return "'\(name)' is no file: give \(name)@path on the command line, .file(path) in Swift" }
      if let fault = ShapeCheck(types: service.types).fault(json, parameter.shape, at: name) {
        return parameter.isSecret ? "'\(name)' does not fit, expected \(shape.phrase)" : fault.message
      }
      return valueFault(json, parameter)
    }
  }

  private func valueFault(_ json: JSON, _ parameter: ParameterModel) -> String? {
    if parameter.isFlag, json.asBool == nil { return "'\(parameter.name)' is sent or not: true or false" }
    guard let values = parameter.values, !values.contains(json) else { return nil }
    let listed = values.map { "'\(ValueText.plain($0) ?? JSONWriter.text($0))'" }.joined(separator: ", ")
    let found = parameter.isSecret ? nil : ValueText.plain(json).map { "'\($0)'" }
    return "'\(parameter.name)' is \(found ?? "another value"), expected one of \(listed)"
  }

  private mutating func contents(of file: File) -> ArgumentValue? {
    switch file.contents(upTo: 64 << 20) {
    case .success(let bytes): return .bytes(bytes)
    case .failure(let fault):
      fileFaults.append(fault.message)
      return nil
    }
  }

  /// A secret argument in whatever form it is given.
  private mutating func addSecret(_ value: ArgumentValue) {
    switch value {
    case .json(let json): addSecret(json)
    case .bytes(let bytes): addSecret(bytes)
    case .file(let file): if case .success(let bytes) = file.contents(upTo: 1 << 20) { addSecret(bytes) }
    }
  }

  private mutating func addSecret(_ bytes: [UInt8]) {
    secrets.add(Base64.encode(bytes))
    if let text = String(validating: bytes, as: UTF8.self) { secrets.add(text) }
  }

  /// Secret arguments stay with the origin of the base, as its credentials do: headers, cookies and query items are left out,
  /// and what the request cannot do without is refused.
  mutating func withholdSecrets() {
    guard isForeign else { return }
    for (slot, parameter) in model.parameters.enumerated() where parameter.isSecret && slots[slot] != nil {
      if [.header, .cookie, .query].contains(parameter.place) {
        slots[slot] = nil
        placements.append(
          Placement(argument: parameter.name, place: "none", wire: parameter.wire, rule: "secret: it does not go to another origin"))
        continue
      }
      faults.append("'\(parameter.name)' is secret and does not go to another origin than the base: 'redirects.trust' allows it")
    }
  }

  /// Every text and number inside of a secret value is secret.
  mutating func addSecret(_ json: JSON) {
    if let text = ValueText.plain(json) {
      if json.asKind != .bool { secrets.add(text) }
    } else if let items = json.asArray {
      for item in items { addSecret(item) }
    } else if let members = json.asObject {
      for member in members { addSecret(member.value) }
    }
  }

  mutating func note(_ argument: String, _ place: Place, _ wire: String, _ rule: String) {
    placements.append(Placement(argument: argument, place: place.rawValue, wire: wire, rule: rule))
  }
}
