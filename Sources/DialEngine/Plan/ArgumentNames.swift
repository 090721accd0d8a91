import DialModel

/// Where arguments go: slots by bare and by qualified name.
package struct ArgumentNames: Sendable {
  package enum Target: Sendable {
    case slot(Int)
    /// A bare name that stands in several places.
    case several([Int])
  }

  /// Bare names with one place, by slot; an endpoint with few parameters compares them faster than it would hash one.
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
    // A name that is written otherwise and is the same to Unicode is in the table.
    for slot in few.indices where few[slot].utf8.count == count && few[slot] == name { return .slot(slot) }
    return all[name]
  }

  /// Where an argument goes. Most callers name their arguments in the declared order, so that the slot `likely` is looked at first.
  func target(of name: String, likely: Int) -> Target? {
    likely < few.count && few[likely] == name ? .slot(likely) : self[name]
  }
}
