import DialJSON

extension Binder {
  /// The body of the call in its encoding, with the content type that goes with it where none is set.
  mutating func bindBody() -> RequestBody {
    let body = body()
    // No content type without a body, whatever level of the spec gives one.
    if case .none = body { headers.remove("Content-Type") }
    return body
  }

  private mutating func body() -> RequestBody {
    if let slot = plan.wholeBody {
      guard let value = slots[slot] else { return .none }
      note(model.parameters[slot].name, .body, "_", "declared as the whole body")
      return whole(value, model.parameters[slot])
    }
    if let openBody {
      note("_", .body, "_", "the whole body of an open endpoint")
      if extras.contains(where: { $0.place == .field || $0.place == .part }) {
        faults.append("body members and a whole body '_' exclude each other")
      }
      return whole(openBody, nil)
    }
    switch model.encoding {
    case .json: return json()
    case .form: return form()
    case .multipart: return multipart()
    case .text, .bytes: return unstructured()
    case .named: return .none
    }
  }

  /// A text or bytes body that the spec writes as a template; arguments without a place have none here.
  private mutating func unstructured() -> RequestBody {
    for extra in extras where extra.place == .field || extra.place == .part {
      faults.append("'\(extra.name)' has no place: a \(model.encoding.word) body is given whole, as '_'")
    }
    guard let text = model.body.flatMap({ fill(template: $0) }).flatMap(ValueText.plain) else { return .none }
    return bytes(Array(text.utf8), model.encoding == .text ? "text/plain; charset=utf-8" : "application/octet-stream")
  }

  private mutating func contentType(_ value: String) {
    if !headers.contains("Content-Type") { _ = headers.set("Content-Type", value) }
  }

  // MARK: members

  /// Members of the body that parameters and extras give, in the declared order.
  private mutating func members(of template: JSON?) -> [(String, JSON)]? {
    var members: [(String, JSON)] = template?.asObject?.map { ($0.name, $0.value) } ?? []
    var isDeclared = template != nil
    var spread: Set<Int> = []
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .field {
      isDeclared = true
      guard let value = slots[slot]?.json else { continue }
      note(parameter.name, .field, parameter.wire, "a body member of \(model.method)")
      guard parameter.isSpread else {
        members.append((parameter.wire, value))
        continue
      }
      guard let inner = value.asObject else {
        faults.append("'\(parameter.name)' is spread into the body and must be a dictionary")
        continue
      }
      spread.formUnion(members.count..<(members.count + inner.count))
      members += inner.map { (parameter.wire + $0.name, $0.value) }
    }
    for extra in extras where extra.place == .field {
      isDeclared = true
      let wire = (model.style.keys ?? .asIs).apply(to: extra.name)
      note(extra.name, .field, wire, "an undeclared argument of \(model.method) is a body member")
      if let value = extra.value.json { members.append((wire, value)) }
    }
    return isDeclared ? named(members, beating: spread) : nil
  }

  /// A named member beats a spread one of the same name, and each keeps its place.
  private func named(_ members: [(String, JSON)], beating spread: Set<Int>) -> [(String, JSON)] {
    guard !spread.isEmpty else { return members }
    let names = Set(members.indices.filter { !spread.contains($0) }.map { members[$0].0 })
    return members.indices.filter { !spread.contains($0) || !names.contains(members[$0].0) }.map { members[$0] }
  }

  private mutating func json() -> RequestBody {
    let template = model.body.flatMap { fill(template: $0) }
    if let template, template.asObject == nil { return bytes(JSONWriter.bytes(template), "application/json") }
    guard let members = members(of: template) else { return .none }
    return bytes(JSONWriter.bytes(.object(members)), "application/json")
  }

