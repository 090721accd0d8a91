import Dial

/// The constraints of an argument as notes: one line for its value, one for the items of an array, and one for each member of an object.
enum ConstraintNotes {
  /// The maximum number of lines, because a large body has many members.
  private static let maxLines = 20

  static func lines(_ constraints: [Constraint]) -> [String] {
    let all = lines(constraints, of: "")
    return all.count > maxLines ? all.prefix(maxLines) + ["…"] : all
  }

  private static func lines(_ constraints: [Constraint], of path: String) -> [String] {
    let own = constraints.compactMap(\.summary)
    var lines = own.isEmpty ? [] : [(path.isEmpty ? "" : "\(path): ") + own.joined(separator: ", ")]
    if !path.isEmpty, let values = constraints.values {
      lines.append("\(path): one of " + values.map { $0.asString ?? JSONWriter.text($0) }.joined(separator: ", "))
    }
    for constraint in constraints {
      switch constraint.rule {
      // The values of items are listed with those of the argument.
      case .each(let rules):
        lines += self.lines(path.isEmpty ? rules.filter { $0.key != "values" } : rules, of: path.isEmpty ? "each" : path + "[]")
      case .member(let name, let rules):
        lines += self.lines(rules, of: path.isEmpty ? name : path == "each" ? "each.\(name)" : "\(path).\(name)")
      case .values, .number, .length, .pattern, .items, .unique, .object: break
      }
    }
    return lines
  }
}
