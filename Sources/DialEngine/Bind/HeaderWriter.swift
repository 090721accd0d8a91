import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// Writes the headers of a call: those of service, group and endpoint, then arguments, then spread dictionaries.
struct HeaderWriter {
  var fields = HeaderBuilder()
  /// Whether each item of an array has a line of its own.
  private var hasLines = false

  mutating func write(_ call: inout Binding, _ options: CallOptions) {
    let plan = call.plan.headers
    hasLines = options.headerLines
    // For another origin, secrets are omitted. Options of the call replace headers of the spec.
    let isUsual = !call.isForeign && options.headers.isEmpty
    if isUsual { fields = HeaderBuilder(plan.fixed) }
    for index in (isUsual ? plan.fixedCount : 0)..<plan.steps.count {
      let step = plan.steps[index]
      if !isUsual, index < call.model.headers.count, isLeftOut(step, options.headers, call) { continue }
      switch step {
      case .text(let target, let text): write(text, target, &call)
      case .argument(let slot, let target, let argument):
        let style = slot.map { call.model.parameters[$0].style }
        let lines = hasLines || style?.arrays == .repeat
        guard let given = call.valueWithJSONAsText(slot, inASCII: true), !given.isNull,
          case let value = Self.listed(given, style, lines: lines) ?? given, write(value, target, argument, lines: lines, &call),
          call.isTraced
        else {
          break
        }
        let isInSpec = index < call.model.headers.count
        let rule = isInSpec ? "placeholder '{\(argument)}' in 'headers' of the spec" : "declared as a header"
        call.note(header: target.wire, [(argument, rule)])
      case .extras:
        let extras = call.given.extras.filter { $0.place == .header }
        guard holds(extras.count) else {
          call.refuse(.place, nil, Self.tooMany)
          break
        }
        for extra in extras {
          let target = fields.target(extra.name)
          guard let value = extra.value.json, write(value, target, extra.name, &call) else { continue }
          if call.isTraced { call.note(header: extra.name, [(extra.name, "passed as 'header.\(extra.name)'")]) }
        }
      case .spread(let slot, let parameter):
        if let value = call.valueWithJSONAsText(slot, inASCII: true) { spread(value, parameter, &call) }
      }
    }
  }

  /// Returns the fields that the caller passed as options or arguments, without those of the spec and defaults.
  func passedFields(_ call: borrowing Binding) -> HTTPFields {
    let fixed = call.plan.headers.steps.compactMap { step -> HTTPField? in
      guard case .text(let target, let text) = step, let name = target.name, let value = text.constant else { return nil }
      return HTTPField(name: name, value: value)
    }
    let model = call.model
    let standard = Set(call.defaulted.compactMap { HTTPField.Name(model.parameters[$0].wire) })
    return HTTPFields(fields.fields.filter { !fixed.contains($0) && !standard.contains($0.name) })
  }

  private func isLeftOut(_ step: HeaderStep, _ given: [(String, String)], _ call: borrowing Binding) -> Bool {
    switch step {
    case .text(let target, _), .argument(_, let target, _):
      call.isForeign && target.isSecret || given.contains { HeaderRules.isSame($0.0, target.wire) }
    default: false
    }
  }

  private mutating func write(_ text: FilledText, _ target: HeaderTarget, _ call: inout Binding) {
    guard let filled = call.fill(text) else { return }
    if target.isSensitive { call.secrets.add(filled) }
    guard let fault = fields.set(target, filled) else {
      if call.isTraced {
        call.note(header: target.wire, text.placeholders.map { ($0.name, "placeholder '\($0.text)' in 'headers' of the spec") })
      }
      return
    }
    let argument = text.slots.first.map { call.model.parameters[$0].name }
    call.refuse(argument == nil ? .spec : .value, argument, fault + (text.encodingHint ?? ""))
  }

  /// Writes a header; false if there is nothing to send.
  ///
  /// - Parameter member: the name of a member of a dictionary in messages.
  private mutating func write(
    _ value: JSON, _ target: HeaderTarget, _ argument: String, member: String? = nil, lines: Bool = false, _ call: inout Binding
  ) -> Bool {
    if lines, let items = value.asArray, items.count > 1 { return write(lines: items, target, argument, member, &call) }
    guard let text = text(value, member ?? argument, isMember: member != nil, &call) else { return false }
    if target.isSecret || target.isSensitive { call.secrets.add(credential: text) }
    if let fault = fields.set(target, text) { call.refuse(.value, argument, "'\(argument)': \(fault)") }
    return true
  }

  /// Returns a value as one list, if its style says how; nil if it has lines, or no such style.
  private static func listed(_ value: JSON, _ style: Style?, lines: Bool) -> JSON? {
    guard let style, !lines || value.asArray == nil else { return nil }
    // A list of HTTP is joined with `, ` (RFC 9110 section 5.6.1). A value in a style of OpenAPI, such as `pairs`, has no spaces.
    let isText = style.objects == .pairs || style.objects == .equals
    return isText || style.arrays != .csv ? JSON.listed(value, style) : nil
  }

