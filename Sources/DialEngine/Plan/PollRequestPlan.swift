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
  ///   - argument: gives an argument of that call by its name.
  package func arguments(_ first: JSON, _ argument: (String) -> JSON?) throws(CallError) -> Arguments {
    var values: [JSON?] = []
    for name in names { values.append(try value(name, first, argument)) }
    var arguments = Arguments()
    var generated = GeneratedValues()
    for (name, template) in members {
      var problems: [Problem] = []
      let value = template.filled({ values[$0] }, &generated, &problems)
      for case .missing(let variable) in problems {
        throw CallError(.variable, variable.message, endpoint: model.name, hint: variable.hint, location: model.range)
      }
      // Where an argument of the call is absent, this one is not given.
      if let value { arguments.append(name, json: value) }
    }
    return arguments
  }

  private func value(_ name: String, _ first: JSON, _ argument: (String) -> JSON?) throws(CallError) -> JSON? {
    if let name = PollModel.argument(name) { return argument(name) }
    var found = first
    for member in name.split(separator: ".") { found = found[member: String(member)] }
    if found.asKind != .absent { return found }
    throw CallError(
      .selection, "'{\(name)}' in 'poll.args' does not exist in the first response", endpoint: model.name, location: model.poll?.check?.range)
  }
}
