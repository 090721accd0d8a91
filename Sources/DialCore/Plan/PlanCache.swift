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

  /// A plan for another base than the client's, which is not kept: bases may come without end.
  func plan(_ index: Int, base: String) -> EndpointPlan { EndpointPlan(index, scope, BasePlan(scope, given: base)) }

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
