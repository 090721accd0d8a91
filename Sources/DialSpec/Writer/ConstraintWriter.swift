import DialBuild
import DialJSON
package import DialModel
import DialSyntax

/// Writes the constraints of a parameter as keys of the long form (Parameters.md#Constraints).
package enum ConstraintWriter {
  /// Returns a parameter whose constraints are keys, as far as the language has them for its type.
  static func written(_ parameter: ParameterDeclaration) -> ParameterDeclaration {
    let parts = parts(of: parameter)
    var parameter = parameter
    parameter.constraints = []
    if let values = parts.itemValues { parameter.shape?.shape = .array(.literals(values)) }
    let range = parameter.range
    let given = Set(parameter.settings.map(\.name))
    parameter.settings += entries(parts.rules, at: range).filter { !given.contains($0.name) }
    return parameter
  }

  /// The number of constraints that the language cannot say.
  package static func omitted(of parameter: ParameterDeclaration) -> Int { parts(of: parameter).omitted }

  private static func parts(of parameter: ParameterDeclaration) -> (rules: [Constraint], itemValues: [JSON]?, omitted: Int) {
    let shape = parameter.shape?.shape.wrapped ?? .json
    let item: Shape? = if case .array(let item) = shape { item.wrapped } else { nil }
    var (rules, itemValues, omitted): ([Constraint], [JSON]?, Int) = ([], nil, 0)
    func add(_ rule: Constraint, to type: Shape) {
      let fits =
        switch rule.rule {
        case .number: type.isNumeric
        case .length, .pattern: type.isTextual
        case .items, .unique: item != nil
        case .values(let values): values.allSatisfy { $0.asKind == .string || $0.asKind == .number || $0.asKind == .bool }
        case .object, .each, .member: false
        }
      // A default must follow the rules of the language, while a document's is only said.
      let isKept = parameter.standard.map { ConstraintCheck.faults(of: $0.value, [rule], at: "").isEmpty } ?? true
      if fits, isKept, !parameter.isFlag, !shape.holdsFile { rules.append(rule) } else { omitted += 1 }
    }
    // That a value is an object is no rule of the language.
    let said = parameter.constraints.compactMap { $0.filtered { if case .object = $0 { false } else { true } } }
    for constraint in said {
      guard case .each(let inner) = constraint.rule, let item else {
        add(constraint, to: shape)
        continue
      }
      for rule in inner {
        switch rule.rule {
        case .values(let values):
          if case .string = item, parameter.standard == nil, values.allSatisfy({ $0.asKind == .string }) {
            itemValues = values
          } else {
            omitted += 1
          }
        case .items, .unique, .object: omitted += 1
        default: add(rule, to: item)
        }
      }
    }
    return (rules, itemValues, omitted)
  }

  private static func entries(_ rules: [Constraint], at range: SourceRange) -> [Entry] {
    func node(_ value: JSON) -> Node {
      let text = value.asString
      return Node(.scalar(Scalar(text: text ?? JSONWriter.text(value), style: text == nil ? .plain : .doubleQuoted)), range: range)
    }
    func key(_ name: String) -> Node { Node(.scalar(Scalar(text: name)), range: range) }
    var entries: [Entry] = []
    var limits: [String: [Entry]] = [:]
    for rule in rules {
      guard let name = rule.key, !entries.contains(where: { $0.name == name }) || limits[name] != nil else { continue }
      let value: Node
      switch rule.rule {
      case .values(let values): value = Node(.sequence(values.map(node)), range: range)
      case .number(_, let bound): value = node(bound)
      case .pattern: value = node(rule.pattern.map(JSON.string) ?? .null)
      case .unique: value = node(true)
      case .length(let limit, let count), .items(let limit, let count):
        if limits[name]?.contains(where: { $0.name == limit.rawValue }) == true { continue }
        limits[name, default: []].append(Entry(key: key(limit.rawValue), value: node(JSON(count))))
        value = Node(.mapping(limits[name] ?? []), range: range)
        entries.removeAll { $0.name == name }
      case .object, .each, .member: continue
      }
      entries.append(Entry(key: key(name), value: value))
    }
    return entries
  }
}
