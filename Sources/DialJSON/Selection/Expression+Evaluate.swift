extension Expression {
  /// Evaluates the expression for a value; absent or null if it finds nothing.
  func evaluate(_ json: JSON, _ budget: SelectionBudget) throws(JSONError) -> JSON {
    switch self {
    case .current: return json
    case .literal(let value): return value
    case .field(let name):
      let member = json.member(name)
      return budget.takesSingles && member.asKind == .absent ? XMLName.element(name, of: json) ?? member : member
    case .index(let index):
      // In XML, a single element is the first and the last one.
      if budget.takesSingles, index == 0 || index == -1, json.asArray == nil { return json }
      return json[index]
    case .slice(let start, let stop, let step): return json.sliced(start, stop, step, budget)
    case .then(let first, let second):
      let value = try first.evaluate(json, budget)
      return value.isNothing ? second.staysNull ? value : try second.evaluate(.null, budget) : try second.evaluate(value, budget)
    case .pipe(let first, let second): return try second.evaluate(try first.evaluate(json, budget).orNull, budget)
    case .flatten(let inner): return try inner.evaluate(json, budget).flattenedOnce(budget)
    case .project(let inner, let each):
      guard let elements = budget.elements(of: try inner.evaluate(json, budget)) else { return .null }
      return try each.project(elements, budget)
    case .projectValues(let inner, let each):
      guard let members = try inner.evaluate(json, budget).asObject else { return .null }
      return try each.project(members.lazy.map(\.value), budget)
    case .filter(let inner, let condition, let each):
      guard let elements = budget.elements(of: try inner.evaluate(json, budget)) else { return .null }
      var kept: [JSON] = []
      for element in elements where try condition.evaluate(element, budget).isTrue { kept.append(element) }
      return try each.project(kept, budget)
    case .or(let first, let second):
      let value = try first.evaluate(json, budget)
      return value.isTrue ? value : try second.evaluate(json, budget)
    case .and(let first, let second):
      let value = try first.evaluate(json, budget)
      return value.isTrue ? try second.evaluate(json, budget) : value
    case .not(let inner): return .bool(!(try inner.evaluate(json, budget).isTrue))
    case .compare(let comparison, let first, let second):
      return comparison.apply(try first.evaluate(json, budget).orNull, try second.evaluate(json, budget).orNull)
    case .list(let items):
      if json.isNothing { return .null }
      var values: [JSON] = []
      for item in items { values.append(try item.evaluate(json, budget)) }
      return try budget.array(values)
    case .hash(let members):
      if json.isNothing { return .null }
      var values: [(String, JSON)] = []
      for (name, item) in members { values.append((name, try item.evaluate(json, budget))) }
      return try budget.object(values)
    case .call(let function, let arguments): return try function.call(arguments, on: json, budget)
    case .reference: throw JSONError(.selection, "'&' is allowed only before an argument of a function")
    }
  }

  /// Whether the expression maps null to null, so that it need not be evaluated (and an absent value stays absent).
  private var staysNull: Bool {
    switch self {
    case .field, .index, .slice, .list, .hash: true
    default: false
    }
  }

  private func project(_ elements: some Sequence<JSON>, _ budget: SelectionBudget) throws(JSONError) -> JSON {
    var values: [JSON] = []
    for element in elements {
      let value = try evaluate(element, budget)
      if !value.isNothing { values.append(value) }
    }
    return try budget.array(values)
  }
}

extension JSON {
  /// Whether the value is true in JMESPath: all except null, false, and empty strings, arrays and objects.
  package var isTrue: Bool {
    switch asKind {
    case .null, .absent: false
    case .bool: asBool == true
    case .number: true
    case .string: asString?.utf8.isEmpty == false
    case .array: elementCount != 0
    case .object: memberCount != 0
    }
  }

  /// Flattens the arrays in an array by one level; null for other values.
  func flattenedOnce(_ budget: SelectionBudget) throws(JSONError) -> JSON {
    guard let elements = budget.elements(of: self) else { return .null }
    var values: [JSON] = []
    for element in elements {
      if let inner = element.asArray { values.append(contentsOf: inner) } else { values.append(element) }
      try budget.check(count: values.count)
    }
    return try budget.array(values)
  }

