package import DialBuild
package import DialMessage
package import DialModel
import DialPolicies
import DialSyntax
import HTTPTypes
import Logging
import Synchronization

/// The state that the copies of a client share: the spec, its plans, and its chain.
package final class Engine: Sendable {
  package let spec: Spec
  let codecs = Codecs()
  package let plans: PlanCache
  let scope: VariableScope
  package var isOffline: Bool { policies.offline != nil }
  package let policies: PolicySet
  let chain: Chain
  /// Run tasks in the threads of the transport's connections.
  package let executors: [any TaskExecutor]
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
    let traits = transport.traits
    executors = traits.executors
    policies = PolicySet(spec, time, tokens: tokens, offline: traits.offline)
    policies.auth.vault.add(lasting: traits.secrets)
    scope = VariableScope(
      variables: variables, service: spec.service, trust: spec.trust, codecs: codecs, vault: policies.auth.vault)
    plans = PlanCache(spec, scope, base: base)
    chain = Chain(spec.service, transport, policies)
    policies.auth.attach(self)
  }

  deinit { policies.cache.refreshes.cancel(forGood: true) }

  package func plan(_ name: String) throws(CallError) -> EndpointPlan {
    guard let plan = try plans.plan(name) else { throw unknown(name) }
    return plan
  }

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
    return CallError(.unknownEndpoint, "unknown endpoint '\(name)'; \(phrase)", endpoint: name, remedy: .endpoints)
  }

  @inline(never)
  package func prepare(_ name: String, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> Draft {
    try prepare(try plan(name), arguments, options)
  }

  @inline(never)
  package func prepare(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> Draft {
    var (plan, options) = (plan, options)
    if let base = options.base, let index = plan.index { plan = try plans.plan(index, base: base) }
    if !plan.model.variants.isEmpty || options.contentType != nil { plan = try plan.chosen(arguments, &options) }
    if let obstacle = plan.obstacles?.making { throw obstacle }
    var draft = Draft(
      bound: try Binder.bind(plan, arguments, options), engine: self, plan: plan, reconnect: options.reconnect,
      check: options.check ?? check, isTimed: options.timeout != nil)
    if case .bytes = plan.model.result, !plan.model.isSocket { draft = draft.storing() }
    // A large upload takes its time, as a download does.
    if case .stream(let length, _, _) = draft.bound.request.body, length ?? .max > 1 << 20 { draft = draft.timed(nil) }
    if options.base != nil { draft.bound.request.base = plan.base }
    if spec.service.hasTokens { hideCredentials(arguments, in: &draft.bound.request) }
    return draft
  }

  package func open(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> StreamedBody {
    var record = try begin(consume draft, meter)
    do {
      return StreamedBody(try await accepted(&record), record)
    } catch {
      throw record.fail(error)
    }
  }

  /// Sends a call whose result only the response defines. A body of events or lines is not read yet.
  package func arrival(_ draft: consuming Draft, _ meter: ProgressMeter?) async throws(CallError) -> Arrival {
    draft.bound.request.context[TakesStream.self] = true
    var record = try begin(consume draft, meter, whole: true)
    var response: Response
    let body: [UInt8]
    do {
      response = try await accepted(&record)
      if record.request.takesStream(response), response.status.kind == .successful { return .stream(StreamedBody(response, record)) }
      body = try await self.body(of: &response, &record)
    } catch {
      throw record.fail(error)
    }
    return .reply(try record.end(response, body))
  }

  /// Returns the record of a call. Refuses what is not supported before anything is sent.
  @inline(never)
  func begin(_ draft: consuming Draft, _ meter: ProgressMeter?, whole: Bool = false) throws(CallError) -> CallRecord {
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    var record = CallRecord(consume draft, meter)
    // An attempt to get a stream, or a body that is not read, ends with the head.
    let isReadWhole = whole && !record.plan.reply.discardsBody && !record.plan.model.isStream
    // Usually this is equal, and the request stays shared with the plan.
    if record.request.context[IsReadWhole.self] != isReadWhole { record.request.context[IsReadWhole.self] = isReadWhole }
    record.request.watch?.report(.started)
    return record
  }

  func accepted(_ record: inout CallRecord) async throws -> Response {
    let response = try await send(record.request, record.plan)
    guard try record.accepts(response) else { throw try await refusal(response, &record) }
    try Task.checkCancellation()
    return response
  }

  /// Moves the body out of a response. One that is not needed is read to its end, too: until then, the server may still read the request.
  func body(of response: inout Response, _ record: inout CallRecord) async throws -> [UInt8] {
    var body: [UInt8] = []
    do {
      if record.plan.reply.discardsBody {
        try await response.body.discard()
      } else {
        let limit = record.request.policy.maxBodyBytes
        body = if let whole = try response.body.collected(upTo: limit) { whole } else { try await response.body.collect(upTo: limit) }
        record.metrics.bytesReceived = Int64(body.count)
      }
    } catch var error as TransportError {
      // The head tells the caller which response broke off.
      error.head = error.head ?? .init(response.status, response.headers)
      throw error
    }
    response.body = ResponseBody()
    if let watch = record.request.watch { watch.reportEnd(of: response, record.request.secrets) }
    try Task.checkCancellation()
    return body
  }

  package func send(_ request: PreparedRequest, _ plan: EndpointPlan) async throws -> Response {
    let next = chain.next(plan, cached: request.policy.cache != .none)
    guard let trace = request.context[CallTrace.self] else { return try await next(request) }
    return try await trace.run { try await next(request) }
  }

  @inline(never)
  private func refusal(_ response: Response, _ record: inout CallRecord) async throws -> CallError {
    let error = try await refusal(response, record.draft)
    record.metrics.bytesReceived = Int64(error.body?.count ?? 0)
    return error
  }

  package func refusal(_ response: Response, _ draft: Draft) async throws -> CallError {
    let model = draft.plan.model
    let body = (try? await response.body.collect(upTo: draft.bound.request.policy.maxBodyBytes)) ?? []
    try Task.checkCancellation()
    let secrets = draft.bound.request.secrets.withCookies
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(secrets.redact(response.status.reasonPhrase))"
    var message = "\(response.sender) responded with \(response.status.code)\(reason)"
    if let said = ErrorBody.message(body), !ErrorBody.repeats(said, response.status) { message += ": \(secrets.redact(said))" }
    var error = CallError(.status, message, of: model, attempts: 1)
    if let refusal = response.refusal ?? CredentialRefusal(response, to: draft) {
      if refusal.wasSent { error.code = .credentials }
      error.remedy = refusal.remedy
    }
    if response.status.code == 415, draft.bound.request.context[IsToBeCompressed.self] {
      error.hint = "if the server does not accept compressed bodies, set 'compress: none'"
    }
    if response.status == .notModified { error.hint = "if this is a success, set 'accept: [2xx, 304]'" }
    error.isMasked = true
    if response.redirects > 0 { error.lastHop = response.url }
    error = error.with(response.status, response.headers, body)
    let reader = ReplyReader(plan: draft.plan, check: draft.check, for: response.status.code)
    let refusal = reader.refusal(response, body)
    error.failure = refusal.failure
    error.content = refusal.content
    if draft.check != .off { reader.hold(refusal, response, to: &error) }
    return error
  }

  /// Converts any error to the error of a call, with the request and without secrets.
  package func describe(_ error: any Error, _ request: PreparedRequest, _ model: EndpointModel, _ tries: AttemptLog = AttemptLog())
    -> CallError
  {
    var failure: CallError
    switch error {
    case let known as CallError:
      failure = known
      if failure.location == nil { failure.location = model.range }
    case let fault as TransportError: failure = CallError(fault, endpoint: model, attempts: 1)
    case is CancellationError:
      failure = CallError(.cancelled, "the call was cancelled", location: model.range, attempts: 1)
    default:
      failure = CallError(.middleware, "\(error)", location: model.range, attempts: 1)
    }
    if failure.endpoint.isEmpty { failure.endpoint = model.name }
    if failure.earlier.isEmpty { failure.add(tries) }
    var secrets = request.secrets.withCookies
    if !request.tokenPaths.isEmpty, let body = failure.body, !body.isEmpty {
      if let tokens = request.tokens(in: body) {
        for token in tokens { secrets.add(token) }
      } else if failure.status?.kind == .successful {
        // A token can be anywhere in it.
        failure.body = Array(Secrets.mask.utf8)
      }
    }
    if !failure.isMasked {
      failure.message = secrets.redact(failure.message)
      failure.remedy = failure.remedy?.redacted { secrets.redact($0) }
    }
    for index in failure.earlier.indices where failure.earlier[index].status == nil {
      failure.earlier[index].message = secrets.redact(failure.earlier[index].message)
    }
    failure.body = failure.body.map { secrets.redact($0) }
    failure.headers = failure.headers.map { secrets.redact($0) }
    failure.failure = failure.failure.map { secrets.redact($0) }
    failure.content = failure.content.map { secrets.redact($0) }
    failure.misfit = failure.misfit.map { secrets.redact($0) }
    if !failure.contract.isEmpty { failure.contract = secrets.redact(failure.contract) }
    failure.lastHop = failure.lastHop.map { secrets.redact(link: $0) }
    failure.request = request.shown
    return failure
  }
}

extension PreparedRequest {
  private enum BaseKey: MessageContextKey { typealias Value = String }

  package var base: String? {
    get { context[BaseKey.self] }
    set { context[BaseKey.self] = newValue }
  }
}

final class Observers: Sendable {
  private struct State {
    var all: [@Sendable (Event) -> Void] = []
    var calls = 0
  }
  private let state = Mutex(State())

  func add(_ observe: @escaping @Sendable (Event) -> Void) { state.withLock { $0.all.append(observe) } }

  /// Returns the monitor of a call; nil, without any cost, if there are no observers.
  func watch(_ endpoint: String, _ meter: ProgressMeter?) -> CallMonitor? {
    state.withLock { state in
      guard meter != nil || !state.all.isEmpty else { return nil }
      state.calls += 1
      return CallMonitor(call: state.calls, endpoint: endpoint, observers: state.all, meter: meter)
    }
  }
}

final class StartedCalls: Sendable {
  typealias Outcome = Result<Reply, CallError>

  /// The tasks by the meter of the call.
  private let tasks = Mutex<[ObjectIdentifier: Task<Outcome, Never>]>([:])

  func start(_ meter: ProgressMeter, _ work: @escaping @Sendable () async -> Outcome) -> Task<Outcome, Never> {
    tasks.withLock { tasks in
      let task = Task {
        let outcome = await work()
        self.tasks.withLock { $0[ObjectIdentifier(meter)] = nil }
        return outcome
      }
      tasks[ObjectIdentifier(meter)] = task
      return task
    }
  }

  func cancel() { for task in tasks.withLock({ Array($0.values) }) { task.cancel() } }
}

/// The plans of a client, each created for the first call of its endpoint, or for the first request of a type that contains its endpoint.
package final class PlanCache: Sendable {
  private struct State {
    var plans: [String: EndpointPlan] = [:]
    var typed: [ObjectIdentifier: EndpointPlan] = [:]
    var last: (name: String, plan: EndpointPlan)?

    mutating func plan(_ name: String) -> EndpointPlan? {
      if let last, last.name == name { return last.plan }
      guard let plan = plans[name] else { return nil }
      last = (name, plan)
      return plan
    }
  }

  private let state = Mutex(State())
  private let spec: Spec
  private let scope: VariableScope
  private let given: String?
  private let base: BasePlan

  /// The base; nil if there is none, or if a variable of it is missing.
  var baseURL: String? { base.url }

  /// The origin of the base; nil if there is none.
  var baseOrigin: Origin? { base.origin }

  /// Whether the client has another base than the spec.
  var hasGivenBase: Bool { given != nil }

  init(_ spec: Spec, _ scope: VariableScope, base: String?) {
    (self.spec, self.scope, given, self.base) = (spec, scope, base, BasePlan(scope, given: base))
  }

  /// Creates a plan for another base than that of the client. It is not cached, because the number of bases is unlimited.
  func plan(_ index: Int, base: String) throws(CallError) -> EndpointPlan { try EndpointPlan(index, scope, BasePlan(scope, given: base)) }

  /// Returns nil for an unknown name.
  func plan(_ name: String) throws(CallError) -> EndpointPlan? {
    if let plan = state.withLock({ $0.plan(name) }) { return plan }
    guard let index = scope.service.endpoints.place(of: name) else { return nil }
    let made = try EndpointPlan(index, scope, base)
    return state.withLock { $0.plans.value(name) { made } }
  }

  /// Returns the plan of a request that contains its endpoint. One for another base is not cached either.
  package func plan(of type: Any.Type, _ signature: String, name: String, base: String?) throws(CallError) -> EndpointPlan {
    if let base { return try make(signature, name: name, base: base) }
    let key = ObjectIdentifier(type)
    if let plan = state.withLock({ $0.typed[key] }) { return plan }
    let made = try make(signature, name: name, base: given)
    return state.withLock { $0.typed.value(key) { made } }
  }

  private func make(_ signature: String, name: String, base: String?) throws(CallError) -> EndpointPlan {
    do throws(SpecError) {
      var scope = scope
      let endpoint: EndpointModel
      (endpoint, scope.service) = try spec.endpoint(signature: signature, name: name)
      return EndpointPlan(endpoint, index: nil, scope, BasePlan(scope, given: base))
    } catch {
      throw CallError(
        .spec, "the signature of '\(name)' is invalid:\n\(error.description)", endpoint: name,
        location: error.diagnostics.first?.range)
    }
  }
}
