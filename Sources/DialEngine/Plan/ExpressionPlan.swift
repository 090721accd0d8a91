package import DialModel

/// An expression of a target, with the slots of its variables.
package final class ExpressionPlan: Sendable {
  let expression: URITemplate.Expression
  /// The slot of each variable; nil where no parameter has the name.
  let slots: [Int?]
  /// The arguments as their parameters name them.
  let names: [String]
  /// Whether the segment of the path goes away where all variables are absent.
  let takesSegment: Bool
  /// The slot of a lone variable without modifiers, whose text is its percent-encoded value.
  let plainSlot: Int?

  init(_ expression: URITemplate.Expression, model: EndpointModel, slots table: TargetSlots) {
    var expression = expression
    let parameters = expression.variables.map { table.path[$0.name].map { model.parameters[$0] } }
    if expression.operation == .simple, parameters.contains(where: { $0?.isRaw ?? false }) { expression.operation = .reserved }
    // Each is that of a parameter, too, and settled with it: null leaves it out.
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

/// Where the placeholders of a target find their arguments: path parameters by wire name, else any parameter by its name.
package struct TargetSlots {
  let path: [String: Int]
  let named: [String: Int]

  package init(_ parameters: [ParameterModel]) {
    let slots = parameters.enumerated()
    named = Dictionary(slots.map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    path = Dictionary(slots.filter { $1.place == .path }.map { ($1.wire, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(name: String) -> Int? { path[name] ?? named[name] }
}
