/// What one place of a probed type asked for.
final class ProbeNode {
  var kind: SwiftShape = .any
  var members: [(name: String, isOptional: Bool, node: ProbeNode)]?
  /// The node of the elements of an array, or of the values of a dictionary.
  var item: ProbeNode?
  var isOptional = false
  var isComplete = true

  func member(_ name: String, isOptional: Bool) -> ProbeNode {
    if let known = members?.first(where: { $0.name == name }) { return known.node }
    let node = ProbeNode()
    members = (members ?? []) + [(name, isOptional, node)]
    return node
  }

  var shape: SwiftShape {
    if let members {
      return .record(
        members.map { .init(name: $0.name, isOptional: $0.isOptional || $0.node.isOptional, shape: $0.node.shape) }, isComplete: isComplete)
    }
    switch kind {
    case .array: return .array(item?.shape ?? .any)
    case .dictionary: return .dictionary(item?.shape ?? .any)
    default: return kind
    }
  }
}
