import DialJSONPath
import DialSyntax

/// Applies actions to the tree of a document.
struct OverlayEditor {
  private(set) var tree: Node
  private(set) var diagnostics: [Diagnostic] = []
  private let limits: OverlayLimits
  private var budget: JSONPathBudget
  /// How many more nodes may be added.
  private var nodesLeft: Int
  private var isOverLimit = false

  init(_ tree: Node, _ limits: OverlayLimits) {
    (self.tree, self.limits) = (tree, limits)
    budget = JSONPathBudget(maxVisits: limits.maxVisits)
    nodesLeft = limits.maxNodes
  }

  /// Applies an action, unless an earlier one exceeded a limit.
  mutating func apply(_ action: OverlayAction) {
    if isOverLimit { return }
    do throws(Diagnostic) {
      try run(action)
    } catch {
      diagnostics.append(error)
      isOverLimit = error.id == OverlayDiagnosticID.overlayLimit.rawValue
    }
  }

  private mutating func run(_ action: OverlayAction) throws(Diagnostic) {
    let targets = try select(action.target, at: action.targetNode)
    guard !targets.isEmpty else {
      let message = "the target '\(action.target.text.excerpt)' selects nothing in the document"
      diagnostics.append(.warning(.overlayTarget, message, at: action.targetNode.range))
      return
    }
    switch action.change {
    case .remove:
      if targets.contains(where: { $0.location.steps.isEmpty }) {
        throw .error(.overlayTarget, "the whole document cannot be removed", at: action.targetNode.range)
      }
      try edit(targets, action) { (_) throws(Diagnostic) in nil }
    case .update(let value): try merge(value, OverlayMerge(key: "update"), into: targets, action)
    case .copy(let source, let place):
      let found = try select(source, at: place)
      guard found.count == 1 else {
        let message = "'copy' must select one value, but '\(source.text.excerpt)' selects \(found.isEmpty ? "none" : "\(found.count)")"
        throw .error(.overlayTarget, message, at: place.range)
      }
      try merge(found[0].value, OverlayMerge(key: "copy", at: place.range), into: targets, action)
    }
  }

  private mutating func select(_ query: JSONPathQuery, at node: Node) throws(Diagnostic) -> [JSONPathMatch<Node>] {
    do throws(JSONPathError) {
      return try query.select(in: tree, &budget)
    } catch {
      throw .error(.overlayLimit, error.message, at: node.range)
    }
  }

  private mutating func merge(
    _ value: Node, _ rules: OverlayMerge, into targets: [JSONPathMatch<Node>], _ action: OverlayAction
  ) throws(Diagnostic) {
    let kinds = Set(targets.map { OverlayMerge.Kind($0.value) })
    guard kinds.count == 1 else {
      let words = OverlayMerge.Kind.allCases.filter(kinds.contains).map(\.plural).joined(separator: " and ")
      throw .error(.overlayMerge, "the target selects \(words); '\(rules.key)' requires values of one kind", at: action.targetNode.range)
    }
    try grow(value, targets, action)
    var warnings: [Diagnostic] = []
    var copied = 0
    try edit(targets, action) { (target) throws(Diagnostic) in
      var merge = rules
      let merged = try merge.merge(value, into: target)
      // The same value is merged with each target.
      if warnings.isEmpty { warnings = merge.warnings }
      copied += merge.copied
      return merged
    }
    diagnostics += warnings
    try visit(copied, action)
  }

  /// Counts what a value adds, which can double with each `copy`.
  private mutating func grow(_ value: Node, _ targets: [JSONPathMatch<Node>], _ action: OverlayAction) throws(Diagnostic) {
    var pending = [(value, 1)]
    var (count, height) = (0, 0)
    while let (node, level) = pending.popLast() {
      count += targets.count
      height = max(height, level)
      if count > nodesLeft {
        let message = "the actions add more than \(limits.maxNodes) keys, values and items"
        throw .error(.overlayLimit, message, at: action.targetNode.range)
      }
      switch node.content {
      case .scalar: break
      case .sequence(let items): pending += items.map { ($0, level + 1) }
      case .mapping(let entries): pending += entries.map { ($0.value, level + 1) }
      }
    }
    let depth = targets.lazy.map(\.location.steps.count).max() ?? 0
    if depth + height > limits.maxDepth {
      let message = "the action nests lists and mappings deeper than \(limits.maxDepth) levels"
      throw .error(.overlayLimit, message, at: action.targetNode.range)
    }
    nodesLeft -= count
  }

  /// Replaces each target, or removes it if its replacement is nil.
  private mutating func edit(
    _ targets: [JSONPathMatch<Node>], _ action: OverlayAction, _ replace: (Node) throws(Diagnostic) -> Node?
  ) throws(Diagnostic) {
    var copied = 0
    let edited = try TreeEdit(targets.map(\.location)).apply(to: tree, replace, &copied)
    try visit(copied, action)
    if let edited { tree = edited }
  }

  private mutating func visit(_ count: Int, _ action: OverlayAction) throws(Diagnostic) {
    do throws(JSONPathError) {
      try budget.visit(count)
    } catch {
      throw .error(.overlayLimit, error.message, at: action.targetNode.range)
    }
  }
}
