import DialModel
import Synchronization

/// The plans of a client, each created for the first call of its endpoint.
final class PlanCache: Sendable {
  private struct State {
    var plans: [EndpointPlan?]
    /// The plans by the names that were requested.
    var named: [String: EndpointPlan] = [:]
    /// The last plan. Consecutive calls usually use the same endpoint.
    var last: (name: String, plan: EndpointPlan)?

    mutating func plan(_ name: String) -> EndpointPlan? {
      if let last, last.name == name { return last.plan }
      guard let plan = named[name] else { return nil }
      last = (name, plan)
      return plan
    }
  }

  private let state: Mutex<State>
  private let scope: VariableScope
  private let base: BasePlan

  init(_ scope: VariableScope, base: String?) {
    self.scope = scope
    self.base = BasePlan(scope, given: base)
    state = Mutex(State(plans: Array(repeating: nil, count: scope.service.endpoints.count)))
  }

  /// Creates a plan for another base than that of the client. It is not cached, because the number of bases is unlimited.
  func plan(_ index: Int, base: String) -> EndpointPlan { EndpointPlan(index, scope, BasePlan(scope, given: base)) }

  /// Returns nil if there is no endpoint with the name.
  func plan(_ name: String) -> EndpointPlan? {
    if let plan = state.withLock({ $0.plan(name) }) { return plan }
    guard let index = scope.service.endpoints.place(of: name) else { return nil }
    let plan = plan(index)
    return state.withLock { state in
      state.named[name] = plan
      return plan
    }
  }

  func plan(_ index: Int) -> EndpointPlan {
    if let plan = state.withLock({ $0.plans[index] }) { return plan }
    let made = EndpointPlan(index, scope, base)
    return state.withLock { state in
      if let plan = state.plans[index] { return plan }
      state.plans[index] = made
      return made
    }
  }
}
