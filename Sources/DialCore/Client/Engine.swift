import DialJSON
import DialSyntax
import HTTPTypes
import Logging
import Synchronization

/// What copies of one client share: the spec, the transport, and what is registered around calls.
package final class Engine: Sendable {
  package let spec: Spec
  let scope: VariableScope
  let base: String?
  let transport: any Transport
  let logger: Logger?
  private let middlewares = Mutex<[(name: String, run: Middleware)]>([])
  /// Names that some `use:` of the spec mentions.
  private let named: Set<String>

  init(spec: Spec, variables: Variables, base: String?, transport: any Transport, logger: Logger?) {
    self.spec = spec
    self.base = base
    self.transport = transport
    self.logger = logger
    scope = VariableScope(variables: variables, service: spec.service, trust: spec.trust)
    named = Set(spec.service.endpoints.flatMap { $0.policy.middlewares ?? [] })
  }

  func register(_ name: String, _ middleware: @escaping Middleware) {
    middlewares.withLock { $0.append((name, middleware)) }
  }

  // MARK: preparing

  package func plan(_ name: String) throws(CallError) -> EndpointPlan {
    guard let index = spec.index[name] else { throw unknown(name) }
    return spec.plans.plan(index, of: spec.service)
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
    let plan = try plan(name)
    if case .named(let codec) = plan.model.encoding { throw unsupported("the encoding '\(codec)'", plan.model) }
    var binder = Binder(plan: plan, service: spec.service, scope: scope, base: base, options: options)
    try checkBase(plan.model)
    let bound = try binder.bind(arguments)
    return Draft(
      request: bound.request, placements: bound.placements, form: bound.form, engine: self, plan: plan,
      accept: options.accept ?? plan.model.policy.accept)
  }

  /// A base given by the caller may lower https to http on loopback only: the spec's credentials go there.
  private func checkBase(_ model: EndpointModel) throws(CallError) {
    guard let used = base ?? scope.base(), let given = Origin(used), given.scheme == "http", !Loopback.contains(given.host),
      scope.declaresHTTPS
    else { return }
    throw CallError(
      .arguments, "the base of the spec is https: http is for loopback only, not for '\(given.host)'", endpoint: model.name,
      location: model.range)
  }

  private func unsupported(_ what: String, _ model: EndpointModel) -> CallError {
    CallError(.unsupported, "\(what) is not supported yet", endpoint: model.name, location: model.range)
  }

  // MARK: calling

  func call(_ name: String, _ arguments: Arguments, _ options: CallOptions) async throws(CallError) -> Reply {
    try await send(try prepare(name, arguments, options))
  }

  package func send(_ draft: Draft) async throws(CallError) -> Reply {
    let model = draft.plan.model
    try checkSupport(model)
    var request = draft.request
    if let total = request.policy.totalTimeout { request.policy.deadline = .now + total }
    let start = ContinuousClock.now
    do {
      let response = try await chain(model)(request)
      let reply = try await receive(response, draft)
      log(request, "\(reply.status.code)", since: start)
      return reply
    } catch {
      let failure = describe(error, request, model)
      log(request, failure.code.rawValue, since: start)
      throw failure
    }
  }

  /// What a call needs and this version cannot do yet is refused before anything is sent.
  private func checkSupport(_ model: EndpointModel) throws(CallError) {
    if let feature = model.unsupported { throw unsupported(feature, model) }
  }

  private func chain(_ model: EndpointModel) throws(CallError) -> Next {
    let transport = transport
    var next = Next { request in
      try await followingRedirects(request) { try await transport.send($0) }
    }
    let registered = middlewares.withLock { $0 }
    var wanted = registered.filter { !named.contains($0.name) }.map(\.run)
    for name in model.policy.middlewares ?? [] {
      guard let found = registered.first(where: { $0.name == name }) else {
        throw CallError(
          .middleware, "no middleware '\(name)' is registered", endpoint: model.name, hint: "register it with use(\"\(name)\") { … }",
          location: model.range)
      }
      wanted.append(found.run)
    }
    for middleware in wanted.reversed() { next = next.wrapped(by: middleware) }
    return next
  }

  private func receive(_ response: Response, _ draft: Draft) async throws -> Reply {
    let model = draft.plan.model
    let reader = ReplyReader(plan: draft.plan, types: spec.service.types)
    guard (draft.accept ?? .success).contains(response.status.code) else { throw try await refusal(response, draft) }
    if ReplyReader.discardsBody(model) { return try reader.reply(response, body: [], secrets: draft.request.secrets) }
    let body = try await response.body.collect(upTo: draft.request.policy.maxBodyBytes)
    try Task.checkCancellation()
    return try reader.reply(response, body: body, secrets: draft.request.secrets)
  }

  /// The error of a status that is not accepted, with its body.
  private func refusal(_ response: Response, _ draft: Draft) async throws -> CallError {
    let model = draft.plan.model
    let body = (try? await response.body.collect(upTo: draft.request.policy.maxBodyBytes)) ?? []
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(response.status.reasonPhrase)"
    var message = "the server answered \(response.status.code)\(reason)"
    if let said = ErrorBody.message(body) { message += ": \(said)" }
    var error = CallError(.status, message, endpoint: model.name, location: model.range, attempts: 1)
    error.status = response.status
    error.headers = response.headers
    error.body = body
    error.failure = ReplyReader(plan: draft.plan, types: spec.service.types).failure(body)
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

  private func log(_ request: PreparedRequest, _ outcome: String, since start: ContinuousClock.Instant) {
    guard let logger else { return }
    let took = (ContinuousClock.now - start).components
    let milliseconds = took.seconds * 1000 + took.attoseconds / 1_000_000_000_000_000
    logger.debug(
      "call",
      metadata: [
        "endpoint": "\(request.endpoint)", "method": "\(request.method)", "url": "\(request.secrets.redact(url: request.url))",
        "outcome": "\(outcome)", "ms": "\(milliseconds)",
      ])
  }
}
