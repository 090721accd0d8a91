import HTTPTypes

extension Engine {
  /// Sends a draft and reads the whole reply.
  func send(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> Reply {
    var opened = try await open(consume draft, meter, whole: true)
    // What is accepted and is no success is read as it is.
    if opened.plan.model.isStream, opened.response.status.kind == .successful { return try await opened.gather() }
    return try await opened.read()
  }

  /// Sends a draft and waits for the head of an accepted reply; its body is still to be read. What is refused is thrown with its body.
  func open(_ draft: consuming Draft, _ meter: ProgressMeter? = nil, whole: Bool = false) async throws(CallError) -> OpenedReply {
    // What this version cannot do yet is refused before anything is sent.
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    var record = CallRecord(consume draft, meter)
    // What is not read, or bit by bit, is a try until its head is there.
    record.request.isReadWhole = whole && !record.plan.reply.discardsBody && !record.plan.model.isStream
    record.request.watch?.tell(.started)
    let response: Response
    do {
      response = try await accepted(&record)
    } catch {
      throw record.fail(error)
    }
    return OpenedReply(response: consume response, record: consume record)
  }

  /// Sends the request of a call and gives the answer that is accepted.
  private func accepted(_ record: inout CallRecord) async throws -> Response {
    let response = try await send(record.request, record.plan)
    record.metrics.add(response)
    record.tries = response.tries
    record.request.watch?.tell(.received(status: response.status.code))
    guard record.draft.accepted.contains(response.status.code) else {
      let error = try await refusal(response, record.draft)
      record.metrics.bytesReceived = Int64(error.body?.count ?? 0)
      throw error
    }
    if let fault = PartialContent.fault(in: response, to: record.request) { throw fault }
    try Task.checkCancellation()
    return response
  }

  /// Through the chain, as part of the call's span.
  func send(_ request: PreparedRequest, _ plan: EndpointPlan) async throws -> Response {
    let next = chain.next(plan, cached: request.policy.cache != .none)
    guard let trace = request.trace else { return try await next(request) }
    return try await trace.run { try await next(request) }
  }

  /// The error of a status that is not accepted, with its body.
  func refusal(_ response: Response, _ draft: Draft) async throws -> CallError {
    let model = draft.plan.model
    let body = (try? await response.body.collect(upTo: draft.bound.request.policy.maxBodyBytes)) ?? []
    try Task.checkCancellation()
    let secrets = draft.bound.request.secrets
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(secrets.redact(response.status.reasonPhrase))"
    var message = "the server answered \(response.status.code)\(reason)"
    if let said = ErrorBody.message(body) { message += ": \(secrets.redact(said))" }
    var error = CallError(.status, message, endpoint: model.name, location: model.range, attempts: 1)
    if let refusal = response.refusal ?? CredentialRefusal(response, to: draft) {
      if refusal.wasSent { error.code = .credentials }
      error.hint = refusal.hint
    }
    error.isMasked = true
    error.status = response.status
    error.headers = response.headers
    error.body = body
    let reader = ReplyReader(plan: draft.plan, check: draft.check)
    let refusal = reader.refusal(response, body)
    error.failure = refusal.failure
    error.content = refusal.content
    if draft.check != .off { reader.hold(refusal, response, to: &error) }
    return error
  }
}
