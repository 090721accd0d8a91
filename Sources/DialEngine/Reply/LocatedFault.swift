import DialJSON
import DialMessage

/// A fault with what it shares with similar ones: its kind and its path in the shape, which is the same for all elements of an array.
package struct LocatedFault {
  package enum Kind: Hashable {
    case misfit
    case missing
    case undeclared
    case twice
  }

  package struct Key: Hashable {
    var kind: Kind
    var place: JSONPath
  }

  let key: Key
  private let first: ContractFault
  /// The number of similar ones that are not reported.
  var more = 0

  init(_ kind: Kind, _ place: JSONPath, _ first: ContractFault) {
    key = Key(kind: kind, place: place)
    self.first = first
  }

  /// The fault for a report.
  var fault: ContractFault {
    more == 0 ? first : ContractFault(path: first.path, message: "\(first.message), and \(more) more like it")
  }
}
