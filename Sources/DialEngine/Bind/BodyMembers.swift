import DialJSON
import DialMessage
import DialModel

struct BodyMember {
  var name: String
  var value: ArgumentValue
  var style: Style
  var rules = FileRules()
  var isRaw = false
  /// How many arrays are around each `JSON` that is declared, which is one value; nil if none is declared.
  var depth: Int?
  /// The argument that is sent; nil for a member of the template.
  var origin: Origin?

  enum Origin {
    case parameter(String)
    /// A parameter that was spread into several members.
    case spread(String)
    /// An argument without a parameter.
    case extra(String)
  }

  /// The name in faults.
  var label: String {
    switch origin {
    case .parameter(let name), .extra(let name): name
    case .spread, nil: name
    }
  }

  /// Whether it is a parameter as declared, whose style says how it is one text or several items.
  var isParameter: Bool { if case .parameter? = origin { true } else { false } }

  /// The parameter that was spread into it.
  var source: String? { if case .spread(let name)? = origin { name } else { nil } }

  /// The member for one item of an array: `tags[]` or `tags[0]`, or of the same name.
  func item(_ index: Int) -> BodyMember {
    var item = self
    item.depth = depth.map { max($0 - 1, 0) }
    switch style.arrays {
    case .brackets: item.name += "[]"
    case .indices: item.name = style.nested(name, "\(index + (style.first ?? 0))")
    // What joins values is said of the whole array.
    default: (item.style.arrays, item.style.objects) = (nil, style.objects == .nest ? .nest : nil)
    }
    return item
  }

  /// The member for a member of an object: `filter[color]`.
  func inner(_ member: String) -> BodyMember {
    var inner = self
    inner.name = style.nested(name, member)
    return inner
  }
}

/// The members of a body, in this order: from the template, the parameters and the extras.
struct BodyMembers {
  private(set) var all: [BodyMember] = []

  /// - Parameter parameter: the parameter that is the object.
  init(_ object: JSON, _ style: Style, _ parameter: ParameterPlan? = nil) {
    all =
      object.asObject?.map {
        BodyMember(name: $0.name, value: .json($0.value), style: style, depth: parameter?.depth(of: $0.name))
      } ?? []
  }

  /// Returns nil if the endpoint declares no members and none are passed. `body` names the body in faults.
  init?(_ call: inout Binding, beside template: JSON?, of body: String) {
    let plan = call.plan.body
    self.init(template ?? .null, plan.style)
    if plan.encoding == .multipart, case .object(let members)? = plan.template {
      for case (let name, .argument(let slot?)) in members {
        let parameter = call.plan.parameters[slot]
        for index in all.indices where all[index].name == name.constant { all[index].depth = parameter.texts?.depth(parameter.shape) }
      }
    }
    var isSpread = false
    for declared in plan.members {
      guard var value = call.given.slots[declared.slot] else { continue }
      let parameter = declared.model
      let known = call.plan.parameters[declared.slot]
      if known.texts != nil || known.quotesStrings, plan.encoding == .form, let text = call.valueWithJSONAsText(declared.slot) {
        value = .json(text)
      }
      guard parameter.isSpread else {
        let rules = call.given.files[declared.slot].map { parameter.file.or($0) } ?? parameter.file
        all.append(
          BodyMember(
            name: parameter.wire, value: value, style: parameter.style, rules: rules, isRaw: parameter.isRaw,
            depth: known.texts?.depth(known.shape), origin: .parameter(parameter.name)))
        continue
      }
      guard let inner = value.json?.asObject else {
        call.refuse(.type, parameter, "'\(parameter.name)' must be an object, because it is spread into the \(body)")
        continue
      }
      isSpread = true
      all += inner.map {
        BodyMember(
          name: parameter.wire + $0.name, value: .json($0.value), style: parameter.style, rules: parameter.file, isRaw: parameter.isRaw,
          depth: known.depth(of: $0.name), origin: .spread(parameter.name))
      }
    }
    let keys = plan.style.keys ?? .asIs
    let extras = call.given.extras.filter { $0.place.has(.body) }
    all += extras.map {
      BodyMember(
        name: $0.isVerbatim ? $0.name : keys.apply(to: $0.name), value: $0.value, style: plan.style, rules: $0.file,
        origin: .extra($0.name))
    }
    if all.isEmpty, template == nil, plan.members.isEmpty || call.model.isBodyOptional && !isSpread, extras.isEmpty { return nil }
    if isSpread { settle(&call) }
  }