  /// Writes a line for each item of an array (RFC 9110 section 5.3).
  private mutating func write(
    lines items: JSON.Elements, _ target: HeaderTarget, _ argument: String, _ member: String?, _ call: inout Binding
  ) -> Bool {
    guard holds(items.count) else {
      call.refuse(.value, argument, Self.tooMany)
      return false
    }
    var isFirst = true
    for item in items where !item.isNull {
      guard let text = text(item.asArray == nil ? item : [item], member ?? argument, isMember: member != nil, &call) else { continue }
      if target.isSecret || target.isSensitive { call.secrets.add(credential: text) }
      if let fault = isFirst ? fields.set(target, text) : fields.add(target.wire, text) {
        call.refuse(.value, argument, "'\(argument)': \(fault)")
      }
      isFirst = false
    }
    return !isFirst
  }

  /// Returns the text of a header: a scalar, or an array as a list; nil if there is nothing to send.
  private func text(_ value: JSON, _ argument: String, isMember: Bool = false, _ call: inout Binding) -> String? {
    if let plain = ValueText.plain(value) { return plain }
    if let items = value.asArray {
      let texts = items.filter { !$0.isNull }.map(ValueText.plain)
      if texts.contains(nil) {
        call.refuse(.value, argument, "'\(argument)' contains an array or an object, which cannot be sent in a header")
      }
      return texts.isEmpty || texts.contains(nil) ? nil : texts.compactMap { $0 }.map(HeaderRules.listItem).joined(separator: ", ")
    }
    if value.asKind == .object {
      let hint = isMember ? ", which cannot be sent in a header" : "; to spread it into headers, declare 'header.\(argument)*'"
      call.refuse(.value, argument, "'\(argument)' is an object\(hint)")
    }
    return nil
  }

  private mutating func spread(_ value: JSON, _ parameter: ParameterModel, _ call: inout Binding) {
    guard let members = value.asObject else {
      return call.refuse(.type, parameter, "'\(parameter.name)' must be an object, because it is spread into headers")
    }
    guard holds(members.count) else { return call.refuse(.value, parameter, Self.tooMany) }
    var names: [String: String] = [:]
    for member in members {
      if let other = names.updateValue(member.name, forKey: member.name.lowercased()) {
        call.refuse(.repeated, parameter, "'\(parameter.name)' contains the same header twice, as '\(other)' and as '\(member.name)'")
      }
      let wire = parameter.wire + member.name
      let target = fields.target(wire, isSecret: parameter.isSecret)
      let isWritten = write(member.value, target, parameter.name, member: "\(parameter.name).\(member.name)", &call)
      if isWritten, call.isTraced { call.note(header: wire, [(parameter.name, "spread into headers")]) }
    }
  }

  /// HTTPFields traps at 65,535. The rest is for the body, credentials and policies.
  private static let maximum = 65_000
  private static let tooMany = "a request can have at most \(maximum) headers"

  private func holds(_ more: Int) -> Bool { fields.fields.count + more <= Self.maximum }

  /// Writes the headers in the options of the call. They replace others; a repeated name is sent several times.
  mutating func write(options given: [(String, String)], _ call: inout Binding) {
    if given.isEmpty { return }
    guard holds(given.count) else { return call.refuse(.option, nil, Self.tooMany) }
    // Setting a field searches all others.
    var others = Set(fields.fields.map(\.name.canonicalName))
    for (name, value) in given {
      if HeaderRules.isSensitive(name) { call.secrets.add(credential: value) }
      if call.isTraced { call.dropTrace(ofHeader: name) }
      let replaces = others.remove(name.lowercased()) != nil
      if let fault = replaces ? fields.set(name, value) : fields.add(name, value) { call.refuse(.option, name, fault) }
    }
  }

  /// Says that the body is compressed; false if there is a Content-Encoding, of a body that is encoded already.
  mutating func announceGzip() -> Bool { !fields.contains(.contentEncoding) && fields.set("Content-Encoding", "gzip") == nil }

  /// Writes a header of `auth`, unless an argument set it. Cookies are added to others.
  mutating func write(credential value: String, of names: [String], _ target: HeaderTarget, _ call: inout Binding) {
    var value = value
    if let name = target.name, let given = fields.fields.first(where: { $0.name == name })?.value {
      guard name == .cookie else { return }
      value = CookieWriter.joined(value, to: given)
    }
    let source = names.count == 1 ? "the variable '\(names[0])' in 'auth'" : "'auth'"
    if let fault = fields.set(target, value) { call.refuse(.spec, nil, "\(source): \(fault)") }
  }
}

extension Secrets {
  /// Adds a credential as a secret, with and without its scheme.
  fileprivate mutating func add(credential text: String) {
    add(text)
    if let blank = text.firstIndex(of: " ") { add(String(text[text.index(after: blank)...])) }
  }
}
