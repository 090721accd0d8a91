import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// Writes the body of a call in its encoding, and its Content-Type unless one is set.
struct BodyWriter {
  private(set) var body = RequestBody.none
  private(set) var file: File?
  private(set) var form: MultipartForm?
  /// The Content-Type, unless a header sets one.
  private var type: String?

  /// Whether the caller chooses the Content-Type.
  private let isTyped: Bool

  private init(isTyped: Bool) { self.isTyped = isTyped }

  static func written(_ call: inout Binding, _ headers: inout HeaderBuilder, isTyped: Bool) -> BodyWriter {
    var writer = BodyWriter(isTyped: isTyped)
    writer.write(&call, &headers)
    return writer
  }

  private mutating func write(_ call: inout Binding, _ headers: inout HeaderBuilder) {
    if call.hasBody { body = made(&call) }
    if let form {
      if headers.contains(.contentType) {
        call.refuse(.spec, nil, "the Content-Type of a multipart body contains its boundary and is set by Dial; remove the header")
      }
      _ = headers.set(.contentType, form.contentType)
    } else if let type, !headers.contains(.contentType) {
      if file != nil, !isTyped { check(type, &call) }
      if let fault = headers.set(.contentType, type), case .named(let codec) = call.model.encoding, file == nil {
        call.refuse(.spec, nil, "the media type of the codec '\(codec)' is invalid: \(fault)")
      }
    }
    // A content type in the spec is not sent without a body; one of the caller is.
    if case .none = body, headers.contains(.contentType), !Self.isTypeGiven(call) {
      headers.fields[.contentType] = nil
      if call.isTraced { call.dropTrace(ofHeader: "content-type") }
    }
  }

  /// Checks the type of a file, which its name says, against the declared range of types.
  private func check(_ type: String, _ call: inout Binding) {
    guard let declared = call.model.mediaType, declared.contains("*"), let range = MediaType(declared), let own = MediaType(type),
      !own.isCovered(by: range)
    else { return }
    call.refuse(
      .type, nil,
      "the file '\(file?.path ?? "")' is sent as \(own.essence) because of its name, but the body must be '\(declared)'")
    call.faults.remedy = .contentType
  }

  private static func isTypeGiven(_ call: borrowing Binding) -> Bool {
    func isType(_ name: String) -> Bool { HeaderRules.isSame(name, "content-type") }
    for extra in call.given.extras where extra.place == .header && isType(extra.name) { return true }
    for (slot, parameter) in call.model.parameters.enumerated() where parameter.place == .header && !call.defaulted.contains(slot) {
      guard let value = call.given.value(slot) else { continue }
      let members = parameter.isSpread ? value.asObject?.map(\.name) ?? [] : [""]
      if members.contains(where: { isType(parameter.wire + $0) }) { return true }
    }
    return false
  }

  private mutating func made(_ call: inout Binding) -> RequestBody {
    if let slot = call.plan.body.whole {
      guard let value = call.given.slots[slot] else { return .none }
      if call.isTraced { call.note(call.model.parameters[slot].name, .body, ["_"], "declared as the whole body") }
      return whole(value, call.plan.parameters[slot], &call)
    }
    if let body = call.given.openBody {
      if call.plan.body.template != nil {
        call.refuse(.place, "_", "the whole body '_' conflicts with 'body' of '\(call.model.name)' in the spec")
      }
      if call.given.extras.contains(where: { $0.place.has(.body) }) {
        call.refuse(.place, "_", "the whole body '_' conflicts with arguments that are body fields; pass one or the other")
      }
      if call.isTraced { call.note("_", .body, ["_"], "passed as the whole body '_'") }
      return whole(body, nil, &call)
    }
    switch call.plan.body.encoding {
    case .json: return json(&call).map { bytes(JSONWriter.bytes($0), "application/json") } ?? .none
    case .form: return members(&call).map { bytes($0.bytes, Self.formType) } ?? .none
    case .multipart:
      let template = namedTemplate(of: "multipart request", &call)
      return BodyMembers(&call, beside: template, of: "body").map { multipart($0, &call) } ?? .none
    case .text, .bytes, .lines: return unstructured(&call)
    case .named(let codec): return json(&call).map { encode($0, codec, &call) } ?? .none
    }
  }

