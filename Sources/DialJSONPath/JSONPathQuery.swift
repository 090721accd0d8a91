package import DialJSON
package import DialSyntax

/// A compiled JSONPath query (RFC 9535).
///
/// ```swift
/// let query = try JSONPathQuery("$.paths.*.get[?@.deprecated == true]")
/// try query.select(in: json).map(\.location.normalizedPath)
/// ```
///
/// It selects from every ``JSONPathNode``. A query is untrusted text, so its depth, the values that it visits and the values that it
/// selects are limited.
package struct JSONPathQuery: Sendable {
  /// The text of the query.
  package let text: String
  let query: Query

  /// Reads a query. Throws ``JSONPathError`` with the position.
  package init(_ text: String) throws(JSONPathError) {
    self.text = text
    var parser = QueryParser(text)
    query = try parser.parse()
  }

  /// Whether the query consists of names and indices, and so selects at most one value.
  package var isSingular: Bool { query.isSingular }

  /// Returns the selected values in the order of RFC 9535. Throws ``JSONPathError`` without a position if the budget is spent.
  package func select(in root: JSON, _ budget: inout JSONPathBudget) throws(JSONPathError) -> [JSONPathMatch<JSON>] {
    try matches(in: root, &budget)
  }

  /// Returns the selected nodes of a YAML file.
  package func select(in root: Node, _ budget: inout JSONPathBudget) throws(JSONPathError) -> [JSONPathMatch<Node>] {
    try matches(in: root, &budget)
  }

  // Only within the module is generic code compiled for each tree.
  private func matches<Tree: JSONPathNode>(in root: Tree, _ budget: inout JSONPathBudget) throws(JSONPathError) -> [JSONPathMatch<Tree>] {
    var selection = Selection(root, budget)
    defer { budget = selection.budget }
    return try selection.select(query, from: root, isTracked: true)
  }
}
