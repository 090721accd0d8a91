import DialJSON
import DialMessage

/// A fault of a contract with what it has in common with others: its place in the shape, which all elements of a list share, and its kind.
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
  /// How many others like it there are, which are not told.
  var more = 0

  init(_ kind: Kind, _ place: JSONPath, _ first: ContractFault) {
    key = Key(kind: kind, place: place)
    self.first = first
  }

  /// As it is told.
  var fault: ContractFault {
    more == 0 ? first : ContractFault(path: first.path, message: "\(first.message) (and \(more) more like this)")
  }
}
