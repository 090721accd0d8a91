/// Limits one selection, or several together.
package struct JSONPathBudget: Sendable {
  private let maxVisits: Int
  private let maxMatches: Int
  /// How many more values may be visited, compared values and steps of patterns included.
  private(set) var visitsLeft: Int

  /// - Parameters:
  ///   - maxVisits: the maximum number of values that are visited. The default takes less than a second.
  ///   - maxMatches: the maximum number of values in one list of selected values.
  package init(maxVisits: Int = 5_000_000, maxMatches: Int = 500_000) {
    (self.maxVisits, self.maxMatches, visitsLeft) = (maxVisits, maxMatches, maxVisits)
  }

  /// Counts visited values.
  package mutating func visit(_ count: Int = 1) throws(JSONPathError) {
    visitsLeft -= count
    if visitsLeft < 0 { throw JSONPathError("the query visits more than \(maxVisits) values") }
  }

  /// Throws if one more than `count` values are too many.
  func check(matches count: Int) throws(JSONPathError) {
    if count >= maxMatches { throw JSONPathError("the query selects more than \(maxMatches) values") }
  }
}