  /// The slice of an array as in Python; null for other values.
  func sliced(_ start: Int?, _ stop: Int?, _ step: Int, _ budget: SelectionBudget) -> JSON {
    guard let elements = budget.elements(of: self) else { return .null }
    let count = elements.count
    let step = min(max(step, -count - 1), count + 1)
    func bound(_ index: Int) -> Int {
      let position = index < 0 ? max(index + count, -1) : index
      return step < 0 ? min(max(position, -1), count - 1) : min(max(position, 0), count)
    }
    let from = start.map(bound) ?? (step < 0 ? count - 1 : 0)
    let to = stop.map(bound) ?? (step < 0 ? -1 : count)
    return .array(stride(from: from, to: to, by: step).map { elements[$0] })
  }
}

extension Expression.Comparison {
  /// Compares two values. An ordering is null unless both are numbers or both are strings.
  func apply(_ a: JSON, _ b: JSON) -> JSON {
    switch self {
    case .equal: return .bool(a == b)
    case .unequal: return .bool(a != b)
    default: break
    }
    guard let order = JSONOrder.compare(a, b) else { return .null }
    switch self {
    case .less: return .bool(order < 0)
    case .lessOrEqual: return .bool(order <= 0)
    case .greater: return .bool(order > 0)
    default: return .bool(order >= 0)
    }
  }
}

/// Limits the memory and the time of one selection.
package final class SelectionBudget {
  /// The maximum size of a value: 192 MiB, three times the largest body.
  private let largest: Int
  /// The remaining size of all intermediate values, each without its contents.
  private var left: Int
  /// Whether a single value stands for a list of one, because the format does not distinguish them (XML).
  package let takesSingles: Bool

  package init(takesSingles: Bool = false, largest: Int = 192 << 20, total: Int = 512 << 20) {
    (self.takesSingles, self.largest, left) = (takesSingles, largest, total)
  }

  /// The elements of a list; nil if the value is not one.
  package func elements(of value: JSON) -> JSON.Elements? {
    value.asArray ?? (takesSingles && !value.isNothing ? JSON.array([value]).asArray : nil)
  }

  /// An array that an expression made.
  func array(_ values: [JSON]) throws(JSONError) -> JSON {
    try check(JSON.weight(of: values), own: values.count * JSON.slot)
    return .array(values)
  }

  /// An object that an expression made.
  func object(_ members: [(String, JSON)]) throws(JSONError) -> JSON {
    try check(JSON.weight(of: members.lazy.map(\.1)), own: members.count * JSON.slot)
    return .object(members)
  }

  /// Counts the result of a function.
  func take(_ value: JSON) throws(JSONError) -> JSON {
    switch value.storage {
    case .array(let array): try check(array.weight, own: array.elements.count * JSON.slot)
    case .object(let object): try check(object.weight, own: object.names.count * JSON.slot)
    default: try check(value.weight, own: value.asKind == .string ? value.weight : 0)
    }
    return value
  }

  /// Throws if an array of this many values would be too large.
  func check(count: Int) throws(JSONError) {
    if count * JSON.slot > min(largest, left) { throw tooMuch }
  }

  private func check(_ weight: Int, own: Int) throws(JSONError) {
    left -= own
    if weight > largest || left < 0 { throw tooMuch }
  }

  private var tooMuch: JSONError { JSONError(.selection, "the result of the expression is larger than \(largest >> 20) MiB") }
}

/// The order of numbers (by value) and of strings (by Unicode scalars).
package enum JSONOrder {
  /// Less than, equal to or greater than 0; nil unless both are numbers or both are strings.
  package static func compare(_ a: JSON, _ b: JSON) -> Int? {
    if let x = a.asNumberText, let y = b.asNumberText {
      if let i = Int(x), let j = Int(y) { return i < j ? -1 : i == j ? 0 : 1 }
      let (p, q) = (NumberValue(x), NumberValue(y))
      return p < q ? -1 : p == q ? 0 : 1
    }
    guard let x = a.asString, let y = b.asString else { return nil }
    // UTF-8 keeps the order of the scalars.
    if x.utf8.lexicographicallyPrecedes(y.utf8) { return -1 }
    return x.utf8.elementsEqual(y.utf8) ? 0 : 1
  }

  /// Whether all values are numbers, or all are strings.
  static func areComparable(_ values: some Sequence<JSON>) -> Bool {
    let kinds = Set(values.map(\.asKind))
    return kinds.isEmpty || kinds == [.number] || kinds == [.string]
  }

  static func isLess(_ a: JSON, _ b: JSON) -> Bool { compare(a, b) ?? 0 < 0 }
}
