import DialMessage

/// Counts the differences of the elements of a stream: each is reported first when it occurs, and at the end with its number of
/// repetitions. Distinguishes a hundred. Not safe for concurrent use.
final class ContractTally {
  private var seen: [LocatedFault.Key: Int] = [:]
  private var faults: [LocatedFault] = []
  /// The count of each at its last report.
  private var told: [Int] = []
  private var isFull = false

  /// Counts the faults of an element, and returns new ones.
  func add(_ found: [LocatedFault]) -> [ContractFault] {
    var fresh: [ContractFault] = []
    for fault in found {
      if let index = seen[fault.key] {
        faults[index].more += 1 + fault.more
      } else if faults.count < ContractFault.limit {
        seen[fault.key] = faults.count
        faults.append(fault)
        told.append(fault.more)
        fresh.append(fault.fault)
      } else if !isFull {
        isFull = true
        fresh.append(ContractFault.rest)
      }
    }
    return fresh
  }

  /// Returns the faults that occurred again since their report, with their count.
  func repeated() -> [ContractFault] {
    let indices = faults.indices.filter { faults[$0].more > told[$0] }
    told = faults.map(\.more)
    return indices.map { faults[$0].fault }
  }
}
