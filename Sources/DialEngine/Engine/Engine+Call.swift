package import DialMessage
import DialModel
import HTTPTypes

extension Engine {
  /// Sends a draft and waits for the head of an accepted response. A rejected one is thrown with its body.
  package func open(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> OpenedReply {
    var record = try begin(consume draft, meter)
    do {
      return OpenedReply(response: try await accepted(&record), record: record)
    } catch {
      throw record.fail(error)
    }
  }

  /// Returns the record of a call. Refuses what is not supported before anything is sent.
  @inline(never)
  func begin(_ draft: consuming Draft, _ meter: ProgressMeter?, whole: Bool = false) throws(CallError) -> CallRecord {
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    var record = CallRecord(consume draft, meter)
    // An attempt to get a stream, or a body that is not read, ends with the head.
    let isReadWhole = whole && !record.plan.reply.discardsBody && !record.plan.model.isStream
    // Usually this is equal, and the request stays shared with the plan.
    if record.request.isReadWhole != isReadWhole { record.request.isReadWhole = isReadWhole }
    record.request.watch?.tell(.started)
    return record
  }

  /// Sends the request of a call and returns an accepted response.
  func accepted(_ record: inout CallRecord) async throws -> Response {
    let response = try await send(record.request, record.plan)
    guard try record.accepts(response) else { throw try await refusal(response, &record) }
    try Task.checkCancellation()
    return response
  }

  /// Moves the body out of a response; empty if it is not needed. Shared bytes would be copied by the parser.
  func body(of response: inout Response, _ record: inout CallRecord) async throws -> [UInt8] {
    if record.plan.reply.discardsBody { return [] }
    let limit = record.request.policy.maxBodyBytes
    let body = if let whole = try response.body.collected(upTo: limit) { whole } else { try await response.body.collect(upTo: limit) }
    response.body = ResponseBody()
    record.metrics.bytesReceived = Int64(body.count)
    try Task.checkCancellation()
    return body
  }

  /// Sends a request through the chain, within the span of the call.
  package func send(_ request: PreparedRequest, _ plan: EndpointPlan) async throws -> Response {
    let next = chain.next(plan, cached: request.policy.cache != .none)
    guard let trace = request.trace else { return try await next(request) }
    return try await trace.run { try await next(request) }
  }

  /// Ends the call with the error of a rejected response.
  @inline(never)
  private func refusal(_ response: Response, _ record: inout CallRecord) async throws -> CallError {
    let error = try await refusal(response, record.draft)
    record.metrics.bytesReceived = Int64(error.body?.count ?? 0)
    return error
  }

  /// Returns the error of a rejected status, with its body.
  package func refusal(_ response: Response, _ draft: Draft) async throws -> CallError {
    let model = draft.plan.model
    let body = (try? await response.body.collect(upTo: draft.bound.request.policy.maxBodyBytes)) ?? []
    try Task.checkCancellation()
    let secrets = draft.bound.request.secrets.withCookies
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(secrets.redact(response.status.reasonPhrase))"
    var message = "the server answered \(response.status.code)\(reason)"
    if let said = ErrorBody.message(body) { message += ": \(secrets.redact(said))" }
    var error = CallError(.status, message, endpoint: model.name, location: model.range, attempts: 1)
    if let refusal = response.refusal ?? CredentialRefusal(response, to: draft) {
      if refusal.wasSent { error.code = .credentials }
      error.hint = refusal.hint
    }
    error.isMasked = true
    if response.redirects > 0 { error.lastHop = response.url }
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
