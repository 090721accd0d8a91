import DialJSON
import DialMessage
import DialModel
import HTTPTypes

extension OpenedReply {
  /// Reads all elements of a stream as one list, and ends the call.
  consuming func gather() async throws(CallError) -> Reply {
    let (draft, response) = (record.draft, response)
    let (plan, check) = (draft.plan, draft.check)
    let body = stream()
    body.keep()
    var source: ReplySource<JSON>? = try await ElementReading.source(body, draft.once())
    var elements: [JSON] = []
    while let reading = source {
      while let element = try reading.ready() { elements.append(element) }
      source = try await reading.more()
    }
    let faults = try Self.broken(elements, plan, check, body)
    var reply = Reply(
      status: response.status, headers: response.headers, url: response.url, value: .array(elements), content: .json,
      source: .bytes(body.kept), contract: faults, plan: plan, secrets: body.secrets)
    reply.metrics = body.close()
    return reply
  }

  /// Returns the faults of the elements, or throws them if requested.
  private static func broken(
    _ elements: [JSON], _ plan: EndpointPlan, _ check: ResponseCheck, _ body: StreamedBody
  ) throws(CallError) -> [ContractFault] {
    guard check != .off, let shape = plan.reply.element else { return [] }
    let faults = ContractCheck(plan: plan).faults(.array(elements), as: .array(shape))
    guard check == .error, !faults.isEmpty else { return body.secrets.redact(faults) }
    var error = ReplyReader(plan: plan).error(.contract, ContractFault.lines(faults).joined(separator: "\n"))
    (error.contract, error.status, error.headers, error.body) = (faults, body.head.status, body.head.headers, body.kept)
    throw body.fail(error)
  }
}