  private mutating func form() -> RequestBody {
    let template = model.body.flatMap { fill(template: $0) }
    var texts = template.map { ParameterWriter(.form, model.style).items("", $0, spread: true).map(\.text) } ?? []
    var isDeclared = template != nil
    for (slot, parameter) in model.parameters.enumerated() where parameter.place == .field {
      isDeclared = true
      guard let value = slots[slot]?.json else { continue }
      note(parameter.name, .field, parameter.wire, "a member of the form")
      if parameter.isSpread, value.asObject == nil {
        faults.append("'\(parameter.name)' is spread into the form and must be a dictionary")
        continue
      }
      texts += ParameterWriter(.form, parameter.style).items(parameter.wire, value, spread: parameter.isSpread).map(\.text)
    }
    for extra in extras where extra.place == .field {
      isDeclared = true
      let wire = (model.style.keys ?? .asIs).apply(to: extra.name)
      note(extra.name, .field, wire, "an undeclared argument of \(model.method) is a member of the form")
      if let value = extra.value.json { texts += ParameterWriter(.form, model.style).items(wire, value).map(\.text) }
    }
    return isDeclared ? bytes(Array(texts.joined(separator: "&").utf8), "application/x-www-form-urlencoded") : .none
  }

  private mutating func bytes(_ bytes: [UInt8], _ type: String) -> RequestBody {
    contentType(type)
    return .bytes(bytes)
  }

  // MARK: the whole body

  private mutating func whole(_ value: ArgumentValue, _ parameter: ParameterModel?) -> RequestBody {
    switch value {
    case .file(let file): return self.file(file, parameter?.file ?? FileRules())
    case .bytes(let bytes): return self.bytes(bytes, parameter?.file.mimeType ?? "application/octet-stream")
    case .json(let json): return whole(json)
    }
  }

  private mutating func whole(_ json: JSON) -> RequestBody {
    switch model.encoding {
    case .form:
      guard json.asObject != nil || json.isNull else {
        faults.append("the whole body of a form must be a dictionary")
        return .none
      }
      let texts = ParameterWriter(.form, model.style).items("", json, spread: true).map(\.text)
      return bytes(Array(texts.joined(separator: "&").utf8), "application/x-www-form-urlencoded")
    case .text:
      guard let text = ValueText.plain(json) else {
        faults.append("the whole body of a text request must be a text, a number or a Boolean")
        return .none
      }
      return bytes(Array(text.utf8), "text/plain; charset=utf-8")
    case .bytes:
      guard let text = json.asString else {
        faults.append("the whole body of a bytes request must be a file, Data or a text")
        return .none
      }
      if let slot = plan.wholeBody, case .data = model.parameters[slot].shape.wrapped, let decoded = Base64.decode(text) {
        return bytes(decoded, "application/octet-stream")
      }
      return bytes(Array(text.utf8), "application/octet-stream")
    default: return bytes(JSONWriter.bytes(json), "application/json")
    }
  }

  private mutating func file(_ file: File, _ rules: FileRules) -> RequestBody {
    switch file.measure() {
    case .failure(let fault):
      fileFaults.append(fault.message)
      return .none
    case .success(let length):
      if let limit = rules.maxBytes, length > limit {
        faults.append("the file '\(file.path)' has \(length) bytes, at most \(limit) may be sent")
        return .none
      }
      contentType(rules.mimeType ?? file.mimeType ?? file.inferredType)
      bodyPath = file.path
      return file.body(length: length)
    }
  }

  // MARK: templates

  /// A template filled in; a member whose argument is absent is left out, a lone `{x}` keeps its JSON type.
  mutating func fill(template: BodyTemplate) -> JSON? {
    switch template {
    case .literal(let json): return json
    case .text(let text):
      if let name = text.soleArgument {
        guard let slot = plan.templateSlots[name] else { return nil }
        if let value = slots[slot]?.json { note(name, .body, name, "'body' of the spec names '{\(name)}'"); return value }
        return nil
      }
      for name in text.arguments { note(name, .body, name, "'body' of the spec names '{\(name)}'") }
      return fill(text, in: .structure).map { .string($0) }
    case .array(let items):
      return .array(items.compactMap { fill(template: $0) })
    case .object(let members):
      var filled: [(String, JSON)] = []
      for member in members {
        guard let name = fill(member.name, in: .structure), let value = fill(template: member.value) else { continue }
        filled.append((name, value))
      }
      return .object(filled)
    }
  }
}
