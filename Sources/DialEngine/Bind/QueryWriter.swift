import DialJSON
import DialMessage
import DialModel

/// Writes the query: the items of service, group and endpoint, then arguments, then those of the call.
enum QueryWriter {
  static func write(_ call: inout Binding, to url: inout ItemList) {
    let isForeign = call.isForeign
    for step in call.plan.query {
      let start = url.bytes.count
      switch step {
      case .fixed(let text, let isSecret): if !(isForeign && isSecret) { url.append(text) }
      case .text(let key, let text, let isSecret):
        if !(isForeign && isSecret), let text = call.fill(text, asItem: true) { url.append(key + text) }
      case .argument(let slot, let name, let writer, let isSecret):
        if !(isForeign && isSecret), let value = call.valueWithJSONAsText(slot), !value.isNull { writer.write(name, value, to: &url) }
      case .item(let pieces, let isSecret): if !(isForeign && isSecret) { write(pieces, &call, &url) }
      case .expansion(let plan): if let text = call.expand(plan, in: "query") { url.append(String(text.dropFirst())) }
      case .parameter(let slot, let parameter): if let value = call.valueWithJSONAsText(slot) { write(value, parameter, &call, &url) }
      }
      if call.isTraced { note(step, url.names(from: start), isSpread: url.isSpread(from: start), &call) }
    }
    for extra in call.given.extras where extra.place == .query {
      let start = url.bytes.count
      write(extra, call.model.style, &url)
      if call.isTraced { note(extra, url.names(from: start), isSpread: url.isSpread(from: start), &call) }
    }
  }

  private static func write(_ pieces: [TargetPlan.Piece], _ call: inout Binding, _ url: inout ItemList) {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let part), .variable(let part, _): text += part
      case .problem(let problem): return call.report(problem)
      case .expression(let plan):
        guard let filled = call.expand(plan, in: "query") else { return }
        text += filled
      }
    }
    url.append(text)
  }

  private static func write(_ value: JSON, _ parameter: QueryParameter, _ call: inout Binding, _ url: inout ItemList) {
    let model = parameter.model
    if model.isFlag {
      if value.asBool == true { url.append(parameter.key) }
    } else if model.isSpread, value.asKind != .object {
      call.refuse(.type, model, "'\(model.name)' must be an object, because it is spread into the query")
    } else if model.isRaw, ValueText.contains(value, where: { $0 == "#" || $0.value < 0x20 }) {
      call.refuse(.value, model, "'\(model.name)' is sent in the query without encoding and cannot contain '#' or a control character")
    } else if let text = parameter.writer.text(value) {
      url.append(parameter.key)
      parameter.writer.append(text, to: &url.bytes)
    } else {
      let isSpread = value.asKind == .object && parameter.writer.spreadsObjects && !model.isSpread
      // With `objects: spread`, a member is sent beside an item of the same name; otherwise, the named item replaces it.
      url.isSpreading = model.isSpread || isSpread && model.style.objects != .spread
      parameter.writer.write(isSpread ? "" : model.wire, value, spread: model.isSpread, to: &url)
      url.isSpreading = false
    }
  }

  private static func write(_ extra: MatchedArguments.Extra, _ style: Style, _ url: inout ItemList) {
    guard let value = extra.value.json else { return }
    if extra.isFlag { return url.append(PercentEncoding.encode(extra.name)) }
    let writer = ItemWriter(.query, style, spreadsObjects: !extra.isPath)
    url.isSpreading = writer.spreadsObjects && value.asKind == .object
    writer.write(url.isSpreading ? "" : extra.isVerbatim ? extra.name : (style.keys ?? .asIs).apply(to: extra.name), value, to: &url)
    url.isSpreading = false
  }

  private static func note(_ step: QueryStep, _ names: [String], isSpread: Bool, _ call: inout Binding) {
    if names.isEmpty { return }
    let inSpec = { (placeholder: String) in "placeholder '\(placeholder)' in 'query' of the spec" }
    switch step {
    case .fixed: break
    case .text(_, let text, _): for (name, shown) in text.placeholders { call.note(name, .query, names, inSpec(shown)) }
    case .argument(let slot, _, _, _):
      guard let name = slot.map({ call.model.parameters[$0].name }) else { break }
      call.note(name, .query, names, inSpec("{\(name)}"))
    case .item(let pieces, _): for case .expression(let plan) in pieces { call.note(plan, in: "query", items: names) }
    case .expansion(let plan): call.note(plan, in: "query")
    case .parameter(let slot, let parameter):
      let model = parameter.model
      let plan = call.plan.parameters[slot]
      let kind = call.given.value(slot)?.asKind
      let rule =
        if model.isFlag {
          "a key without a value"
        } else if plan.isJSON, kind == .object || kind == .array {
          "declared in the query, as JSON text"
        } else {
          (model.isSpread ? "spread into the query" : "declared in the query")
            + (plan.texts != nil && !plan.isJSON ? ", each JSON in it as text" : "")
        }
      call.note(model.name, .query, names, rule, isSpread: isSpread)
    }
  }

  private static func note(_ extra: MatchedArguments.Extra, _ names: [String], isSpread: Bool, _ call: inout Binding) {
    let isInferred = !call.model.hasBody || call.model.isSocket
    let rule = isInferred ? "an undeclared argument of \(call.model.method) is a query item" : "passed as 'query.\(extra.name)'"
    call.note(extra.name, .query, names, rule, isSpread: isSpread)
  }

  /// Writes the query items in the options of the call.
  static func write(options arguments: Arguments, _ call: inout Binding, to url: inout ItemList) {
    call.faults.add(arguments.faults)
    for item in arguments.items {
      guard let json = item.value.json else {
        call.refuse(
          .option, item.name,
          "'\(item.name)' cannot be added to the query; it must be a string, a number, a Boolean or an array of them")
        continue
      }
      ItemWriter(.query, call.model.style).write(item.name, json, to: &url)
    }
  }

  /// Removes items that named ones replace.
  static func finish(_ call: inout Binding, _ url: inout ItemList) {
    let named = url.finish()
    if call.isTraced { call.trace?.removeAll { $0.isSpread && named.contains($0.wire) } }
  }
}
