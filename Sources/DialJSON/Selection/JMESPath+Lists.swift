/// The number of elements of the lists from which an expression selects.
package struct ListCount: Equatable {
  /// The number of elements of all of these lists.
  package let count: Int
  /// Whether every way to count gives this number; false if several lists are joined, or lists in a list.
  package let isCertain: Bool

  package init(_ count: Int, isCertain: Bool = true) { (self.count, self.isCertain) = (count, isCertain) }
}

extension JMESPath {
  /// Returns the number of elements of the list from which the expression selects, before it filters, cuts or projects them: of `data` for
  /// `data[?on].name`. Returns nil if the value has no such list.
  package func listCount(in json: JSON, _ budget: SelectionBudget = SelectionBudget()) throws(JSONError) -> ListCount? {
    let search = ListSearch(root)
    var counts: [Int] = []
    for list in search.lists {
      if let count = try list.count(in: json, budget) { counts.append(count) }
    }
    if counts.isEmpty { return nil }
    let total = counts.reduce(0, +)
    var others = counts.filter { $0 > 0 }
    for joined in search.joined where total > 0 {
      let value = try joined.expression.evaluate(json.follow(joined.base), budget)
      if let count = value.asArray?.count { others.append(count) }
    }
    return ListCount(total, isCertain: others.allSatisfy { $0 == total })
  }

  /// The path of the list from which the expression selects first, if it joins several lists or the lists in that one: `items` for
  /// `items[].tags[]`. Returns nil if there is only one list to count.
  package var ambiguousList: String? {
    let search = ListSearch(root)
    let lists = search.lists.filter { $0.use != .value }
    let isJoined = search.joined.contains { $0.expression.isNested }
    return lists.count > 1 || isJoined ? lists.first.map { $0.steps.isEmpty ? "'@'" : JSONPath(steps: $0.steps).text } : nil
  }

  /// The members that lead to the only list from which the expression selects, of a plain path the value itself; nil for other expressions.
  package var listNames: [String]? {
    let lists = ListSearch(root).lists
    guard lists.count == 1, lists[0].use != .values else { return nil }
    let names = lists[0].steps.compactMap { step in if case .member(let name) = step { name } else { nil } }
    return names.count == lists[0].steps.count ? names : nil
  }

  /// Whether elements of the result have the order of the list that they come from, and no place of their own.
  package var keepsOrder: Bool { root.keepsOrder }
}

/// The plain paths in an expression that lead to the lists from which it selects.
private struct ListSearch {
  struct List: Hashable {
    enum Use: Hashable {
      /// The value itself, which need not be a list.
      case value
      /// A list that is filtered, cut or projected.
      case list
      /// An object whose values are the elements.
      case values
    }

    var steps: [JSONPath.Step]
    var use: Use

    func count(in json: JSON, _ budget: SelectionBudget) throws(JSONError) -> Int? {
      let value = json.follow(steps)
      return switch use {
      case .value: value.asArray?.count
      case .list: budget.elements(of: value)?.count
      case .values: value.asObject?.count ?? value.asArray?.count
      }
    }
  }

  private(set) var lists: [List] = []
  /// The lists that `[]` joins, without their filters.
  private(set) var joined: [(base: [JSONPath.Step], expression: Expression)] = []

  init(_ root: Expression) {
    visit(root, from: [], as: .value)
    var seen: Set<[JSONPath.Step]> = []
    lists = lists.sorted { $0.use != .value && $1.use == .value }.filter { seen.insert($0.steps).inserted }
  }

  private mutating func visit(_ expression: Expression, from base: [JSONPath.Step], as use: List.Use) {
    if let steps = expression.steps {
      lists.append(List(steps: base + steps, use: use))
      return
    }
    switch expression {
    case .project(let list, _), .filter(let list, _, _), .then(let list, .slice): visit(list, from: base, as: .list)
    case .flatten(let list):
      // `[a, b][]` joins lists that are counted one by one.
      switch list {
      case .list, .call: break
      default: joined.append((base, .flatten(list.unfiltered)))
      }
      visit(list, from: base, as: .list)
    case .projectValues(let object, _): visit(object, from: base, as: .values)
    case .call(.values, let objects), .call(.keys, let objects): for object in objects { visit(object, from: base, as: .values) }
    case .then(let first, let second), .pipe(let first, let second):
      if let steps = first.steps {
        visit(second, from: base + steps, as: use)
      } else {
        visit(second.applied(to: first) ?? first, from: base, as: use)
      }
    // The first is only a condition: without it, there are no items.
    case .and(_, let second): visit(second, from: base, as: use)
    case .or(let first, let second): for item in [first, second] { visit(item, from: base, as: use) }
    case .list(let items), .call(_, let items): for item in items { visit(item, from: base, as: use) }
    case .hash(let members): for member in members { visit(member.1, from: base, as: use) }
    case .literal, .not, .compare, .reference, .slice, .current, .field, .index: break
    }
  }
}

extension Expression {
  /// The expression without filters and slices.
  fileprivate var unfiltered: Expression {
    switch self {
    case .filter(let list, _, let each), .project(let list, let each): .project(list.unfiltered, each)
    case .then(let list, .slice): list.unfiltered
    case .then(let first, let second): .then(first, second.unfiltered)
    case .flatten(let inner): .flatten(inner.unfiltered)
    default: self
    }
  }

  /// Whether `[]` joins lists in the elements of a list, as in `items[].tags[]`.
  fileprivate var isNested: Bool {
    guard case .flatten(var list) = self else { return false }
    while case .then(_, let inner) = list { list = inner }
    switch list {
    case .project(_, .current), .filter(_, _, .current): return false
    case .project, .filter, .projectValues, .flatten: return true
    default: return false
    }
  }

  /// Replaces the value at the start of a projection: `[?on]` after `| ` takes the elements of `first`. Returns nil for other expressions.
  fileprivate func applied(to first: Expression) -> Expression? {
    switch self {
    case .current: first
    case .project(let list, let each): list.applied(to: first).map { .project($0, each) }
    case .filter(let list, let condition, let each): list.applied(to: first).map { .filter($0, condition: condition, each) }
    case .flatten(let list): list.applied(to: first).map { .flatten($0) }
    case .then(let list, .slice(let start, let stop, let step)):
      list.applied(to: first).map { .then($0, .slice(start: start, stop: stop, step: step)) }
    default: nil
    }
  }

  fileprivate var keepsOrder: Bool {
    if steps != nil { return true }
    switch self {
    case .project(let list, _), .filter(let list, _, _): return list.keepsOrder
    case .flatten(let list): return list.steps != nil
    case .then(let first, let second), .pipe(let first, let second): return first.keepsOrder && second.keepsOrder
    default: return false
    }
  }
}
