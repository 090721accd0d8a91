import DialJSON

/// One selection from a tree (RFC 9535 sections 2.3 and 2.5), which counts what it visits.
struct Selection<Tree: JSONPathNode> {
  private let root: Tree
  private(set) var budget: JSONPathBudget
  var patterns = PatternCache()

  init(_ root: Tree, _ budget: JSONPathBudget) { (self.root, self.budget) = (root, budget) }

  mutating func visit(_ count: Int = 1) throws(JSONPathError) { try budget.visit(count) }

  /// Returns what a query selects. The locations are needed only if they are tracked.
  mutating func select(_ query: Query, from current: Tree, isTracked: Bool) throws(JSONPathError) -> [JSONPathMatch<Tree>] {
    var matches = [JSONPathMatch(value: query.isAbsolute ? root : current, location: JSONPathLocation())]
    for segment in query.segments {
      var found: [JSONPathMatch<Tree>] = []
      for match in matches { try apply(segment, to: match, isTracked, &found) }
      matches = found
    }
    return matches
  }

  private mutating func apply(
    _ segment: Segment, to match: JSONPathMatch<Tree>, _ isTracked: Bool, _ found: inout [JSONPathMatch<Tree>]
  ) throws(JSONPathError) {
    guard segment.isDescendant else {
      for selector in segment.selectors { try apply(selector, to: match, isTracked, &found) }
      return
    }
    var pending = [match]
    while let match = pending.popLast() {
      try visit()
      for selector in segment.selectors { try apply(selector, to: match, isTracked, &found) }
      let first = pending.count
      try match.value.forEachChild { (step, value) throws(JSONPathError) in pending.append(child(value, of: match, step, isTracked)) }
      pending[first...].reverse()
    }
  }

  private mutating func apply(
    _ selector: Selector, to match: JSONPathMatch<Tree>, _ isTracked: Bool, _ found: inout [JSONPathMatch<Tree>]
  ) throws(JSONPathError) {
    switch selector {
    case .name(let name):
      try visit(1 + match.value.childCount / 16)
      if let value = match.value.member(name) { try add(child(value, of: match, .member(name), isTracked), &found) }
    case .wildcard:
      try match.value.forEachChild { (step, value) throws(JSONPathError) in
        try add(child(value, of: match, step, isTracked), &found)
      }
    case .index(let index):
      guard let count = match.value.elementCount else { return }
      try add(index < 0 ? index + count : index, of: match, isTracked, &found)
    case .slice(let start, let end, let step):
      guard let count = match.value.elementCount else { return }
      for index in Self.indices(start, end, step, count) { try add(index, of: match, isTracked, &found) }
    case .filter(let filter):
      try match.value.forEachChild { (step, value) throws(JSONPathError) in
        if try holds(filter, for: value) { try add(child(value, of: match, step, isTracked), &found) }
      }
    }
  }

  private mutating func add(_ match: JSONPathMatch<Tree>, _ found: inout [JSONPathMatch<Tree>]) throws(JSONPathError) {
    try visit()
    try budget.check(matches: found.count)
    found.append(match)
  }

  private mutating func add(
    _ index: Int, of match: JSONPathMatch<Tree>, _ isTracked: Bool, _ found: inout [JSONPathMatch<Tree>]
  ) throws(JSONPathError) {
    if let value = match.value.element(index) { try add(child(value, of: match, .index(index), isTracked), &found) }
  }

  private func child(
    _ value: Tree, of match: JSONPathMatch<Tree>, _ step: JSONPathLocation.Step, _ isTracked: Bool
  ) -> JSONPathMatch<Tree> {
    JSONPathMatch(value: value, location: isTracked ? match.location.appending(step) : match.location)
  }

  /// The indices of a slice (RFC 9535 section 2.3.4.2.2).
  private static func indices(_ start: Int?, _ end: Int?, _ step: Int, _ count: Int) -> StrideTo<Int> {
    func bound(_ index: Int) -> Int {
      let index = index < 0 ? index + count : index
      return step < 0 ? min(max(index, -1), count - 1) : min(max(index, 0), count)
    }
    // A step of 0 selects nothing.
    if step == 0 { return stride(from: 0, to: 0, by: 1) }
    let first = start.map(bound) ?? (step < 0 ? count - 1 : 0)
    let last = end.map(bound) ?? (step < 0 ? -1 : count)
    return stride(from: first, to: last, by: step)
  }
}
