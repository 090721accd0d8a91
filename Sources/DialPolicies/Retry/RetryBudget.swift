import Synchronization

/// Limits the retries of a client: if nearly every call fails, more retries would make it worse. The numbers are those of the AWS SDKs:
/// 500 tokens, 14 for a retry, 5 for one after a 429; a success returns tokens.
package final class RetryBudget: Sendable {
  static let size = 500
  static let cost = 14
  static let throttledCost = 5

  private let left = Atomic<Int>(RetryBudget.size)

  package init() {
  }

  /// The remaining tokens.
  package var tokens: Int { left.load(ordering: .relaxed) }

  /// Takes tokens. Returns false, and takes none, if there are too few.
  func take(_ cost: Int) -> Bool {
    var seen = left.load(ordering: .relaxed)
    while seen >= cost {
      let (done, now) = left.weakCompareExchange(expected: seen, desired: seen - cost, ordering: .relaxed)
      if done { return true }
      seen = now
    }
    return false
  }

  /// Returns the tokens of the last retry, or one, after a success.
  func giveBack(_ cost: Int) {
    var seen = left.load(ordering: .relaxed)
    while seen < Self.size {
      let (done, now) = left.weakCompareExchange(expected: seen, desired: min(Self.size, seen + cost), ordering: .relaxed)
      if done { return }
      seen = now
    }
  }
}
