package import DialJSON
public import DialMessage
package import DialModel
import DialPolicies
import DialSpec
import HTTPTypes

/// A bound request and the client that sends it.
@dynamicMemberLookup
public struct Draft: Sendable {
  package var bound: BoundRequest
  package let engine: Engine
  package let plan: EndpointPlan
  /// Whether to reconnect a stream of events; nil for the setting of the spec.
  var reconnect: Bool?
  package let check: ResponseCheck
  /// Whether the caller set a total timeout.
  package var isTimed = false

  package init(bound: BoundRequest, engine: Engine, plan: EndpointPlan, reconnect: Bool? = nil, check: ResponseCheck, isTimed: Bool = false)
  {
    self.bound = bound
    self.engine = engine
    self.plan = plan
    self.reconnect = reconnect
    self.check = check
    self.isTimed = isTimed
  }

  /// The request that will be sent.
  public var request: PreparedRequest {
    // Yields the request in place, because a copy costs a tenth of binding it.
    _read { yield bound.request }
    _modify { yield &bound.request }
  }

  /// The statuses that are a success.
  var accepted: StatusSet { bound.request.accept ?? plan.accept }

  var form: MultipartForm? { bound.form }

  package var endpoint: EndpointModel { plan.model }

  /// An argument by its name, as it was given or by its default; nil where it is absent.
  package func argument(_ name: String) -> JSON? {
    if case .slot(let slot)? = plan.arguments[name] { return bound.given.value(slot) }
    return bound.given.extras.first { $0.name == name }?.value.json
  }

  /// Where each argument was placed, and by which rule.
  package var placements: [Placement] {
    PlacementList(plan.model, engine.spec.service, bound.given, isForeign: bound.isForeign).placements
  }

  /// Reads or changes a property of the request: `draft.url`, `draft.policy.readTimeout = .seconds(5)`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<PreparedRequest, Value>) -> Value {
    get { bound.request[keyPath: path] }
    _modify { yield &bound.request[keyPath: path] }
  }
}

extension Draft {
  /// Returns the draft of one exchange without reconnection.
  func once() -> Draft {
    var draft = self
    draft.reconnect = false
    return draft
  }
}
