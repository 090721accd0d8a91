import DialJSON
package import DialMessage
import DialModel
import HTTPTypes

/// Provides the elements of one loop over `Replies`. Not safe for concurrent use.
///
/// Elements that have arrived are taken without waiting, because calling an async function costs more than a short event.
@usableFromInline package class ReplySource<Element: Sendable> {
  /// Returns the next element, if it has arrived; nil if ``more()`` must be awaited.
  @usableFromInline package func ready() throws(CallError) -> Element? { nil }

  /// Waits for more data, which may not complete an element. Returns the source to ask next, usually itself; nil at the end.
  @usableFromInline package func more() async throws(CallError) -> ReplySource<Element>? { nil }
}

/// A call that has not been made. It returns the source that reads its response, so that each element needs no further checks.
package final class OpeningSource<Element: Sendable>: ReplySource<Element> {
  private let open: () async throws(CallError) -> ReplySource<Element>

  package init(_ open: @escaping () async throws(CallError) -> ReplySource<Element>) { self.open = open }

  package override func more() async throws(CallError) -> ReplySource<Element>? { try await open() }
}

package final class StepSource<Element: Sendable>: ReplySource<Element> {
  /// Returns the next element, or nil at the end. It is not called again after the end or an error.
  package typealias Step = () async throws(CallError) -> Element?

  private let step: Step
  private var element: Element?

  package init(_ step: @escaping Step) { self.step = step }

  package override func ready() -> Element? { element.take() }

  package override func more() async throws(CallError) -> ReplySource<Element>? {
    element = try await step()
    return element == nil ? nil : self
  }
}

extension OpenedReply {
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
