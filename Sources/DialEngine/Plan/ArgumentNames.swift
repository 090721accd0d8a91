import DialModel

/// Finds the slot of an argument by its name, bare or qualified.
package struct ArgumentNames: Sendable {
  package enum Target: Sendable {
    case slot(Int)
    /// A bare name that is used in several locations.
    case several([Int])
  }

  /// Unambiguous bare names by slot. For few parameters, comparing is faster than hashing.
  private let few: [String]
  private let all: [String: Target]

  init(_ parameters: [ParameterModel]) {
    var all: [String: Target] = [:]
    for (slot, parameter) in parameters.enumerated() where all[parameter.qualifiedName] == nil {
      all[parameter.qualifiedName] = .slot(slot)
    }
    for (name, slots) in Dictionary(grouping: parameters.indices, by: { parameters[$0].name }) {
      all[name] = slots.count == 1 ? .slot(slots[0]) : .several(slots)
    }
    self.all = all
    let isPlain = parameters.count <= 8 && all.count == 2 * parameters.count
    few = isPlain ? parameters.map(\.name) : []
  }

  package subscript(name: String) -> Target? {
    let count = name.utf8.count
    // Names that are equal in Unicode but have other bytes are in the table.
    for slot in few.indices where few[slot].utf8.count == count && few[slot] == name { return .slot(slot) }
    return all[name]
  }

  /// Returns the target of an argument. Most callers use the declared order, so the slot `likely` is tried first.
  func target(of name: String, likely: Int) -> Target? {
    likely < few.count && few[likely] == name ? .slot(likely) : self[name]
  }
}
