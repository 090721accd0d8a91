import DialMessage
import DialSpec
import DialSyntax
import Synchronization

/// The plans of requests that bring their endpoint along, each made when the first request of its type is sent.
final class SignaturePlans: Sendable {
  private let plans = Mutex<[ObjectIdentifier: EndpointPlan]>([:])
  private let scope: VariableScope
  private let base: String?

  init(_ scope: VariableScope, base: String?) {
    self.scope = scope
    self.base = base
  }

  /// A plan for another base than the client's is not kept: bases may come without end.
  func plan(of type: Any.Type, _ signature: String, name: String, base: String? = nil) throws(CallError) -> EndpointPlan {
    if let base { return try make(signature, name: name, base: base) }
    let key = ObjectIdentifier(type)
    if let plan = plans.withLock({ $0[key] }) { return plan }
    let made = try make(signature, name: name, base: self.base)
    return plans.withLock { plans in
      if let plan = plans[key] { return plan }
      plans[key] = made
      return made
    }
  }

  private func make(_ signature: String, name: String, base: String?) throws(CallError) -> EndpointPlan {
    do throws(SpecError) {
      let (endpoint, service) = try SignatureReader(service: scope.service).read(signature, name: name)
      var scope = VariableScope(variables: scope.variables, service: service, trust: scope.trust, codecs: scope.codecs)
      scope.vault = self.scope.vault
      return EndpointPlan(endpoint, index: nil, scope, BasePlan(scope, given: base))
    } catch {
      throw CallError(
        .spec, "the signature of '\(name)' is invalid:\n\(error.description)", endpoint: name,
        location: error.diagnostics.first?.range)
    }
  }
}
