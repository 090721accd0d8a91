import DialJSON

/// The tree of a query. The parser limits its depth, so that selecting and releasing it can recurse.
struct Query: Sendable {
  /// Whether it begins at the root, `$`, and not at the current value, `@`.
  let isAbsolute: Bool
  let segments: [Segment]

  /// Whether it selects at most one value (RFC 9535 section 2.3.5.1).
  var isSingular: Bool {
    segments.allSatisfy { segment in
      guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
      return segment.selectors[0].isSingular
    }
  }
}

/// A part of a query, such as `.name`, `[0, 1]` or `..name`.
struct Segment: Sendable {
  /// Whether it is applied to the values below a value, too.
  let isDescendant: Bool
  let selectors: [Selector]
}

/// Selects children of a value.
enum Selector: Sendable {
  case name(String)
  case wildcard
  case index(Int)
  case slice(start: Int?, end: Int?, step: Int)
  case filter(Filter)

  var isSingular: Bool {
    switch self {
    case .name, .index: true
    case .wildcard, .slice, .filter: false
    }
  }
}

/// A condition: an expression of LogicalType (RFC 9535 section 2.4.1).
indirect enum Filter: Sendable {
  case any([Filter])
  case all([Filter])
  case not(Filter)
  /// Whether a query selects anything.
  case exists(Query)
  case compare(Comparison, Operand, Operand)
  /// `match(text, pattern)` and `search(text, pattern)`.
  case pattern(isWhole: Bool, Operand, Operand)

  enum Comparison: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }
}

/// An expression of ValueType.
indirect enum Operand: Sendable {
  case literal(JSON)
  /// A singular query.
  case query(Query)
  case length(Operand)
  case count(Query)
  case value(Query)
}

/// The functions (RFC 9535 section 2.4.4 to 2.4.8), each with its parameters and its result.
enum Function: String, CaseIterable {
  case length, count, match, search, value

  enum Parameter { case value, nodes }

  var parameters: [Parameter] {
    switch self {
    case .length: [.value]
    case .count, .value: [.nodes]
    case .match, .search: [.value, .value]
    }
  }
}
