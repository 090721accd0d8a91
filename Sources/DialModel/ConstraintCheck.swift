package import DialJSON
import DialPattern
package import DialSyntax

/// Checks whether a value that has its type follows the rules of its parameter.
///
/// Rules about numbers and text apply to each item of an array. A rule about another kind of value does not apply. What cannot be decided
/// passes: a pattern that is not understood, or that takes too many steps.
package struct ConstraintCheck {
  package struct Fault: Sendable {
    /// The path of the value: `tags[1]`.
    package var path: String
    package var message: String
    /// The place of the rule in the spec.
    package var range: SourceRange

    /// Returns the message with a word for the value itself, which has no path.
    package func named(_ subject: String) -> String { path.isEmpty && message.hasPrefix("''") ? subject + message.dropFirst(2) : message }
  }

  /// The maximum number of faults of one value.
  private static let maxFaults = 10
  /// The maximum number of parts of a value that are inside of each other.
  private static let maxDepth = 32

  package private(set) var faults: [Fault] = []
  private let isSecret: Bool
  /// The steps that are left for all patterns of a value.
  private var steps = Pattern.maxSteps

  private init(isSecret: Bool) { self.isSecret = isSecret }

  /// Returns the faults of a value.
  ///
  /// - Parameters:
  ///   - path: the name of the value: `tags`.
  ///   - isSecret: whether messages must not show the value.
  package static func faults(of value: JSON, _ constraints: [Constraint], at path: String, isSecret: Bool = false) -> [Fault] {
    if constraints.isEmpty { return [] }
    var check = ConstraintCheck(isSecret: isSecret)
    check.check(value, constraints, at: path, depth: 0)
    return check.faults
  }

  private mutating func check(_ value: JSON, _ constraints: [Constraint], at path: @autoclosure () -> String, depth: Int) {
    guard depth < Self.maxDepth else { return }
    for constraint in constraints where faults.count < Self.maxFaults { check(value, constraint, at: path(), depth: depth) }
  }

  private mutating func check(_ value: JSON, _ constraint: Constraint, at path: @autoclosure () -> String, depth: Int) {
    switch constraint.rule {
    case .values(let values):
      // Null stands for no value.
      if value.isNull || values.contains(value) { return }
      let shown = isSecret ? nil : ValueText.plain(value).map { "'\($0)'" }
      add(constraint, path(), found: "is \(shown ?? "another value")")
    case .number(let bound, let limit):
      if value.asKind == .number {
        if !bound.admits(value, limit) { add(constraint, path(), value) }
      } else {
        checkItems(of: value, [constraint], path(), depth)
      }
    case .length(let limit, let count):
      if let text = value.asString {
        let length = text.unicodeScalars.count
        if !limit.admits(length, count) { add(constraint, path(), found: "has \(length)") }
      } else {
        checkItems(of: value, [constraint], path(), depth)
      }
    case .pattern(let pattern):
      if let text = value.asString {
        if pattern.search(text, steps: &steps) == .unmatched { add(constraint, path(), value) }
      } else {
        checkItems(of: value, [constraint], path(), depth)
      }
    case .items(let limit, let count):
      if let items = value.asArray, !limit.admits(items.count, count) { add(constraint, path(), found: "has \(items.count)") }
    case .unique:
      var seen: Set<JSON> = []
      if let items = value.asArray, let twice = items.first(where: { !seen.insert($0).inserted }) {
        add(constraint, path(), found: "repeats \(Self.shown(twice) ?? "an item")")
      }
    case .object:
      // Null stands for no value.
      if value.asObject != nil || value.isNull { return }
      add(constraint, path(), found: value.asArray == nil ? Self.shown(value).map { "is \($0)" } : "is an array")
    case .each(let rules): checkItems(of: value, rules, path(), depth)
    case .member(let name, let rules):
      guard let member = value.asObject?[name], !member.isNull else { return }
      check(member, rules, at: ShapeCheck.join(path(), name), depth: depth + 1)
    }
  }

  private mutating func checkItems(of value: JSON, _ rules: [Constraint], _ path: @autoclosure () -> String, _ depth: Int) {
    guard let items = value.asArray else { return }
    for (index, item) in items.enumerated() where !item.isNull { check(item, rules, at: "\(path())[\(index)]", depth: depth + 1) }
  }

  private mutating func add(_ constraint: Constraint, _ path: String, _ value: JSON) {
    add(constraint, path, found: Self.shown(value).map { "is \($0)" })
  }

  private mutating func add(_ constraint: Constraint, _ path: String, found: String?) {
    guard faults.count < Self.maxFaults, let phrase = constraint.phrase else { return }
    // Even a length says something about a secret.
    let found = isSecret && found != "is another value" ? nil : found
    faults.append(Fault(path: path, message: "'\(path)' must \(phrase)" + (found.map { ", but \($0)" } ?? ""), range: constraint.range))
  }

  private static func shown(_ value: JSON) -> String? {
    switch value.asKind {
    case .number: value.asNumberText
    case .string: "'\((value.asString ?? "").excerpt(40))'"
    case .bool: value.asBool == true ? "true" : "false"
    case .null, .absent, .array, .object: nil
    }
  }
}

extension Constraint.Bound {
  fileprivate func admits(_ value: JSON, _ limit: JSON) -> Bool {
    switch self {
    case .min: !value.isLess(than: limit)
    case .max: !limit.isLess(than: value)
    case .above: limit.isLess(than: value)
    case .below: value.isLess(than: limit)
    case .multiple: value.isMultiple(of: limit) ?? true
    }
  }
}

extension Constraint.Limit {
  fileprivate func admits(_ count: Int, _ limit: Int) -> Bool { self == .min ? count >= limit : count <= limit }
}
