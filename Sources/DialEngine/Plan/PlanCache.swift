import DialMessage
import DialModel
import DialSpec
import DialSyntax
import Synchronization

/// The plans of a client, each made when its endpoint is first called.
final class PlanCache: Sendable {
  private struct State {
    var plans: [EndpointPlan?]
    /// The same, by the names that were asked for.
    var named: [String: EndpointPlan] = [:]
    /// The one that was asked for last: most calls are of the same endpoint as the one before.
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

  /// A plan for another base than the client's, which is not kept: bases may come without end.
  func plan(_ index: Int, base: String) -> EndpointPlan { EndpointPlan(index, scope, BasePlan(scope, given: base)) }

  /// nil where no endpoint has the name.
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

/// Reads the signature of a request, as the reader of specs reads an endpoint of the given service.
struct SignatureReader {
  let service: ServiceModel

  /// The endpoint and the service that it belongs to, or every finding, each at its place in the signature.
  func read(_ signature: String, name: String) throws(SpecError) -> (endpoint: EndpointModel, service: ServiceModel) {
    let file = SourceFile(name: name, text: signature.replacing("\n", with: " "))
    let findings = Findings()
    let endpoint = node(file, findings).flatMap { node in
      let key = Node(.scalar(Scalar(text: name)), range: node.range)
      return EndpointReader(findings: findings).read(Entry(key: key, value: node), in: service.level.inner())
    }
    let rules = TypeRules(types: service.types, findings: findings)
    rules.checkNames()
    if let endpoint { rules.checkDefaults(endpoint.parameters) }
    let diagnostics = findings.diagnostics.inOrder()
    guard let endpoint, !diagnostics.contains(where: { $0.severity == .error }) else { throw SpecError(diagnostics) }
    var own = service
    own.secretVariables.formUnion(endpoint.auth.variables)
    own.closeSecrets()
    return (endpoint, own)
  }

  /// A line is the text as it stands; the long form is a YAML mapping.
  private func node(_ file: SourceFile, _ findings: Findings) -> Node? {
    if file.bytes.first != UInt8(ascii: "{") {
      let end = Position(line: 1, column: 1 + file.text.unicodeScalars.count)
      return Node(.scalar(Scalar(text: file.text)), range: file.range(from: Position(line: 1, column: 1), to: end))
    }
    let document = YAMLReader.read(file.bytes, name: file.name)
    findings.add(document.diagnostics)
    return document.root
  }
}
