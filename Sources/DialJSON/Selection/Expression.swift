/// The tree of an expression. The parser limits its depth, so that evaluating and releasing it can recurse.
indirect enum Expression: Sendable {
  case current
  case literal(JSON)
  case field(String)
  case index(Int)
  case slice(start: Int?, stop: Int?, step: Int)
  /// Applies the second to the result of the first, `a.b` or `a[0]`: null stays null.
  case then(Expression, Expression)
  /// As `then`, but null is handed on: `a | b`.
  case pipe(Expression, Expression)
  case flatten(Expression)
  /// Applies the second to each element of the array that the first returns; nulls are omitted.
  case project(Expression, Expression)
  /// As `project`, on the values of an object.
  case projectValues(Expression, Expression)
  /// As `project`, on the elements for which the condition is true.
  case filter(Expression, condition: Expression, Expression)
  case or(Expression, Expression)
  case and(Expression, Expression)
  case not(Expression)
  case compare(Comparison, Expression, Expression)
  case list([Expression])
  case hash([(String, Expression)])
  case call(JMESPathFunction, [Expression])
  /// `&expression`, an argument of a function.
  case reference(Expression)

  /// The comparisons.
  enum Comparison: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// The steps of a plain path; nil for everything else.
  var steps: [JSONPath.Step]? {
    var steps: [JSONPath.Step] = []
    return collect(into: &steps) ? steps : nil
  }

  private func collect(into steps: inout [JSONPath.Step]) -> Bool {
    switch self {
    case .current: return true
    case .field(let name):
      steps.append(.member(name))
      return true
    case .index(let index):
      steps.append(.index(index))
      return true
    case .then(let first, let second): return first.collect(into: &steps) && second.collect(into: &steps)
    default: return false
    }
  }
}
