import DialJSON
import DialMessage
import DialModel

/// Finds all differences between a value and its declaration, while ``ShapeCheck`` stops at the first.
///
/// It belongs to an endpoint, not to a response, so that the elements of a stream can be checked one by one.
struct ContractCheck: Sendable {
  let shapes: ShapeCheck

  init(plan: EndpointPlan) { shapes = plan.reply.check }

  /// Returns wrong and undeclared members of a value; `subject` names the value itself.
  func faults(_ value: JSON, as shape: Shape, _ subject: String = "the result") -> [ContractFault] {
    ContractFault.limited(placed(value, as: shape, subject).map(\.fault))
  }

  /// Returns faults that can be counted.
  func placed(_ value: JSON, as shape: Shape, _ subject: String) -> [LocatedFault] {
    var walk = ContractWalk(check: shapes, subject: subject)
    // Use the names in JSON, never the labels of a layout.
    walk.visit(JSONLayout.attach(nil, to: value), shape)
    return walk.faults
  }

  /// Returns names that are repeated in an object.
  func duplicates(in document: JSON) -> [ContractFault] { ContractFault.limited(placedDuplicates(in: document).map(\.fault)) }

  func placedDuplicates(in document: JSON) -> [LocatedFault] {
    JSONPath.duplicates(in: document, limit: ContractFault.limit + 1).map { path in
      var place = path
      place.steps = path.steps.map { if case .index = $0 { .index(0) } else { $0 } }
      let message = "'\(path.text)' comes twice in its object: the last one is read"
      return LocatedFault(.twice, place, ContractFault(path: path.text, message: message))
    }
  }
}
