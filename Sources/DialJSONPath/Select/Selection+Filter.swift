import DialJSON
import DialPattern

/// Conditions (RFC 9535 section 2.3.5).
extension Selection {
  mutating func holds(_ filter: Filter, for current: Tree) throws(JSONPathError) -> Bool {
    try visit()
    switch filter {
    case .any(let filters):
      for filter in filters where try holds(filter, for: current) { return true }
      return false
    case .all(let filters):
      for filter in filters where try !holds(filter, for: current) { return false }
      return true
    case .not(let filter): return try !holds(filter, for: current)
    case .exists(let query): return try !select(query, from: current, isTracked: false).isEmpty
    case .compare(let comparison, let first, let second):
      return try compare(comparison, try value(of: first, for: current), try value(of: second, for: current))
    case .pattern(let isWhole, let text, let pattern):
      guard let text = try value(of: text, for: current).primitive?.asString,
        let pattern = try value(of: pattern, for: current).primitive?.asString
      else { return false }
      return try matches(pattern, text, isWhole)
    }
  }

  /// Whether a text matches a regular expression. One that is not understood matches nothing (RFC 9535 section 2.4.6).
  private mutating func matches(_ pattern: String, _ text: String, _ isWhole: Bool) throws(JSONPathError) -> Bool {
    let (pattern, cost) = patterns.pattern(pattern)
    try visit(cost)
    let allowed = min(Pattern.maxSteps, budget.visitsLeft)
    var left = allowed
    let outcome = isWhole ? pattern.match(text, steps: &left) : pattern.search(text, steps: &left)
    try visit(allowed - left)
    return outcome == .matched
  }

  /// The value of an operand.
  private enum Value {
    case nothing
    case primitive(JSON)
    case container(Tree)

    init(_ tree: Tree?) {
      guard let tree else {
        self = .nothing
        return
      }
      self = tree.primitive.map { .primitive($0) } ?? .container(tree)
    }

    var primitive: JSON? {
      if case .primitive(let json) = self { json } else { nil }
    }
  }

  private mutating func value(of operand: Operand, for current: Tree) throws(JSONPathError) -> Value {
    switch operand {
    case .literal(let json): return .primitive(json)
    case .query(let query):
      let value = Value(try select(query, from: current, isTracked: false).first?.value)
      // Long texts are read again for each comparison.
      if let primitive = value.primitive { try visit(primitive.weight / 64) }
      return value
    case .length(let operand):
      switch try value(of: operand, for: current) {
      case .nothing: return .nothing
      case .primitive(let json): return json.asString.map { .primitive(JSON($0.unicodeScalars.count)) } ?? .nothing
      case .container(let tree): return .primitive(JSON(tree.childCount))
      }
    case .count(let query): return .primitive(JSON(try select(query, from: current, isTracked: false).count))
    case .value(let query):
      let matches = try select(query, from: current, isTracked: false)
      return Value(matches.count == 1 ? matches[0].value : nil)
    }
  }

  private mutating func compare(_ comparison: Filter.Comparison, _ a: Value, _ b: Value) throws(JSONPathError) -> Bool {
    switch comparison {
    case .equal: return try isEqual(a, b)
    case .unequal: return try !isEqual(a, b)
    case .less: return isLess(a, b)
    case .lessOrEqual: return isLess(a, b) ? true : try isEqual(a, b)
    case .greater: return isLess(b, a)
    case .greaterOrEqual: return isLess(b, a) ? true : try isEqual(a, b)
    }
  }

  /// Numbers and strings have an order, all other values do not.
  private func isLess(_ a: Value, _ b: Value) -> Bool {
    guard let a = a.primitive, let b = b.primitive else { return false }
    return JSONOrder.compare(a, b).map { $0 < 0 } ?? false
  }

  private mutating func isEqual(_ a: Value, _ b: Value) throws(JSONPathError) -> Bool {
    switch (a, b) {
    case (.nothing, .nothing): true
    case (.primitive(let a), .primitive(let b)): a == b
    case (.container(let a), .container(let b)): try isEqual(a, b)
    case (.nothing, _), (.primitive, _), (.container, _): false
    }
  }

  private mutating func isEqual(_ a: Tree, _ b: Tree) throws(JSONPathError) -> Bool {
    var pending = [(a, b)]
    while let (a, b) = pending.popLast() {
      if a.childCount != b.childCount { return false }
      // A member of a wide object is searched for.
      try visit(1 + a.childCount * (1 + b.childCount / 16))
      guard a.childCount > 0 else {
        if a.primitive != b.primitive || a.elementCount != b.elementCount { return false }
        continue
      }
      var areEqual = true
      try a.forEachChild { (step, value) throws(JSONPathError) in
        let other =
          switch step {
          case .index(let index): b.element(index)
          case .member(let name): b.member(name)
          }
        if let other { pending.append((value, other)) } else { areEqual = false }
      }
      if !areEqual { return false }
    }
    return true
  }
}

/// The regular expressions of one selection. Most queries have one, which is read once.
struct PatternCache {
  private var patterns: [String: Pattern] = [:]

  /// Returns a pattern, and what it costs to read it.
  mutating func pattern(_ text: String) -> (Pattern, cost: Int) {
    if let known = patterns[text], known.text.utf8.elementsEqual(text.utf8) { return (known, 0) }
    let pattern = Pattern(text, syntax: .iRegexp)
    if patterns.count < 16 { patterns[text] = pattern }
    return (pattern, pattern.size)
  }
}
