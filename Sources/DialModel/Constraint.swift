package import DialJSON
package import DialPattern
package import DialSyntax

/// A rule about the values of a parameter besides its type (Parameters.md#Constraints). It is checked before a call is sent, and a call can
/// lift it, because a server can be newer than its spec.
package struct Constraint: Sendable {
  package enum Bound: String, Sendable { case min, max, above, below, multiple }
  package enum Limit: String, Sendable { case min, max }

  package enum Rule: Sendable {
    case values([JSON])
    case number(Bound, JSON)
    /// The number of Unicode scalars of a text.
    case length(Limit, Int)
    case pattern(Pattern)
    /// The number of items of an array.
    case items(Limit, Int)
    case unique
    /// An object, and no other kind of value.
    case object
    /// Rules about each item of an array.
    case each([Constraint])
    /// Rules about a member of an object.
    case member(String, [Constraint])
  }

  package let rule: Rule
  /// The place of the rule in the spec.
  package let range: SourceRange

  package init(_ rule: Rule, at range: SourceRange) { (self.rule, self.range) = (rule, range) }

  /// The key that sets the rule in the language; nil if no key does.
  package var key: String? {
    switch rule {
    case .values: "values"
    case .number(let bound, _): bound.rawValue
    case .length: "length"
    case .pattern: "pattern"
    case .items: "items"
    case .unique: "unique"
    case .object, .each, .member: nil
    }
  }

  /// The regular expression; nil for other rules.
  package var pattern: String? { if case .pattern(let pattern) = rule { pattern.text } else { nil } }

  /// Whether a key of the language takes the place of the rule: `min` also of `above`.
  package func isReplaced(by key: String) -> Bool {
    switch rule {
    case .number(.min, _), .number(.above, _): key == "min" || key == "above"
    case .number(.max, _), .number(.below, _): key == "max" || key == "below"
    default: self.key == key
    }
  }
}

extension Constraint {
  /// Returns the rule without the inner rules that are not kept; nil if it is one of them, or if nothing is left.
  package func filtered(_ isKept: (Rule) -> Bool) -> Constraint? {
    func kept(_ rules: [Constraint], _ make: ([Constraint]) -> Rule) -> Constraint? {
      let rules = rules.compactMap { $0.filtered(isKept) }
      return rules.isEmpty ? nil : Constraint(make(rules), at: range)
    }
    return switch rule {
    case .each(let rules): kept(rules) { .each($0) }
    case .member(let name, let rules): kept(rules) { .member(name, $0) }
    default: isKept(rule) ? self : nil
    }
  }

  /// What a value must do, such as `be at least 1`; nil for rules about parts of a value.
  package var phrase: String? {
    switch rule {
    case .values(let values): "be \(Self.list(values))"
    case .number(.min, let bound): "be at least \(Self.text(bound))"
    case .number(.max, let bound): "be at most \(Self.text(bound))"
    case .number(.above, let bound): "be greater than \(Self.text(bound))"
    case .number(.below, let bound): "be less than \(Self.text(bound))"
    case .number(.multiple, let bound): "be a multiple of \(Self.text(bound))"
    case .length(let limit, let count): "have \(limit.words) \(count) \(count == 1 ? "character" : "characters")"
    case .items(let limit, let count): "have \(limit.words) \(count) \(count == 1 ? "item" : "items")"
    case .pattern(let pattern): "match the pattern '\(pattern.text)'"
    case .unique: "have distinct items"
    case .object: "be an object"
    case .each, .member: nil
    }
  }

  /// What a value must be or have, for a list of rules: `at least 1`.
  package var summary: String? {
    switch rule {
    // Values are listed on a line of their own.
    // Nor is a kind, which is said of the argument.
    case .values, .object: nil
    case .pattern(let pattern): "pattern \(pattern.text)"
    default: phrase.map { String($0.drop { $0 != " " }.dropFirst()) }
    }
  }

  private static func list(_ values: [JSON]) -> String {
    let quoted = values.map { "'\(text($0))'" }
    return quoted.count > 2 ? "one of \(quoted.joined(separator: ", "))" : quoted.joined(separator: " or ")
  }

  private static func text(_ value: JSON) -> String { ValueText.plain(value) ?? JSONWriter.text(value) }
}

extension Constraint.Limit {
  fileprivate var words: String { self == .min ? "at least" : "at most" }
}

extension [Constraint] {
  /// The allowed values; nil if any are.
  package var values: [JSON]? {
    for constraint in self { if case .values(let values) = constraint.rule { return values } }
    return nil
  }

  /// The rules about each item of an array.
  package var each: [Constraint] {
    flatMap { constraint -> [Constraint] in if case .each(let rules) = constraint.rule { rules } else { [] } }
  }

  /// Two rules that no value follows; nil if there are none.
  package var contradiction: (Constraint, Constraint)? {
    for constraint in self {
      if let other = first(where: { constraint.excludes($0) }) { return (constraint, other) }
    }
    return nil
  }
}

extension Constraint {
  /// Whether a rule of a minimum leaves nothing that a rule of a maximum allows.
  fileprivate func excludes(_ other: Constraint) -> Bool {
    switch (rule, other.rule) {
    case (.number(.min, let low), .number(.max, let high)): high.isLess(than: low)
    case (.number(.min, let low), .number(.below, let high)), (.number(.above, let low), .number(.max, let high)),
      (.number(.above, let low), .number(.below, let high)):
      !low.isLess(than: high)
    case (.length(.min, let low), .length(.max, let high)), (.items(.min, let low), .items(.max, let high)): high < low
    default: false
    }
  }
}
