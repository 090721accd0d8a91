import DialJSON
import DialMessage
import DialModel

extension Binder {
  /// Writes the items of the query behind the URL.
  mutating func bindQuery() {
    for step in plan.query {
      switch step {
      case .fixed(let text, let isSecret): if !(isForeign && isSecret) { url.append(text) }
      case .text(let key, let text, let isSecret):
        if !(isForeign && isSecret), let text = fill(text) {
          url.append(key)
          PercentEncoding.append(text, to: &url.bytes)
        }
      case .argument(let slot, let name, let writer, let isSecret):
        if !(isForeign && isSecret), let value = given.value(slot), !value.isNull { writer.write(name, value, to: &url) }
      case .item(let pieces, let isSecret): if !(isForeign && isSecret) { write(item: pieces) }
      case .expansion(let plan): if let text = expand(plan, in: "query") { url.append(String(text.dropFirst())) }
      case .parameter(let slot, let parameter): if let value = given.value(slot) { write(value, parameter) }
      }
    }
    for extra in given.extras where extra.place == .query {
      guard let value = extra.value.json else { continue }
      if extra.isFlag {
        url.append(PercentEncoding.encode(extra.name))
        continue
      }
      let writer = ItemWriter(.query, model.style)
      url.isSpreading = writer.spreadsObjects && value.asKind == .object
      writer.write(
        url.isSpreading ? "" : extra.isVerbatim ? extra.name : (model.style.keys ?? .asIs).apply(to: extra.name), value, to: &url)
      url.isSpreading = false
    }
  }

  /// Items of the call itself, behind those of the arguments.
  mutating func bind(optionalItems arguments: Arguments) {
    faults += arguments.faults
    for item in arguments.items {
      guard let json = item.value.json else {
        refuse(
          .option, item.name, "'\(item.name)' of the options cannot go to the query: only texts, numbers, Booleans and lists of them can")
        continue
      }
      ItemWriter(.query, model.style).write(item.name, json, to: &url)
    }
  }

  private mutating func write(item pieces: [TargetPlan.Piece]) {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let part), .variable(let part, _): text += part
      case .problem(let problem): return report(problem)
      case .expression(let plan):
        guard let filled = expand(plan, in: "query") else { return }
        text += filled
      }
    }
    url.append(text)
  }

  private mutating func write(_ value: JSON, _ parameter: QueryParameter) {
    let model = parameter.model
    if model.isFlag {
      if value.asBool == true { url.append(parameter.key) }
    } else if model.isSpread, value.asKind != .object {
      refuse(.type, model, "'\(model.name)' is spread into the query and must be a dictionary")
    } else if model.isRaw, ValueText.contains(value, where: { $0 == "#" || $0.value < 0x20 }) {
      refuse(.value, model, "'\(model.name)' goes into the query as it is and may not hold '#' or a control character")
    } else if let text = parameter.writer.text(value) {
      url.append(parameter.key)
      parameter.writer.append(text, to: &url.bytes)
    } else {
      url.isSpreading = value.asKind == .object && (model.isSpread || parameter.writer.spreadsObjects)
      parameter.writer.write(url.isSpreading && !model.isSpread ? "" : model.wire, value, spread: model.isSpread, to: &url)
      url.isSpreading = false
    }
  }
}
