import Synchronization

/// The plans of a client, each made when its endpoint is first called.
final class PlanCache: Sendable {
  private let plans: Mutex<[EndpointPlan?]>
  private let scope: VariableScope
  private let base: BasePlan

  init(_ scope: VariableScope, base: String?) {
    self.scope = scope
    self.base = BasePlan(scope, given: base)
    plans = Mutex(Array(repeating: nil, count: scope.service.endpoints.count))
  }

  func plan(_ index: Int) -> EndpointPlan {
    if let plan = plans.withLock({ $0[index] }) { return plan }
    let made = EndpointPlan(index, scope, base)
    return plans.withLock { plans in
      if let plan = plans[index] { return plan }
      plans[index] = made
      return made
    }
  }
}
