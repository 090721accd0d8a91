import DialJSON
import HTTPTypes

/// An accepted reply whose head is there and whose body is still to be read: as a whole, or piece by piece.
struct OpenedReply: Sendable {
  let plan: EndpointPlan
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
    let reader = ReplyReader(plan: plan)
    let request = record.request
    if plan.reply.discardsBody { return try reader.reply(response, body: [], secrets: request.secrets) }
    let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
    record.metrics.bytesReceived = Int64(body.count)
    try Task.checkCancellation()
    return try reader.reply(response, body: body, secrets: request.secrets)
  }

  /// All elements of a stream as one reply, a list of them; the end of its call.
  consuming func gather(_ draft: Draft) async throws(CallError) -> Reply {
    let (plan, response) = (plan, response)
    let body = stream()
    body.keep()
    let reading = try await ElementReading(body, draft.once())
    var elements: [JSON] = []
    while let element = try await reading.next() { elements.append(element) }
    var reply = Reply(
      status: response.status, headers: response.headers, url: response.url, value: .array(elements), content: .json,
      source: .bytes(body.kept), plan: plan, secrets: body.secrets)
    reply.metrics = body.close()
    return reply
  }

  /// The body to be taken piece by piece.
  consuming func stream() -> OpenBody { OpenBody(self) }
}