  private static let formType = "application/x-www-form-urlencoded"

  private mutating func bytes(_ bytes: [UInt8], _ type: String) -> RequestBody {
    self.type = type
    return .bytes(bytes)
  }

  private mutating func text(_ text: String, _ encoding: Encoding) -> RequestBody {
    bytes(Array(text.utf8), encoding == .text ? "text/plain; charset=utf-8" : "application/octet-stream")
  }

  private func json(_ call: inout Binding) -> JSON? {
    let template = call.plan.body.template.flatMap { call.fill($0) }
    if let template, template.asKind != .object {
      for extra in call.given.extras where extra.place == .field {
        call.refuse(.place, extra.name, "'\(extra.name)' cannot be added to the body, because 'body' in the spec is not a mapping")
      }
      return template
    }
    guard let members = BodyMembers(&call, beside: template, of: "body") else { return nil }
    if call.isTraced { for member in members.all where member.value.json != nil { call.note(member, as: [member.name]) } }
    return members.object
  }

  private func members(_ call: inout Binding) -> ItemList? {
    guard let members = BodyMembers(&call, beside: namedTemplate(of: "form", &call), of: "form") else { return nil }
    var items = ItemList()
    for member in members.all {
      guard let value = member.value.json else { continue }
      if member.isRaw, ValueText.contains(value, where: { "&#".unicodeScalars.contains($0) || $0.value < 0x20 || $0.value == 0x7F }) {
        call.refuse(
          .value, member.label, "'\(member.name)' is sent in the form without encoding and cannot contain '&', '#' or a control character")
      }
      let start = items.bytes.count
      let writer = ItemWriter(member.isRaw ? .rawForm : .form, member.style, spreadsObjects: member.isParameter)
      writer.write(writer.spreadsObjects && value.asObject != nil ? "" : member.name, value, to: &items)
      if call.isTraced { call.note(member, as: items.names(from: start)) }
    }
    return items
  }

  /// Returns the template of a body with named members. If an argument is the whole template, it must be a dictionary.
  private func namedTemplate(of body: String, _ call: inout Binding) -> JSON? {
    guard let template = call.plan.body.template, let filled = call.fill(template, isForm: call.plan.body.encoding == .form) else {
      return nil
    }
    if filled.asObject != nil || filled.isNull { return filled }
    call.refuse(.type, call.argument(of: template), "the whole body of a \(body) must be an object")
    return nil
  }

  /// Writes a text, bytes or lines body from a template. Other arguments cannot be sent in it.
  private mutating func unstructured(_ call: inout Binding) -> RequestBody {
    let encoding = call.model.encoding
    for extra in call.given.extras where extra.place.has(.body) {
      call.refuse(.place, extra.name, "'\(extra.name)' cannot be added to a \(encoding.word) body; pass the whole body as '_'")
    }
    guard let template = call.plan.body.template else { return .none }
    if encoding == .lines, case .array(let items) = template {
      var values: [JSON] = []
      for item in items {
        guard let value = call.fill(item) else { continue }
        // An argument that is an array is one line for each item.
        if case .argument = item, let list = value.asArray { values += list } else { values.append(value) }
      }
      return lines(.array(values))
    }
    guard let value = call.fill(template) else { return .none }
    if encoding == .lines { return lines(value) }
    if let text = ValueText.plain(value) { return self.text(text, encoding) }
    let what = "the whole body of a \(encoding.word) request must be a string, a number or a Boolean"
    if !value.isNull { call.refuse(.type, call.argument(of: template), what) }
    return .none
  }

  private static let linesType = "application/x-ndjson"

  /// Writes one JSON value per line. A text is written unchanged, because it contains the lines.
  private mutating func lines(_ json: JSON) -> RequestBody {
    if let text = json.asString {
      let isEnded = text.isEmpty || text.hasSuffix("\n")
      return bytes(Array((isEnded ? text : text + "\n").utf8), Self.linesType)
    }
    let items = json.asArray.map { Array($0) } ?? [json]
    return bytes(items.flatMap { JSONWriter.bytes($0) + [UInt8(ascii: "\n")] }, Self.linesType)
  }

