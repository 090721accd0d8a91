import DialJSON
import DialMessage
package import DialModel

/// How the reply of an endpoint, or each element of a stream, is read, as far as the spec says it.
package struct ReplyPlan: Sendable {
  let layout: JSONLayout?
  /// What the head of a reply gives, and what is left for the body; nil where all is the body's.
  let parted: PartedResult?
  let failureLayout: JSONLayout?
  /// The declared shape, of each element where there are many.
  let shape: Shape?
  /// The declared shape of each element of a stream.
  let element: Shape?
  /// The declared shape without its `?`, names resolved.
  package let target: Shape?
  let check: ShapeCheck
  /// Whether the body is wanted at all.
  let discardsBody: Bool

  init(_ model: EndpointModel, types: TypeTable) {
    let layouts = LayoutTable(types: types)
    let parted: PartedResult? = if case .shape(let shape) = model.result { PartedResult(shape) } else { nil }
    self.parted = parted
    let shape: Shape? =
      switch model.result {
      case .shape(let shape): parted?.body ?? shape
      case .events(let element), .lines(let element): element
      default: nil
      }
    self.shape = shape
    element = model.isStream ? shape : nil
    target = shape.map { types.resolve($0.wrapped) }
    layout = (parted?.whole ?? shape).flatMap { layouts.layout(of: $0) }
    failureLayout = model.failure.flatMap { layouts.layout(of: $0) }
    check = ShapeCheck(types: types, names: .wires, dates: model.style.dates ?? .rfc3339)
    discardsBody =
      switch model.result {
      // What tells a refusal stands in the body.
      case .shape where parted?.body == nil && parted != nil: true
      case .void where model.method != "HEAD": model.policy.refusal == nil
      case .void, .headers: true
      default: false
      }
  }
}

extension EndpointPlan {
  /// Why a reply could not be read: told before anything is sent.
  var codecObstacle: CallError? {
    guard let name = model.decodeCodec, !reply.discardsBody, codecs[name] == nil else { return nil }
    return model.missing(codec: name)
  }
}
