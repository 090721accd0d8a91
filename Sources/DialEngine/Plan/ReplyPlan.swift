import DialJSON
import DialMessage
package import DialModel

/// How to read the response of an endpoint, or each element of a stream.
package struct ReplyPlan: Sendable {
  let layout: JSONLayout?
  let failureLayout: JSONLayout?
  /// The declared shape of each element of a stream.
  let element: Shape?
  /// The declared shape without `?` and with resolved names.
  package let target: Shape?
  let check: ShapeCheck
  /// Whether the body is ignored.
  let discardsBody: Bool

  init(_ model: EndpointModel, types: TypeTable) {
    let layouts = LayoutTable(types: types)
    let shape: Shape? =
      switch model.result {
      case .shape(let shape): shape
      case .events(let element), .lines(let element): element
      default: nil
      }
    element = model.isStream ? shape : nil
    target = shape.map { types.resolve($0.wrapped) }
    layout = shape.flatMap { layouts.layout(of: $0) }
    failureLayout = model.failure.flatMap { layouts.layout(of: $0) }
    check = ShapeCheck(types: types, names: .wires, dates: model.style.dates ?? .rfc3339)
    discardsBody =
      switch model.result {
      case .void, .headers: true
      default: false
      }
  }
}

extension EndpointPlan {
  /// Returns why a response could not be decoded, before anything is sent.
  var codecObstacle: CallError? {
    guard let name = model.decodeCodec, !reply.discardsBody, codecs[name] == nil else { return nil }
    return model.missing(codec: name)
  }
}
