import DialJSON
import DialSyntax

/// Filters and functions, which are checked for their types (RFC 9535 section 2.4.3) while they are read.
extension QueryParser {
  /// An operand, or what is only valid as a condition of its own or as an argument.
  private enum Term {
    case operand(Operand)
    case query(Query)
    case condition(Filter, name: String)
  }

  /// Reads a condition with `||`, `&&` and `!`.
  mutating func filter() throws(JSONPathError) -> Filter {
    try deeper()
    defer { shallower() }
    var alternatives: [Filter] = []
    repeat {
      var conditions: [Filter] = []
      repeat {
        skipBlanks()
        conditions.append(try condition())
        skipBlanks()
      } while take("&&")
      alternatives.append(conditions.count == 1 ? conditions[0] : .all(conditions))
    } while take("||")
    return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
  }

  private mutating func condition() throws(JSONPathError) -> Filter {
    if peek() == "!", peek(1) != "=" {
      at += 1
      skipBlanks()
      if peek() == "(" { return .not(try parenthesized()) }
      let start = at
      return .not(try test(try term(), start))
    }
    if peek() == "(" { return try parenthesized() }
    let start = at
    let first = try term()
    let end = at
    skipBlanks()
    guard let comparison = comparison() else {
      at = end
      return try test(first, start)
    }
    let left = try comparable(first, start)
    skipBlanks()
    let right = at
    return .compare(comparison, left, try comparable(try term(), right))
  }

  private mutating func parenthesized() throws(JSONPathError) -> Filter {
    at += 1
    let inner = try filter()
    guard take(")") else { throw unexpected("'&&', '||' or ')'") }
    return inner
  }

  private mutating func comparison() -> Filter.Comparison? {
    // The longer ones first.
    for comparison: Filter.Comparison in [.equal, .unequal, .lessOrEqual, .greaterOrEqual, .less, .greater] where take(comparison.rawValue)
    {
      return comparison
    }
    return nil
  }

  /// A term as a condition of its own.
  private func test(_ term: Term, _ start: Int) throws(JSONPathError) -> Filter {
    switch term {
    case .query(let query): return .exists(query)
    case .condition(let filter, _): return filter
    case .operand(.query(let query)): return .exists(query)
    case .operand(.literal): throw error("a literal must be compared with something", at: start)
    case .operand: throw error("the result of the function must be compared with something", at: start)
    }
  }

  /// A term as a side of a comparison.
  private func comparable(_ term: Term, _ start: Int) throws(JSONPathError) -> Operand {
    switch term {
    case .operand(let operand): return operand
    case .query: throw error("only a query of names and indices can be compared; use 'value()' or 'count()'", at: start)
    case .condition(_, let name): throw error("the result of '\(name)' cannot be compared", at: start)
    }
  }

  private mutating func term() throws(JSONPathError) -> Term {
    switch peek() {
    case "@", "$":
      let isAbsolute = peek() == "$"
      at += 1
      let query = Query(isAbsolute: isAbsolute, segments: try segments())
      return query.isSingular ? .operand(.query(query)) : .query(query)
    case "'", "\"": return .operand(.literal(.string(try string())))
    case "-", .some("0"..."9"): return .operand(.literal(try number()))
    case .some("a"..."z"): return try word()
    default: throw unexpected("a query, a literal or a function")
    }
  }

  /// Reads `true`, `false`, `null` or a function.
  private mutating func word() throws(JSONPathError) -> Term {
    let start = at
    let word = take { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
    guard peek() == "(" else {
      switch word {
      case "true": return .operand(.literal(true))
      case "false": return .operand(.literal(false))
      case "null": return .operand(.literal(.null))
      default: throw error("unknown word '\(word)'; to use a text, quote it", at: start)
      }
    }
    guard let function = Function(rawValue: word) else {
      let names = Function.allCases.map(\.rawValue)
      let advice =
        Suggestion.nearest(to: word, among: names).map { "did you mean '\($0)'?" } ?? "available: "
        + names.map { "'\($0)'" }.joined(separator: ", ")
      throw error("unknown function '\(word)'; \(advice)", at: start)
    }
    return try call(function, start)
  }

  private mutating func call(_ function: Function, _ start: Int) throws(JSONPathError) -> Term {
    try deeper()
    defer { shallower() }
    at += 1
    skipBlanks()
    var arguments: [(term: Term, start: Int)] = []
    while peek() != ")" {
      if !arguments.isEmpty {
        guard take(",") else { throw unexpected("',' or ')'") }
        skipBlanks()
      }
      let place = at
      arguments.append((try term(), place))
      skipBlanks()
    }
    at += 1
    let parameters = function.parameters
    guard arguments.count == parameters.count else {
      let noun = parameters.count == 1 ? "argument" : "arguments"
      throw error("'\(function.rawValue)' requires \(parameters.count) \(noun), not \(arguments.count)", at: start)
    }
    switch function {
    case .length: return .operand(.length(try value(arguments[0], of: function)))
    case .count: return .operand(.count(try nodes(arguments[0], of: function)))
    case .value: return .operand(.value(try nodes(arguments[0], of: function)))
    case .match, .search:
      let text = try value(arguments[0], of: function)
      let pattern = try value(arguments[1], of: function)
      return .condition(.pattern(isWhole: function == .match, text, pattern), name: function.rawValue)
    }
  }

  private func value(_ argument: (term: Term, start: Int), of function: Function) throws(JSONPathError) -> Operand {
    guard case .operand(let operand) = argument.term else {
      throw error("'\(function.rawValue)' requires a value; a query must consist of names and indices", at: argument.start)
    }
    return operand
  }

  private func nodes(_ argument: (term: Term, start: Int), of function: Function) throws(JSONPathError) -> Query {
    switch argument.term {
    case .query(let query), .operand(.query(let query)): return query
    case .operand, .condition: throw error("'\(function.rawValue)' requires a query", at: argument.start)
    }
  }
}
