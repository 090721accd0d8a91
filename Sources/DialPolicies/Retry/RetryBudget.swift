import Synchronization

/// What a client may spend on retries: where nearly every call of a service fails, more of them would only make it worse. The figures are
/// those of the AWS SDKs: 500 tokens, a retry takes 14, one after a 429 takes 5, and a success gives back.
package final class RetryBudget: Sendable {
  static let size = 500
  static let cost = 14
  static let throttledCost = 5

  private let left = Atomic<Int>(RetryBudget.size)

  package init() {
  }

  /// The tokens that are left.
  package var tokens: Int { left.load(ordering: .relaxed) }

  /// False where too few are left; then none is taken.
  func take(_ cost: Int) -> Bool {
    var seen = left.load(ordering: .relaxed)
    while seen >= cost {
      let (done, now) = left.weakCompareExchange(expected: seen, desired: seen - cost, ordering: .relaxed)
      if done { return true }
      seen = now
    }
    return false
  }

  /// A call that succeeds gives back what its last retry took, or one token.
  func giveBack(_ cost: Int) {
    var seen = left.load(ordering: .relaxed)
    while seen < Self.size {
      let (done, now) = left.weakCompareExchange(expected: seen, desired: min(Self.size, seen + cost), ordering: .relaxed)
      if done { return }
      seen = now
    }
  }
}
