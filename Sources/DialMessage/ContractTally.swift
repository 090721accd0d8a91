package import DialJSON

/// Counts the differences of the elements of a stream. Each is reported at its first occurrence, and again at the end with its number of
/// repetitions. At most 100 are distinguished. Not safe for concurrent use.
package final class ContractTally {
  private var seen: [LocatedFault.Key: Int] = [:]
  private var faults: [LocatedFault] = []
  private var reported: [Int] = []
  private var isFull = false

  package init() {}

  package func add(_ found: [LocatedFault]) -> [ContractFault] {
    var fresh: [ContractFault] = []
    for fault in found {
      if let index = seen[fault.key] {
        faults[index].more += 1 + fault.more
      } else if faults.count < ContractFault.limit {
        seen[fault.key] = faults.count
        faults.append(fault)
        reported.append(fault.more)
        fresh.append(fault.fault)
      } else if !isFull {
        isFull = true
        fresh.append(ContractFault.rest)
      }
    }
    return fresh
  }

  /// Returns all differences with their counts. They are not reported again.
  package func taken() -> [ContractFault] {
    reported = faults.map(\.more)
    return faults.map(\.fault)
  }

  /// Returns the differences that occurred again since their report, with their count.
  package func repeated() -> [ContractFault] {
    let indices = faults.indices.filter { faults[$0].more > reported[$0] }
    reported = faults.map(\.more)
    return indices.map { faults[$0].fault }
  }
}

/// A fault with what similar faults share: its kind and its path in the shape, which is the same for all elements of an array.
package struct LocatedFault {
  package enum Kind { case misfit, missing, undeclared, twice }

  package struct Key: Hashable {
    package var kind: Kind
    package var place: JSONPath
  }

  package let key: Key
  private let first: ContractFault
  /// The number of similar faults that are not reported.
  package var more = 0

  package init(_ kind: Kind, _ place: JSONPath, _ first: ContractFault) {
    key = Key(kind: kind, place: place)
    self.first = first
  }

  /// Finds repeated names in a document.
  package static func duplicates(in document: JSON) -> [LocatedFault] {
    JSONPath.duplicates(in: document, limit: ContractFault.limit + 1).map { path in
      var place = path
      place.steps = path.steps.map { if case .index = $0 { .index(0) } else { $0 } }
      let message = "duplicate member '\(path.text)'; the last one is used"
      return LocatedFault(.twice, place, ContractFault(path: path.text, message: message))
    }
  }

  package var fault: ContractFault {
    more == 0
      ? first : ContractFault(path: first.path, message: "\(first.message) (and \(more) more like this)", location: first.location)
  }
}

extension [LocatedFault] {
  /// The faults of an error or a response, of which the first hundred are listed.
  package var limited: [ContractFault] { ContractFault.limited(map(\.fault)) }
}
