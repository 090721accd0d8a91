import DialModel

/// An expression of a target with the slots of its variables.
package final class ExpressionPlan: Sendable {
  let expression: URITemplate.Expression
  /// The slot of each variable; nil if there is no parameter.
  let slots: [Int?]
  /// The names of the parameters.
  let names: [String]
  /// Whether the segment is removed if all variables are absent.
  let takesSegment: Bool
  /// The slot of a single variable without modifiers, which is only percent-encoded.
  let plainSlot: Int?

  init(_ expression: URITemplate.Expression, model: EndpointModel, slots table: TargetSlots) {
    var expression = expression
    let parameters = expression.variables.map { table.path[$0.name].map { model.parameters[$0] } }
    if expression.operation == .simple, parameters.contains(where: { $0?.isRaw ?? false }) { expression.operation = .reserved }
    // The parameters already apply the defaults; null omits a variable.
    for index in expression.variables.indices { expression.variables[index].defaultText = nil }
    let isSimple = expression.operation == .simple || expression.operation == .reserved
    self.expression = expression
    slots = expression.variables.map { table[$0.name] }
    names = zip(expression.variables, parameters).map { $1?.name ?? $0.name }
    takesSegment = isSimple && zip(expression.variables, parameters).contains { $0.isOptional || $1.map { !$0.isRequired } ?? false }
    let isPlain = isSimple && expression.variables.count == 1 && !expression.variables[0].explode && expression.variables[0].prefix == nil
    plainSlot = isPlain ? slots[0] : nil
  }
}

/// Finds the parameters of placeholders: path parameters by the name that is sent, otherwise any parameter by its name.
struct TargetSlots {
  let path: [String: Int]
  let named: [String: Int]

  subscript(name: String) -> Int? { path[name] ?? named[name] }
}
