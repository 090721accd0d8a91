import DialJSON
import Synchronization

/// What a call of one endpoint needs, compiled from its model once; a call only applies it.
package final class EndpointPlan: Sendable {
  package let model: EndpointModel
  let target: TargetPlan
  /// Slots of parameters by argument name; several where one name stands in several places.
  let slots: [String: [Int]]
  let qualified: [String: Int]
  /// Placeholders of the target by name, to slots.
  let targetSlots: [String: Int]
  /// The first slot of a name, for templates.
  let templateSlots: [String: Int]
  /// Parameters whose values must be rewritten before they are sent: renamed members, dates in another style.
  let rewrites: [Bool]
  let wholeBody: Int?
  let layout: JSONLayout?
  let failureLayout: JSONLayout?

  package init(_ model: EndpointModel, types: TypeTable) {
    let layouts = LayoutTable(types: types)
    self.model = model
    target = TargetPlan(model.target)
    let parameters = Array(model.parameters.enumerated())
    slots = Dictionary(grouping: parameters.map(\.offset)) { model.parameters[$0].name }
    qualified = Dictionary(parameters.map { ($1.qualifiedName, $0) }, uniquingKeysWith: { first, _ in first })
    targetSlots = Dictionary(
      parameters.filter { $1.place == .path }.map { ($1.wire, $0) }, uniquingKeysWith: { first, _ in first })
    templateSlots = Dictionary(parameters.map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    wholeBody = parameters.first { $1.place == .body }?.offset
    rewrites = model.parameters.map { ShapeRewrite(types: types, dates: $0.style.dates ?? .rfc3339).isNeeded(for: $0.shape) }
    layout = if case .shape(let shape) = model.result { layouts.layout(of: shape) } else { nil }
    failureLayout = model.failure.flatMap { layouts.layout(of: $0) }
  }
}

/// Plans by endpoint, each made when it is first needed.
package final class PlanCache: Sendable {
  private let plans: Mutex<[EndpointPlan?]>

  init(count: Int) { plans = Mutex(Array(repeating: nil, count: count)) }

  func plan(_ index: Int, of service: ServiceModel) -> EndpointPlan {
    if let plan = plans.withLock({ $0[index] }) { return plan }
    let plan = EndpointPlan(service.endpoints[index], types: service.types)
    plans.withLock { $0[index] = plan }
    return plan
  }
}
