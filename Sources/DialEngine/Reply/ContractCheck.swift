import DialJSON
import DialMessage
import DialModel

/// Tells all that is not declared about a value, where ``ShapeCheck`` stops at the first misfit.
///
/// It belongs to an endpoint and not to a reply, so that the elements of a stream can be asked about one by one.
struct ContractCheck: Sendable {
  let shapes: ShapeCheck

  init(plan: EndpointPlan) { shapes = plan.reply.check }

  /// Misfits and undeclared members of a value; `subject` is what the value itself is called.
  func faults(_ value: JSON, as shape: Shape, _ subject: String = "the result") -> [ContractFault] {
    ContractFault.limited(placed(value, as: shape, subject).map(\.fault))
  }

  /// The same, so that they can be counted.
  func placed(_ value: JSON, as shape: Shape, _ subject: String) -> [LocatedFault] {
    var walk = ContractWalk(check: shapes, subject: subject)
    // Names are those of the wire here, never the labels of a layout.
    walk.visit(JSONLayout.attach(nil, to: value), shape)
    return walk.faults
  }

  /// Names that come twice in an object of a document.
  func duplicates(in document: JSON) -> [ContractFault] { ContractFault.limited(placedDuplicates(in: document).map(\.fault)) }

  func placedDuplicates(in document: JSON) -> [LocatedFault] {
    JSONPath.duplicates(in: document, limit: ContractFault.limit + 1).map { path in
      var place = path
      place.steps = path.steps.map { if case .index = $0 { .index(0) } else { $0 } }
      let message = "duplicate member '\(path.text)'; the last one is used"
      return LocatedFault(.twice, place, ContractFault(path: path.text, message: message))
    }
  }
}
