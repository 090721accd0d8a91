package import DialMessage
import DialModel
import HTTPTypes

extension Engine {
  /// Sends a draft and waits for the head of an accepted reply; its body is still to be read. What is refused is thrown with its body.
  package func open(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> OpenedReply {
    var record = try begin(consume draft, meter)
    do {
      return OpenedReply(response: try await accepted(&record), record: record)
    } catch {
      throw record.fail(error)
    }
  }

  /// The record of a call that is about to be sent. What this version cannot do yet is refused before that.
  @inline(never)
  func begin(_ draft: consuming Draft, _ meter: ProgressMeter?, whole: Bool = false) throws(CallError) -> CallRecord {
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    var record = CallRecord(consume draft, meter)
    // What is not read, or bit by bit, is a try until its head is there.
    let isReadWhole = whole && !record.plan.reply.discardsBody && !record.plan.model.isStream
    // Mostly it is what the plan says, and the request remains the plan's.
    if record.request.isReadWhole != isReadWhole { record.request.isReadWhole = isReadWhole }
    record.request.watch?.tell(.started)
    return record
  }

  /// Sends the request of a call and gives the answer that is accepted.
  func accepted(_ record: inout CallRecord) async throws -> Response {
    let response = try await send(record.request, record.plan)
    guard try record.accepts(response) else { throw try await refusal(response, &record) }
    try Task.checkCancellation()
    return response
  }

  /// All bytes of an answer; none where nobody wants them. They are taken out of it: bytes that two have are copied where the parser
  /// takes them.
  func body(of response: inout Response, _ record: inout CallRecord) async throws -> [UInt8] {
    if record.plan.reply.discardsBody { return [] }
    let limit = record.request.policy.maxBodyBytes
    let body = if let whole = try response.body.collected(upTo: limit) { whole } else { try await response.body.collect(upTo: limit) }
    response.body = ResponseBody()
    record.metrics.bytesReceived = Int64(body.count)
    try Task.checkCancellation()
    return body
  }

  /// Through the chain, as part of the call's span.
  package func send(_ request: PreparedRequest, _ plan: EndpointPlan) async throws -> Response {
    let next = chain.next(plan, cached: request.policy.cache != .none)
    guard let trace = request.trace else { return try await next(request) }
    return try await trace.run { try await next(request) }
  }

  /// The error of an answer that is not accepted, for the call that it ends.
  @inline(never)
  private func refusal(_ response: Response, _ record: inout CallRecord) async throws -> CallError {
    let error = try await refusal(response, record.draft)
    record.metrics.bytesReceived = Int64(error.body?.count ?? 0)
    return error
  }

  /// The error of a status that is not accepted, with its body.
  package func refusal(_ response: Response, _ draft: Draft) async throws -> CallError {
    let model = draft.plan.model
    let body = (try? await response.body.collect(upTo: draft.bound.request.policy.maxBodyBytes)) ?? []
    try Task.checkCancellation()
    let secrets = draft.bound.request.secrets.withCookies
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(secrets.redact(response.status.reasonPhrase))"
    var message = "the server responded with \(response.status.code)\(reason)"
    if let said = ErrorBody.message(body), !ErrorBody.repeats(said, response.status) { message += ": \(secrets.redact(said))" }
    var error = CallError(.status, message, endpoint: model.name, location: model.range, attempts: 1)
    if let refusal = response.refusal ?? CredentialRefusal(response, to: draft) {
      if refusal.wasSent { error.code = .credentials }
      (error.hint, error.commandHint) = (refusal.hint, refusal.commandHint)
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