  private mutating func whole(_ value: ArgumentValue, _ plan: ParameterPlan?, _ call: inout Binding) -> RequestBody {
    let parameter = plan?.model
    let name = parameter?.name ?? "_"
    if case .multipart = call.model.encoding {
      if case .json(let json) = value, json.asObject != nil || json.isNull {
        return multipart(BodyMembers(json, call.model.style, plan), &call)
      }
      return call.refusedBody(name, "the whole body of a multipart request must be an object whose members are the parts")
    }
    switch value {
    case .list: return call.refusedBody(name, "the whole body must be one file, not an array")
    case .file(let file): return self.file(file, parameter?.file ?? FileRules(), name, &call)
    case .bytes(let bytes): return self.bytes(bytes, parameter?.file.mimeType ?? "application/octet-stream")
    case .json(let json):
      // A whole `JSON` is the form itself; inside of a declared type, it is the text of a field.
      let texts = call.model.encoding == .form && plan?.isJSON == false ? plan?.texts : nil
      return whole(plan.flatMap { texts?.write(json, $0.shape, inASCII: false) } ?? json, name, &call)
    }
  }

  private mutating func whole(_ json: JSON, _ name: String, _ call: inout Binding) -> RequestBody {
    switch call.model.encoding {
    case .form:
      guard json.asObject != nil || json.isNull else { return call.refusedBody(name, "the whole body of a form must be an object") }
      var items = ItemList()
      ItemWriter(.form, call.model.style, spreadsObjects: false).write("", json, spread: true, to: &items)
      return bytes(items.bytes, Self.formType)
    case .text:
      guard let text = ValueText.plain(json) else {
        return call.refusedBody(name, "the whole body of a text request must be a string, a number or a Boolean")
      }
      return self.text(text, .text)
    case .bytes:
      guard let text = json.asString else {
        return call.refusedBody(name, "the whole body of a bytes request must be a file, Data or a string")
      }
      return self.text(text, .bytes)
    case .named(let codec): return encode(json, codec, &call)
    case .lines: return lines(json)
    default: return bytes(JSONWriter.bytes(json), "application/json")
    }
  }

  private mutating func file(_ file: File, _ rules: FileRules, _ name: String, _ call: inout Binding) -> RequestBody {
    switch file.measure() {
    case .failure(let fault):
      call.faults.add(file: fault.message, name)
      return .none
    case .success(let length):
      if let limit = rules.maxBytes, let length, length > limit {
        call.refuse(.size, name, "the file '\(file.path)' has \(ByteCount.text(length, over: limit))")
        return .none
      }
      type = rules.mimeType ?? file.mimeType ?? (call.model.encoding == .lines ? Self.linesType : file.inferredType)
      self.file = file
      return file.body(length: length, limit: rules.maxBytes)
    }
  }

  private mutating func multipart(_ members: BodyMembers, _ call: inout Binding) -> RequestBody {
    var writer = MultipartWriter()
    for member in members.all { writer.add(member.value, member, &call) }
    let form = writer.form
    self.form = form
    let again: @Sendable () -> ResponseBody = { form.body() }
    return .stream(length: form.length, replay: form.isReplayable ? again : nil, form.body())
  }

  private mutating func encode(_ value: JSON, _ name: String, _ call: inout Binding) -> RequestBody {
    guard let codec = call.plan.codecs[name] else {
      call.faults.codec = call.model.missing(codec: name)
      return .none
    }
    do {
      return bytes(try codec.encode(value), codec.mediaType ?? "application/octet-stream")
    } catch {
      let message = "the codec '\(name)' cannot encode the body: \(error)"
      call.faults.codec = CallError(.encoding, call.secrets.redact(message), of: call.model)
      return .none
    }
  }
}

extension Binding {
  /// Reports a value that cannot be the body of the request, which then has none.
  fileprivate mutating func refusedBody(_ name: String, _ message: String) -> RequestBody {
    refuse(.type, name, message)
    return .none
  }

  /// The argument that is the whole template; nil if there is other text.
  fileprivate func argument(of template: FilledTemplate) -> String? {
    if case .argument(let slot?) = template { model.parameters[slot].name } else { nil }
  }
}
