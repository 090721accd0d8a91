extension JMESPath {
  /// The first object from which an expression selects as if it were an array, with the sign that does it, `[*]`; nil if there is none.
  package func spreadObject(in json: JSON) -> (sign: String, object: JSON)? { root.spread(json) }

  /// The last operation that makes one value, or a part, of a whole array: `length`, `[0]`. Of a page, it is that of the page.
  package var fold: Fold? { root.fold }

  package enum Fold {
    case index(Int)
    case slice
    /// The name of a function, and the member that it compares, for `sort_by` and the like.
    case function(String, by: String?)
  }
}

extension Expression {
  /// - Parameter json: the value of the expression; nil if it is unknown.
  fileprivate func spread(_ json: JSON?) -> (sign: String, object: JSON)? {
    switch self {
    case .then(let first, let second), .pipe(let first, let second):
      return first.spread(json) ?? second.spread(first.steps.flatMap { json?.follow($0) })
    case .project(.flatten(let list), _), .flatten(let list): return list.spread(json) ?? list.object(json, "[]")
    case .project(let list, _): return list.spread(json) ?? list.object(json, "[*]")
    case .filter(let list, _, _): return list.spread(json) ?? list.object(json, "[?…]")
    case .call(_, let arguments): return arguments.lazy.compactMap { $0.spread(json) }.first
    case .list(let parts): return parts.lazy.compactMap { $0.spread(json) }.first
    case .hash(let parts): return parts.lazy.compactMap { $0.1.spread(json) }.first
    default: return nil
    }
  }

  private func object(_ json: JSON?, _ sign: String) -> (sign: String, object: JSON)? {
    guard let steps, let found = json?.follow(steps), found.asObject != nil else { return nil }
    return (sign, found)
  }

  fileprivate var fold: JMESPath.Fold? {
    switch self {
    case .index(let index): .index(index)
    case .slice: .slice
    case .then(let first, let second), .pipe(let first, let second): second.fold ?? first.fold
    case .project(let list, _), .filter(let list, _, _), .flatten(let list): list.fold
    case .call(let function, let arguments): Self.fold(function, arguments)
    case .list(let parts): parts.lazy.compactMap(\.fold).first
    case .hash(let parts): parts.lazy.compactMap(\.1.fold).first
    case .current, .literal, .field, .projectValues, .or, .and, .not, .compare, .reference: nil
    }
  }

  private static func fold(_ function: JMESPathFunction, _ arguments: [Expression]) -> JMESPath.Fold? {
    switch function {
    case .length, .sum, .avg, .max, .min, .sort, .reverse, .join: return .function(function.rawValue, by: nil)
    case .sortBy, .maxBy, .minBy:
      guard case .reference(let inner)? = arguments.last, let steps = inner.steps else { return .function(function.rawValue, by: nil) }
      return .function(function.rawValue, by: JSONPath(steps: steps).text)
    case .map: return arguments.last?.fold
    default: return nil
    }
  }
}
