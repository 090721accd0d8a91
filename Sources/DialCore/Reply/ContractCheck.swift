import DialJSON

/// Tells all that is not declared about a value, where ``ShapeCheck`` stops at the first misfit.
///
/// It belongs to an endpoint and not to a reply, so that the elements of a stream can be asked about one by one.
struct ContractCheck: Sendable {
  let shapes: ShapeCheck

  init(plan: EndpointPlan) { shapes = plan.reply.check }

  /// Misfits and undeclared members of a value; `subject` is what the value itself is called.
  func faults(_ value: JSON, as shape: Shape, _ subject: String = "the result") -> [ContractFault] {
    var walk = ContractWalk(check: shapes, subject: subject)
    // Names are those of the wire here, never the labels of a layout.
    walk.visit(JSONLayout.attach(nil, to: value), shape)
    return ContractFault.limited(walk.told)
  }

  /// Names that come twice in an object of a document.
  func duplicates(in document: JSON) -> [ContractFault] {
    let paths = JSONPath.duplicates(in: document, limit: ContractFault.limit + 1)
    return ContractFault.limited(
      paths.map { ContractFault(path: $0.text, message: "'\($0.text)' comes twice in its object: the last one is read") })
  }
}
