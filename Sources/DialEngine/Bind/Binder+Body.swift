import DialJSON
import DialMessage
import DialModel
import HTTPTypes

extension Binder {
  /// The body of the call in its encoding, with the content type that goes with it where none is set.
  mutating func bindBody() {
    if plan.body.isDeclared || given.openBody != nil || !given.extras.isEmpty { body = made() }
    // No content type without a body, whatever level of the spec gives one; that of the caller is sent.
    if case .none = body, headers.contains(.contentType), !isTypeGiven { headers.remove(.contentType) }
  }

  /// Whether the caller gives the content type, and no default of the spec.
  private var isTypeGiven: Bool {
    func isType(_ name: String) -> Bool { HeaderRules.isSame(name, "content-type") }
    if given.extras.contains(where: { $0.place == .header && isType($0.name) }) { return true }
    return model.parameters.indices.contains { slot in
      let parameter = model.parameters[slot]
      guard parameter.place == .header, !defaulted.contains(slot), let value = given.value(slot) else { return false }
      return parameter.isSpread ? value.asObject?.contains { isType(parameter.wire + $0.name) } ?? false : isType(parameter.wire)
    }
  }

  private mutating func made() -> RequestBody {
    if let slot = plan.body.whole { return given.slots[slot].map { whole($0, model.parameters[slot]) } ?? .none }
    if let body = given.openBody {
      if plan.body.template != nil {
        refuse(.place, "_", "the spec writes the body of '\(model.name)': a whole body '_' and its 'body' exclude each other")
      }
      if given.extras.contains(where: { $0.place == .field || $0.place == .part }) {
        refuse(.place, "_", "body members and a whole body '_' exclude each other")
      }
      return whole(body, nil)
    }
    switch plan.body.encoding {
    case .json: return json()
    case .form: return form()
    case .multipart: return multipart()
    case .text, .bytes: return unstructured()
    case .lines: return lines()
    case .named(let codec): return encoded(codec)
    }
  }

  private mutating func bytes(_ bytes: [UInt8], _ type: String) -> RequestBody {
    setContentType(type)
    return .bytes(bytes)
  }

  private mutating func setContentType(_ type: String) {
    if !headers.contains(.contentType) { _ = headers.set(.contentType, type) }
  }

  // MARK: members

  private mutating func json() -> RequestBody {
    let template = plan.body.template.flatMap { fill($0) }
    if let template, template.asKind != .object {
      for extra in given.extras where extra.place == .field {
        refuse(.place, extra.name, "'\(extra.name)' has no place: the body that the spec writes is no mapping")
      }
      return bytes(JSONWriter.bytes(template), "application/json")
    }
    guard let members = members(beside: template, of: "body") else { return .none }
    return bytes(
      JSONWriter.bytes(.object(members.compactMap { member in member.value.json.map { (member.name, $0) } })), "application/json")
  }

  private mutating func form() -> RequestBody {
    guard let members = members(beside: namedTemplate(of: "form"), of: "form") else { return .none }
    var items = ItemList()
    for member in members {
      guard let value = member.value.json else { continue }
      if member.isRaw, ValueText.contains(value, where: { "&#".unicodeScalars.contains($0) || $0.value < 0x20 || $0.value == 0x7F }) {
        refuse(
          .value, argument(ofMember: member.name),
          "'\(member.name)' goes into the form as it is and may not hold '&', '#' or a control character")
      }
      ItemWriter(member.isRaw ? .rawForm : .form, member.style).write(member.name, value, to: &items)
    }
    return bytes(items.bytes, "application/x-www-form-urlencoded")
  }

  /// The template of a body whose members have names. An argument that is all of it has to be a dictionary.
  mutating func namedTemplate(of body: String) -> JSON? {
    guard let template = plan.body.template, let filled = fill(template) else { return nil }
    if filled.asObject != nil || filled.isNull { return filled }
    refuse(.type, argument(of: template), "the whole body of a \(body) must be a dictionary")
    return nil
  }

  /// The argument that is all of the body, where it is one.
  private func argument(of template: FilledTemplate) -> String? {
    if case .argument(let slot?) = template { model.parameters[slot].name } else { nil }
  }

