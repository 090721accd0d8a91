package import DialJSON
package import DialMessage
import DialModel

/// The arguments of the endpoint that a poll asks, with the variables of a client filled in.
package final class PollRequestPlan: Sendable {
  package let endpoint: String
  private let model: EndpointModel
  private let members: [(name: String, value: FilledTemplate)]
  /// The placeholders, by slot.
  private let names: [String]

  /// nil where the endpoint asks no other one.
  init?(_ model: EndpointModel, _ scope: VariableScope) {
    guard let check = model.poll?.check else { return nil }
    var filler = TextFiller(scope)
    for name in check.arguments.flatMap(\.value.arguments) where filler.slots[name] == nil { filler.slots[name] = filler.slots.count }
    endpoint = check.endpoint
    self.model = model
    members = check.arguments.map { (name: $0.name.literal ?? "", value: filler.fill($0.value)) }
    names = filler.slots.sorted { $0.value < $1.value }.map(\.key)
  }

  /// The arguments for one call of it.
  ///
  /// - Parameters:
  ///   - first: the reply to the first call.
  ///   - call: that call, with the defaults that it took.
  package func arguments(_ first: JSON, _ call: Draft) throws(CallError) -> Arguments {
    var values: [JSON?] = []
    for name in names { values.append(try value(name, first, call)) }
    var arguments = Arguments()
    for (name, template) in members {
      if let value = try fill(template, values) { arguments.append(name, json: value) }
    }
    return arguments
  }

  private func value(_ name: String, _ first: JSON, _ call: Draft) throws(CallError) -> JSON? {
    if let name = PollModel.argument(name) {
      let given = call.bound.given
      if case .slot(let slot)? = call.plan.arguments[name] { return given.value(slot) }
      return given.extras.first { $0.name == name }?.value.json
    }
    var found = first
    for member in name.split(separator: ".") { found = found[member: String(member)] }
    if found.asKind != .absent { return found }
    throw CallError(
      .selection, "'{\(name)}' of 'poll.args' is not in the first reply", endpoint: model.name, location: model.poll?.check?.range)
  }

  /// nil where an argument of the call is absent: then it is not given.
  private func fill(_ template: FilledTemplate, _ values: [JSON?]) throws(CallError) -> JSON? {
    switch template {
    case .literal(let json): return json
    case .argument(let slot): return slot.flatMap { values[$0] }
    case .text(let text): return try fill(text, values).map(JSON.string)
    case .array(let items):
      var filled: [JSON] = []
      for item in items { if let value = try fill(item, values) { filled.append(value) } }
      return .array(filled)
    case .object(let members):
      var filled: [(String, JSON)] = []
      for (name, value) in members {
        if let name = try fill(name, values), let value = try fill(value, values) { filled.append((name, value)) }
      }
      return .object(filled)
    }
  }

  private func fill(_ text: FilledText, _ values: [JSON?]) throws(CallError) -> String? {
    if let missing = text.problems.lazy.compactMap({ if case .missing(let variable) = $0 { variable } else { nil } }).first {
      throw CallError(
        .variable, missing.message, endpoint: model.name, hint: missing.hint, commandHint: missing.commandHint, location: model.range)
    }
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let part): whole += part
      case .argument(let slot):
        guard let value = slot.flatMap({ values[$0] }), !value.isNull else { return nil }
        whole += ValueText.plain(value) ?? JSONWriter.text(value)
      }
    }
    return whole
  }
}
