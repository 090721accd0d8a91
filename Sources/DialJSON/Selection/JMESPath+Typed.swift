/// Where an expression compares a value with a literal.
package struct LiteralComparison {
  package enum Step: Equatable {
    case member(String)
    /// An element of an array.
    case element
    /// A value of an object.
    case value
    /// An array of what is before: the result of a projection.
    case list
  }

  /// The path of the value.
  package let path: [Step]
  package let literal: JSON
}

extension JMESPath {
  /// The comparisons of values whose paths are known.
  package var literalComparisons: [LiteralComparison] {
    var walk = ComparisonWalk()
    _ = walk.path(of: root, from: [])
    return walk.found
  }
}

/// Follows the paths of values through an expression.
private struct ComparisonWalk {
  typealias Path = [LiteralComparison.Step]

  private(set) var found: [LiteralComparison] = []

  /// Returns the path of what an expression selects; nil if it is unknown.
  mutating func path(of expression: Expression, from input: Path?) -> Path? {
    switch expression {
    case .current, .slice: return input
    case .literal: return nil
    case .field(let name): return input.map { $0 + [.member(name)] }
    case .index: return input.map(element)
    case .then(let first, let second), .pipe(let first, let second): return path(of: second, from: path(of: first, from: input))
    case .flatten(let list): return path(of: list, from: input)
    case .project(let list, let each):
      let all = path(of: list, from: input).map(element)
      return path(of: each, from: all).map { $0 + [.list] }
    case .projectValues(let object, let each):
      let all = path(of: object, from: input).map { $0 + [.value] }
      return path(of: each, from: all).map { $0 + [.list] }
    case .filter(let list, let condition, let each):
      let all = path(of: list, from: input).map(element)
      _ = path(of: condition, from: all)
      return path(of: each, from: all).map { $0 + [.list] }
    case .or(let first, let second), .and(let first, let second):
      _ = path(of: first, from: input)
      _ = path(of: second, from: input)
      return nil
    case .not(let inner):
      _ = path(of: inner, from: input)
      return nil
    case .compare(_, let left, let right):
      compare(path(of: left, from: input), right)
      compare(path(of: right, from: input), left)
      return nil
    case .list(let parts):
      for part in parts { _ = path(of: part, from: input) }
      return nil
    case .hash(let parts):
      for part in parts { _ = path(of: part.1, from: input) }
      return nil
    case .call(let function, let arguments): return called(function, arguments, input)
    case .reference: return nil
    }
  }

  private mutating func called(_ function: JMESPathFunction, _ arguments: [Expression], _ input: Path?) -> Path? {
    let paths = arguments.map { path(of: $0, from: input) }
    switch function {
    case .sortBy, .sort, .reverse: return paths.first ?? nil
    case .maxBy, .minBy: return (paths.first ?? nil).map(element)
    default: return nil
    }
  }

  private func element(_ path: Path) -> Path { path.last == .list ? path.dropLast() : path + [.element] }

  private mutating func compare(_ path: Path?, _ other: Expression) {
    if let path, case .literal(let json) = other { found.append(LiteralComparison(path: path, literal: json)) }
  }
}
