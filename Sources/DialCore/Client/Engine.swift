import DialJSON
import DialSyntax
import HTTPTypes
import Logging

/// What copies of one client share: the spec, its plans, and what stands around calls.
package final class Engine: Sendable {
  package let spec: Spec
  let codecs = CodecTable()
  private let plans: PlanCache
  /// Of requests that bring their endpoint along.
  let signatures: SignaturePlans
  private let chain: Chain
  private let logger: Logger?
  private let check: ResponseCheck
  let observers = Observers()
  let started = StartedCalls()

  init(spec: Spec, variables: Variables, base: String?, transport: any Transport, logger: Logger?, check: ResponseCheck) {
    self.spec = spec
    self.logger = logger
    self.check = check
    let scope = VariableScope(variables: variables, service: spec.service, trust: spec.trust, codecs: codecs)
    plans = PlanCache(scope, base: base)
    signatures = SignaturePlans(scope, base: base)
    chain = Chain(spec.service, transport)
  }

  func register(_ name: String, _ middleware: @escaping Middleware) { chain.register(name, middleware) }

  // MARK: preparing

  package func plan(_ name: String) throws(CallError) -> EndpointPlan {
    guard let index = spec.index[name] else { throw unknown(name) }
    return plans.plan(index)
  }

  private func unknown(_ name: String) -> CallError {
    if spec.service.groups.contains(name) {
      let inside = spec.endpoints.filter { $0.hasPrefix(name + ".") }.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
      return CallError(.unknownEndpoint, "'\(name)' is a group: call one of its endpoints, such as \(inside)", endpoint: name)
    }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let nearest =
      Suggestion.nearest(to: name, among: spec.endpoints)
      ?? spec.endpoints.first { $0.split(separator: ".").last.map(String.init) == last }
    let phrase = nearest.map { "did you mean '\($0)'?" } ?? Suggestion.phrase(for: name, among: spec.endpoints, what: "endpoint")
    return CallError(
      .unknownEndpoint, "unknown endpoint '\(name)': \(phrase)", endpoint: name,
      hint: "dial list \(spec.service.file.name) shows all of them")
  }

  package func prepare(_ name: String, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> Draft {
    try prepare(try plan(name), arguments, options)
  }

  func prepare(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> Draft {
    let plan = options.base.flatMap { base in plan.index.map { plans.plan($0, base: base) } } ?? plan
    if let obstacle = plan.obstacles?.making { throw obstacle }
    let bound = try Binder.bind(plan, arguments, options)
    return Draft(bound: bound, engine: self, plan: plan, accept: options.accept, check: options.check ?? check)
  }

  // MARK: calling

  func call(_ name: String, _ arguments: Arguments, _ options: CallOptions) async throws(CallError) -> Reply {
    try await send(try prepare(name, arguments, options))
  }

  func send(_ draft: Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> Reply {
    // What this version cannot do yet is refused before anything is sent.
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    let start = ContinuousClock.now
    var request = draft.bound.request
    if let total = request.policy.totalTimeout { request.policy.deadline = start + total }
    request.watch = observers.watch(request.endpoint, meter)
    var metrics = CallMetrics()
    request.watch?.tell(.started)
    do {
      let response = try await chain.next(draft.plan)(request)
      metrics.add(response)
      request.watch?.tell(.received(status: response.status.code))
      var reply = try await receive(response, draft, &metrics)
      metrics.total = .now - start
      reply.metrics = metrics
      log(request, "\(reply.status.code)", metrics.total)
      request.watch?.tell(.finished(metrics))
      return reply
    } catch {
      let failure = describe(error, request, draft.plan.model)
      metrics.total = .now - start
      log(request, failure.code.rawValue, metrics.total)
      if let watch = request.watch {
        metrics.redirects = watch.redirects
        watch.tell(.failed(failure))
        watch.tell(.finished(metrics))
      }
      throw failure
    }
  }

  private func receive(_ response: Response, _ draft: Draft, _ metrics: inout CallMetrics) async throws -> Reply {
    let reader = ReplyReader(plan: draft.plan, check: draft.check)
    guard (draft.accept ?? draft.plan.accept).contains(response.status.code) else {
      let error = try await refusal(response, reader, draft)
      metrics.bytesReceived = Int64(error.body?.count ?? 0)
      throw error
    }
    try Task.checkCancellation()
    if draft.plan.reply.discardsBody { return try reader.reply(response, body: [], secrets: draft.bound.request.secrets) }
    let body = try await response.body.collect(upTo: draft.bound.request.policy.maxBodyBytes)
    metrics.bytesReceived = Int64(body.count)
    try Task.checkCancellation()
    return try reader.reply(response, body: body, secrets: draft.bound.request.secrets)
  }

  /// The error of a status that is not accepted, with its body.
  private func refusal(_ response: Response, _ reader: ReplyReader, _ draft: Draft) async throws -> CallError {
    let model = draft.plan.model
    let body = (try? await response.body.collect(upTo: draft.bound.request.policy.maxBodyBytes)) ?? []
    try Task.checkCancellation()
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(response.status.reasonPhrase)"
    var message = "the server answered \(response.status.code)\(reason)"
    if let said = ErrorBody.message(body) { message += ": \(said)" }
    var error = CallError(.status, message, endpoint: model.name, location: model.range, attempts: 1)
    error.status = response.status
    error.headers = response.headers
    error.body = body
    let refusal = reader.refusal(response, body)
    error.failure = refusal.failure
    error.content = refusal.content
    if draft.check != .off { reader.hold(refusal, response, to: &error) }
    return error
  }

  // MARK: errors

  /// Whatever went wrong, as one error of a call, with the request as it was sent and no secret in it.
  private func describe(_ error: any Error, _ request: PreparedRequest, _ model: EndpointModel) -> CallError {
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
    let secrets = request.secrets
    failure.message = secrets.redact(failure.message)
    failure.hint = failure.hint.map { secrets.redact($0) }
    failure.body = failure.body.map { secrets.redact($0) }
    failure.headers = failure.headers.map { secrets.redact($0) }
    failure.failure = failure.failure.map { secrets.redact($0) }
    failure.content = failure.content.map { secrets.redact($0) }
    if !failure.contract.isEmpty { failure.contract = secrets.redact(failure.contract) }
    failure.request = request.shown
    if failure.hint == nil, wouldRetry(failure, model) {
      failure.hint = "the spec asks for retries: 'retry' is read, and not acted on yet"
    }
    return failure
  }

  /// Whether a retry policy of the spec covers this failure.
  private func wouldRetry(_ failure: CallError, _ model: EndpointModel) -> Bool {
    guard let retry = model.policy.retry, retry.max != 0 else { return false }
    if let status = failure.status { return retry.statuses?.contains(status.code) ?? (status.code == 429 || status.code >= 500) }
    return [.connect, .timeout, .truncated].contains(failure.code)
  }

  private func log(_ request: PreparedRequest, _ outcome: @autoclosure () -> String, _ took: Duration) {
    guard let logger else { return }
    let took = took.components
    let milliseconds = took.seconds * 1000 + took.attoseconds / 1_000_000_000_000_000
    logger.debug(
      "call",
      metadata: [
        "endpoint": "\(request.endpoint)", "method": "\(request.method)", "url": "\(request.secrets.redact(url: request.url))",
        "outcome": "\(outcome())", "ms": "\(milliseconds)",
      ])
  }
}
