import DialMessage

/// In what the elements of a stream break their contract: a fault is told when it is seen first, and at the end how many there were like it.
/// A hundred are told apart. For one task.
final class ContractTally {
  private var seen: [LocatedFault.Key: Int] = [:]
  private var faults: [LocatedFault] = []
  /// How often each came when it was told last.
  private var told: [Int] = []
  private var isFull = false

  /// Counts the faults of an element; gives those that nobody has seen yet.
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

  /// Those that came again after they were told, with their count.
  func repeated() -> [ContractFault] {
    let indices = faults.indices.filter { faults[$0].more > told[$0] }
    told = faults.map(\.more)
    return indices.map { faults[$0].fault }
  }
}
