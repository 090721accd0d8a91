import HTTPTypes

/// An accepted reply whose head is there and whose body is still to be read: as a whole, or piece by piece.
struct OpenedReply: Sendable {
  let plan: EndpointPlan
  let check: ResponseCheck
  let response: Response
  var record: CallRecord

  /// The whole reply, decoded; the end of its call.
  mutating func read() async throws(CallError) -> Reply {
    do {
      var reply = try await whole()
      reply.metrics = record.end(reply.status.code)
      return reply
    } catch {
      throw record.fail(error)
    }
  }

  private mutating func whole() async throws -> Reply {
    let reader = ReplyReader(plan: plan, check: check)
    let request = record.request
    if plan.reply.discardsBody { return try reader.reply(response, body: [], secrets: request.secrets) }
    let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
    record.metrics.bytesReceived = Int64(body.count)
    try Task.checkCancellation()
    return try reader.reply(response, body: body, secrets: request.secrets)
  }

  /// The body to be taken piece by piece.
  consuming func stream() -> OpenBody { OpenBody(self) }
}
