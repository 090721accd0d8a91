/// The tree of a pattern. The parser limits its depth, so that it can be compiled and released by recursion.
indirect enum PatternNode: Sendable {
  /// One character of a set, by the number of the set.
  case character(Int)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// The same `min` to `max` times. Whether a quantifier is greedy makes no difference to whether a text matches.
  case loop(PatternNode, min: Int, max: Int?)
  case assertion(Assertion)
  /// `(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)`.
  case look(PatternNode, isAhead: Bool, isNegated: Bool)

  /// A condition of a position.
  enum Assertion: Sendable {
    case start, end, wordBoundary, notWordBoundary
  }
}
