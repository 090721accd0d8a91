import DialJSON
import DialMessage
import DialModel

/// Writes the items of the query behind a URL.
struct QueryWriter {
  private(set) var url: ItemList

  init(behind url: consuming ItemList) { self.url = url }

  var text: String { url.text }

  /// The items of the spec, then those of the arguments.
  mutating func write(_ call: inout Binding) {
    let isForeign = call.isForeign
    for step in call.plan.query {
      switch step {
      case .fixed(let text, let isSecret): if !(isForeign && isSecret) { url.append(text) }
      case .text(let key, let text, let isSecret):
        if !(isForeign && isSecret), let text = call.fill(text) {
          url.append(key)
          PercentEncoding.append(text, to: &url.bytes)
        }
      case .argument(let slot, let name, let writer, let isSecret):
        if !(isForeign && isSecret), let value = call.given.value(slot), !value.isNull { writer.write(name, value, to: &url) }
      case .item(let pieces, let isSecret): if !(isForeign && isSecret) { write(pieces, &call) }
      case .expansion(let plan): if let text = call.expand(plan, in: "query") { url.append(String(text.dropFirst())) }
      case .parameter(let slot, let parameter): if let value = call.given.value(slot) { write(value, parameter, &call) }
      }
    }
    for extra in call.given.extras where extra.place == .query { write(extra, call.model.style) }
  }

  /// An item of the target; it disappears when its placeholder is absent.
  private mutating func write(_ pieces: [TargetPlan.Piece], _ call: inout Binding) {
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

  private mutating func write(_ value: JSON, _ parameter: QueryParameter, _ call: inout Binding) {
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
      url.isSpreading = value.asKind == .object && (model.isSpread || parameter.writer.spreadsObjects)
      parameter.writer.write(url.isSpreading && !model.isSpread ? "" : model.wire, value, spread: model.isSpread, to: &url)
      url.isSpreading = false
    }
  }

  private mutating func write(_ extra: GivenArguments.Extra, _ style: Style) {
    guard let value = extra.value.json else { return }
    if extra.isFlag { return url.append(PercentEncoding.encode(extra.name)) }
    let writer = ItemWriter(.query, style)
    url.isSpreading = writer.spreadsObjects && value.asKind == .object
    writer.write(url.isSpreading ? "" : extra.isVerbatim ? extra.name : (style.keys ?? .asIs).apply(to: extra.name), value, to: &url)
    url.isSpreading = false
  }

  /// Items of the options of the call, behind those of the arguments.
  mutating func write(options arguments: Arguments, _ call: inout Binding) {
    call.faults.add(arguments.faults)
    for item in arguments.items {
      guard let json = item.value.json else {
        call.refuse(
          .option, item.name, "'\(item.name)' cannot be added to the query; it must be a string, a number, a Boolean or a list of them")
        continue
      }
      ItemWriter(.query, call.model.style).write(item.name, json, to: &url)
    }
  }

  /// An item of `auth`, encoded.
  mutating func write(credential item: String) { url.append(item) }

  /// Takes out what named items beat.
  mutating func finish() { url.finish() }
}