  /// Removes spread members that are also named; the order is unchanged. Two dictionaries cannot have the same member, which is a fault.
  private mutating func settle(_ call: inout Binding) {
    let named = Set(all.lazy.filter { $0.source == nil }.map(\.name))
    var sources: [String: String] = [:]
    var kept: [BodyMember] = []
    for member in all {
      if let source = member.source {
        if named.contains(member.name) { continue }
        if let other = sources.updateValue(source, forKey: member.name), other != source {
          call.refuse(.repeated, source, "duplicate body field '\(member.name)'; it is in both '\(other)' and '\(source)'")
        }
      }
      kept.append(member)
    }
    all = kept
  }

  var object: JSON { .object(all.compactMap { member in member.value.json.map { (member.name, $0) } }) }
}

extension ParameterPlan {
  fileprivate func depth(of member: String) -> Int? {
    texts.flatMap { texts in texts.member(member, of: shape).flatMap { texts.depth($0) } }
  }
}

/// Writes the parts of a multipart body: files, text, JSON for a dictionary, a repeated part for an array.
struct MultipartWriter {
  private(set) var form = MultipartForm()

  mutating func add(_ value: ArgumentValue, _ member: BodyMember, _ call: inout Binding) {
    let rules = member.rules
    switch value {
    case .file(let file): add(file, member, &call)
    case .list(let items): for (index, item) in items.enumerated() { add(item, member.item(index), &call) }
    case .bytes(let bytes):
      append(member, .bytes(bytes), rules.filename ?? member.name, rules.mimeType ?? "application/octet-stream", &call)
    case .json(var json):
      if member.isParameter, let text = JSON.listed(json, member.style) {
        json = text
      } else if member.isParameter, member.style.arrays?.separator != nil, json.asArray?.isEmpty == false {
        call.refuse(
          .value, member.label, "'\(member.label)' contains an array or an object, which cannot be joined with others in one part")
        return
      }
      switch json.asKind {
      case .null, .absent: break
      case .array where member.depth != 0:
        for (index, item) in (json.asArray ?? []).enumerated() { add(.json(item), member.item(index), &call) }
      case .object where member.style.objects == .nest && member.depth != 0:
        for inner in json.asObject ?? [:] { add(.json(inner.value), member.inner(inner.name), &call) }
      case .array, .object: append(member, .bytes(JSONWriter.bytes(json)), rules.filename, rules.mimeType ?? "application/json", &call)
      default:
        let flag = json.asBool.flatMap { member.style.bools == .numeric ? ($0 ? "1" : "0") : nil }
        append(member, .bytes(Array((flag ?? ValueText.plain(json) ?? "").utf8)), rules.filename, rules.mimeType, &call)
      }
    }
  }

  private mutating func add(_ file: File, _ member: BodyMember, _ call: inout Binding) {
    let rules = member.rules
    switch file.measure() {
    case .failure(let fault): call.faults.add(file: fault.message, member.label)
    case .success(let length):
      if let limit = rules.maxBytes, let length, length > limit {
        call.refuse(
          .size, member.label, "the file '\(file.path)' has \(ByteCount.text(length, over: limit)) for '\(member.name)'")
        return
      }
      append(
        member, .file(file, length: length, limit: rules.maxBytes), rules.filename ?? file.filename ?? file.path,
        rules.mimeType ?? file.mimeType ?? file.inferredType, &call)
    }
  }

  private mutating func append(
    _ member: BodyMember, _ content: MultipartForm.Content, _ filename: String?, _ type: String?, _ call: inout Binding
  ) {
    // The body is a stream, so it is not searched for secrets later.
    if case .bytes(let bytes) = content {
      for text in UndeclaredSecrets.part(member.name, bytes) { call.secrets.add(undeclared: text) }
    }
    if let fault = form.append(name: member.name, content: content, filename: filename, type: type) {
      call.refuse(.value, member.label, fault)
    }
    call.note(member, as: [member.name])
  }
}

extension Binding {
  /// Records a member of the body under the names that were written.
  mutating func note(_ member: BodyMember, as wires: [String]) {
    guard isTraced, let origin = member.origin else { return }
    let encoding = model.encoding
    let what = encoding == .multipart ? "a part" : encoding == .form ? "a form field" : "a body field"
    let location: Place = encoding == .multipart ? .part : .field
    switch origin {
    case .extra(let name): note(name, location, wires, "an undeclared argument of \(model.method) is \(what)")
    case .spread(let name): note(name, location, wires, "spread into the body")
    case .parameter(let name):
      let owner = encoding == .json ? " of \(model.method)" : encoding == .multipart ? " of the body" : ""
      note(name, location, wires, what + owner)
    }
  }
}