  /// A text or bytes body that the spec writes as a template; arguments without a place have none here.
  private mutating func unstructured() -> RequestBody {
    for extra in given.extras where extra.place == .field || extra.place == .part {
      refuse(.place, extra.name, "'\(extra.name)' has no place: a \(model.encoding.word) body is given whole, as '_'")
    }
    guard let template = plan.body.template, let value = fill(template) else { return .none }
    guard let text = ValueText.plain(value) else {
      let what = "the whole body of a \(model.encoding.word) request must be a text, a number or a Boolean"
      if !value.isNull { refuse(.type, argument(of: template), what) }
      return .none
    }
    return bytes(Array(text.utf8), model.encoding == .text ? "text/plain; charset=utf-8" : "application/octet-stream")
  }

  /// Lines that the spec writes as a list; an argument that is one is that many lines.
  private mutating func lines() -> RequestBody {
    for extra in given.extras where extra.place == .field || extra.place == .part {
      refuse(.place, extra.name, "'\(extra.name)' has no place: a lines body is given whole, as '_'")
    }
    guard let template = plan.body.template else { return .none }
    guard case .array(let items) = template else { return fill(template).map { lines($0) } ?? .none }
    var values: [JSON] = []
    for item in items {
      guard let value = fill(item) else { continue }
      if case .argument = item, let list = value.asArray { values += list } else { values.append(value) }
    }
    return lines(.array(values))
  }

  /// A JSON value a line; a text is lines that are written already.
  private mutating func lines(_ json: JSON) -> RequestBody {
    let type = "application/x-ndjson"
    if let text = json.asString {
      let isEnded = text.isEmpty || text.hasSuffix("\n")
      return bytes(Array((isEnded ? text : text + "\n").utf8), type)
    }
    return bytes((json.asArray.map { Array($0) } ?? [json]).flatMap { JSONWriter.bytes($0) + [UInt8(ascii: "\n")] }, type)
  }

  // MARK: the whole body

  private mutating func whole(_ value: ArgumentValue, _ parameter: ParameterModel?) -> RequestBody {
    if case .multipart = model.encoding {
      if case .json(let json) = value, json.asObject != nil || json.isNull { return multipart(whole: json) }
      refuse(.type, parameter?.name ?? "_", "the whole body of a multipart request must be a dictionary, of its parts")
      return .none
    }
    switch value {
    case .list:
      refuse(.type, parameter?.name ?? "_", "the whole body is one file, not a list")
      return .none
    case .file(let file): return self.file(file, parameter?.file ?? FileRules(), parameter?.name ?? "_")
    case .bytes(let bytes): return self.bytes(bytes, parameter?.file.mimeType ?? "application/octet-stream")
    case .json(let json): return whole(json, parameter?.name ?? "_")
    }
  }

  private mutating func whole(_ json: JSON, _ name: String) -> RequestBody {
    switch model.encoding {
    case .form:
      guard json.asObject != nil || json.isNull else {
        refuse(.type, name, "the whole body of a form must be a dictionary")
        return .none
      }
      var items = ItemList()
      ItemWriter(.form, model.style).write("", json, spread: true, to: &items)
      return bytes(items.bytes, "application/x-www-form-urlencoded")
    case .text:
      guard let text = ValueText.plain(json) else {
        refuse(.type, name, "the whole body of a text request must be a text, a number or a Boolean")
        return .none
      }
      return bytes(Array(text.utf8), "text/plain; charset=utf-8")
    case .bytes:
      guard let text = json.asString else {
        refuse(.type, name, "the whole body of a bytes request must be a file, Data or a text")
        return .none
      }
      return bytes(Array(text.utf8), "application/octet-stream")
    case .named(let codec): return encode(json, codec)
    case .lines: return lines(json)
    default: return bytes(JSONWriter.bytes(json), "application/json")
    }
  }

  private mutating func file(_ file: File, _ rules: FileRules, _ name: String) -> RequestBody {
    switch file.measure() {
    case .failure(let fault):
      refuse(file: fault.message, name)
      return .none
    case .success(let length):
      if let limit = rules.maxBytes, let length, length > limit {
        refuse(.size, name, "the file '\(file.path)' has \(length) bytes, at most \(limit) may be sent")
        return .none
      }
      setContentType(rules.mimeType ?? file.mimeType ?? (model.encoding == .lines ? "application/x-ndjson" : file.inferredType))
      bodyFile = file
      return file.body(length: length, limit: rules.maxBytes)
    }
  }
}
