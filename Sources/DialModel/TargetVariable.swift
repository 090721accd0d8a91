/// A placeholder of a target, and its position.
package struct TargetVariable {
  package var variable: URITemplate.Variable
  package var operation: URITemplate.Operator
  package var isInQuery: Bool

  /// Whether a call must pass it: in the path, neither optional nor with a default, and without an operator that omits absent values.
  package var isRequired: Bool {
    !isInQuery && !variable.isOptional && variable.defaultText == nil && (operation == .simple || operation == .reserved)
  }

  package static func all(of template: URITemplate) -> [TargetVariable] {
    var found: [TargetVariable] = []
    var isInQuery = false
    for part in template.parts {
      switch part {
      case .literal(var text): isInQuery = isInQuery || text.withUTF8 { $0.contains(UInt8(ascii: "?")) }
      case .variable: break
      case .expression(let expression):
        isInQuery = isInQuery || expression.operation == .query || expression.operation == .continuation
        for variable in expression.variables {
          found.append(.init(variable: variable, operation: expression.operation, isInQuery: isInQuery))
        }
      }
    }
    return found
  }
}

extension TargetVariable {
  /// Returns all placeholders, each with the default of its name, wherever the target declares it.
  package static func withDefaults(of template: URITemplate) -> [TargetVariable] {
    var all = all(of: template)
    guard all.count > 1, all.contains(where: { $0.variable.defaultText != nil }) else { return all }
    let texts = Dictionary(
      all.compactMap { found in found.variable.defaultText.map { (found.variable.name, $0) } }, uniquingKeysWith: { first, _ in first })
    for index in all.indices { all[index].variable.defaultText = texts[all[index].variable.name] }
    return all
  }
}

/// A variable `${B}` at the start of a target is part of its path. A URL in it is a mistake.
extension TargetVariable {
  package static func isWholeURL(_ value: String) -> Bool { value.hasPrefix("https://") || value.hasPrefix("http://") }

  package static func wholeURL(_ name: String) -> String {
    "the variable '\(name)' is a whole URL, but the target is joined to 'base'; write the URL itself, or 'https://${HOST}/…'"
  }

  /// Returns the variable at the start of a target.
  package static func head(of target: TargetModel) -> String? {
    if case .variable(let name)? = target.template.parts.first { name } else { nil }
  }
}
