package import DialJSON
import DialPattern

/// Changes example values so that they follow the rules of their parameter, where a simple change can.
package enum FittingValue {
  /// What lies next to a bound.
  private static let steps: [Double] = [0, 1, -1, 0.5, -0.5, 0.01, -0.01]
  private static let maxItems = 20

  /// Returns the value itself if it follows the rules, or if no change is found.
  package static func of(_ value: JSON, _ rules: [Constraint]) -> JSON {
    if holds(value, rules) { return value }
    if let allowed = rules.values?.first, value.asArray == nil { return allowed }
    if let members = value.asObject { return .object(members.map { ($0.name, of($0.value, rules.member($0.name))) }) }
    if let items = value.asArray { return .array(list(Array(items), rules)) }
    let candidates = value.asString.map { texts($0, rules) } ?? numbers(value, rules)
    return candidates.first { holds($0, rules) } ?? value
  }

  private static func holds(_ value: JSON, _ rules: [Constraint]) -> Bool { ConstraintCheck.faults(of: value, rules, at: "").isEmpty }

  private static func list(_ items: [JSON], _ rules: [Constraint]) -> [JSON] {
    // Rules about numbers and texts apply to each item.
    let inner = rules.each + rules.filter { if case .items = $0.rule { false } else { true } }
    var items = items.map { of($0, inner.filter { if case .each = $0.rule { false } else { true } }) }
    var (low, high) = (0, maxItems)
    for rule in rules {
      if case .items(.min, let count) = rule.rule { low = max(low, min(count, maxItems)) }
      if case .items(.max, let count) = rule.rule { high = min(high, count) }
    }
    let isUnique = rules.contains { if case .unique = $0.rule { true } else { false } }
    var number = 2
    while let first = items.first, items.count < low, number < 4 * maxItems {
      let next = isUnique ? other(first, number, inner) : first
      if !isUnique || !items.contains(next) { items.append(next) }
      number += 1
    }
    return Array(items.prefix(max(high, 0)))
  }

  /// Returns another value of the same kind.
  private static func other(_ value: JSON, _ number: Int, _ rules: [Constraint]) -> JSON {
    if let allowed = rules.values { return allowed[(number - 1) % allowed.count] }
    if let text = value.asString { return of(.string("\(text)\(number)"), rules) }
    if let whole = value.asInt { return of(JSON(whole + number), rules) }
    return value
  }

  private static func texts(_ text: String, _ rules: [Constraint]) -> [JSON] {
    var (low, high) = (0, Int.max)
    for rule in rules {
      if case .length(.min, let count) = rule.rule { low = max(low, count) }
      if case .length(.max, let count) = rule.rule { high = min(high, count) }
    }
    guard low <= 1000 else { return [] }
    var texts = [String((text + String(repeating: text.last ?? "t", count: max(0, low - text.count))).prefix(max(high, 0)))]
    for rule in rules {
      guard case .pattern(let pattern) = rule.rule else { continue }
      texts += [pattern.sample(atLeast: low), pattern.sample()].compactMap(\.self)
    }
    return texts.map(JSON.string)
  }

  private static func numbers(_ value: JSON, _ rules: [Constraint]) -> [JSON] {
    guard value.asKind == .number else { return [] }
    var (bounds, multiples): ([Double], [Double]) = ([value.asDouble ?? 1], [])
    for rule in rules {
      guard case .number(let bound, let limit) = rule.rule, let number = limit.asDouble else { continue }
      if bound == .multiple { multiples.append(number) } else { bounds.append(number) }
    }
    let near = bounds.flatMap { bound in steps.map { bound + $0 } }
    let divided = multiples.flatMap { step in
      bounds.flatMap { bound in [-1, 0, 1].map { ((bound / step).rounded() + $0) * step } } + [step]
    }
    return (divided + near).compactMap { number in
      let whole = Int(exactly: number)
      // An integer stays one.
      if whole == nil, value.asInt != nil { return nil }
      return JSON.number(whole.map { "\($0)" } ?? "\(number)")
    }
  }
}

extension [Constraint] {
  /// The rules about a member of an object.
  fileprivate func member(_ name: String) -> [Constraint] {
    flatMap { constraint -> [Constraint] in
      if case .member(name, let rules) = constraint.rule { rules } else { [] }
    }
  }
}
