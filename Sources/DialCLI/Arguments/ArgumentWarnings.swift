import DialEngine
import DialJSON
import DialModel
import DialSyntax

/// Arguments that are allowed, and yet look like a slip of a key: names that an open endpoint does not declare, and members that a
/// type does not have, where the declared one beside them is not given.
struct ArgumentWarnings {
  let model: EndpointModel
  let types: TypeTable

  /// A sentence for each, in the order of the arguments.
  func all(in arguments: Arguments) -> [String] {
    let given = Set(arguments.items.map(\.name))
    return arguments.items.flatMap { item -> [String] in
      if let parameter = parameter(item.name) {
        guard case .json(let json) = item.value else { return [] }
        return members(of: json, parameter.shape, at: item.name)
      }
      return open(item.name, given).map { [$0] } ?? []
    }
  }

  private func parameter(_ name: String) -> ParameterModel? {
    let named = model.parameters.filter { $0.name == name || $0.qualifiedName == name || name == "_" && $0.place == .body }
    return named.count == 1 ? named[0] : nil
  }

  private func open(_ name: String, _ given: Set<String>) -> String? {
    guard model.isOpen, name != "_" else { return nil }
    let absent = model.parameters.filter { !given.contains($0.name) && !given.contains($0.qualifiedName) }.map(\.name)
    guard let nearest = Suggestion.nearest(to: name, among: absent) else { return nil }
    return "'\(model.name)' does not declare '\(name)', which is sent unchanged; did you mean '\(nearest)'?"
  }

  private func members(of value: JSON, _ shape: Shape, at path: String) -> [String] {
    switch types.resolve(shape.wrapped) {
    case .array(let item): return (value.asArray ?? []).enumerated().flatMap { members(of: $1, item, at: "\(path)[\($0)]") }
    case .dictionary(let item): return (value.asObject ?? [:]).flatMap { members(of: $0.value, item, at: "\(path).\($0.name)") }
    case .record(let record):
      guard let object = value.asObject else { return [] }
      let absent = record.members.filter { object[$0.label] == nil && object[$0.wire] == nil }.map(\.label)
      return object.flatMap { name, inner -> [String] in
        if let member = record.members.first(where: { $0.label == name || $0.wire == name }) {
          return members(of: inner, member.shape, at: "\(path).\(name)")
        }
        guard let nearest = Suggestion.nearest(to: name, among: absent) else { return [] }
        return ["'\(path).\(name)' is not declared and is sent unchanged; did you mean '\(nearest)'?"]
      }
    default: return []
    }
  }
}
