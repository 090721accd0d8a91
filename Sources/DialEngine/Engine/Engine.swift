package import DialMessage
import DialModel
import DialPolicies
package import DialSpec
import DialSyntax
import Logging

/// What copies of one client share: the spec, its plans, and what stands around calls.
package final class Engine: Sendable {
  package let spec: Spec
  let codecs = CodecTable()
  private let plans: PlanCache
  /// The texts of the spec, with the variables of this client.
  let scope: VariableScope
  /// Whether nobody there gives tokens, or asks for one.
  package var isOffline: Bool { policies.offline != nil }
  /// Of requests that bring their endpoint along.
  let signatures: SignaturePlans
  package let policies: PolicySet
  let chain: Chain
  let logger: Logger?
  let instruments: Instruments
  private let check: ResponseCheck
  let observers = Observers()
  let started = StartedCalls()

  init(
    spec: Spec, variables: Variables, base: String?, transport: any Transport, tokens: (any TokenStore)?, logger: Logger?,
    check: ResponseCheck, instruments: Instruments, time: PolicyClock = .real
  ) {
    self.spec = spec
    self.logger = logger
    self.check = check
    self.instruments = instruments
    policies = PolicySet(time, tokens: tokens, offline: Offline(transport))
    var scope = VariableScope(variables: variables, service: spec.service, trust: spec.trust, codecs: codecs)
    scope.vault = policies.auth.vault
    self.scope = scope
    plans = PlanCache(scope, base: base)
    signatures = SignaturePlans(scope, base: base)
    chain = Chain(spec.service, transport, policies)
    policies.auth.attach(self)
  }

  deinit { policies.cache.refreshes.cancel(forGood: true) }

  func register(_ name: String, _ middleware: @escaping Middleware) { chain.register(name, middleware) }

  // MARK: preparing

  package func plan(_ name: String) throws(CallError) -> EndpointPlan {
    guard let plan = plans.plan(name) else { throw unknown(name) }
    return plan
  }

  /// The plan of an endpoint for another base than the client's.
  func plan(_ index: Int, base: String) -> EndpointPlan { plans.plan(index, base: base) }

  @inline(never)
  private func unknown(_ name: String) -> CallError {
    if spec.service.groups.contains(name) {
      let inside = spec.endpoints.filter { $0.hasPrefix(name + ".") }.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
      return CallError(.unknownEndpoint, "'\(name)' is a group; call one of its endpoints, such as \(inside)", endpoint: name)
    }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let nearest =
      Suggestion.nearest(to: name, among: spec.endpoints)
      ?? spec.endpoints.first { $0.split(separator: ".").last.map(String.init) == last }
    let phrase = nearest.map { "did you mean '\($0)'?" } ?? Suggestion.phrase(for: name, among: spec.endpoints, what: "endpoint")
    return CallError(
      .unknownEndpoint, "unknown endpoint '\(name)'; \(phrase)", endpoint: name,
      hint: "to list all endpoints, use 'client.spec.endpoints'", commandHint: "to see all endpoints, run: dial list \(spec.service.file.name)")
  }

  @inline(never)
  package func prepare(_ name: String, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> Draft {
    try prepare(try plan(name), arguments, options)
  }

  @inline(never)
  package func prepare(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> Draft {
    var plan = plan
    if let base = options.base, let index = plan.index { plan = plans.plan(index, base: base) }
    if let obstacle = plan.obstacles?.making { throw obstacle }
    var draft = Draft(
      bound: try Binder.bind(plan, arguments, options), engine: self, plan: plan, reconnect: options.reconnect,
      check: options.check ?? check, isTimed: options.timeout != nil)
    if options.base != nil { draft.bound.request.base = plan.base }
    if spec.service.hasTokens { hideCredentials(arguments, in: &draft.bound.request) }
    return draft
  }
}

extension PreparedRequest {
  private enum BaseKey: MessageContextKey { typealias Value = String }

  /// What stands in place of the base of the client, where the call has one of its own.
  package var base: String? {
    get { context[BaseKey.self] }
    set { context[BaseKey.self] = newValue }
  }
}
