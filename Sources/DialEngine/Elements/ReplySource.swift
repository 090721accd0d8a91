import DialJSON
package import DialMessage
import DialModel
import HTTPTypes

/// What gives the elements of one loop over ``Replies``. For one task.
///
/// Elements that came together are taken one after the other without waiting: a call of a function that may wait costs more than a short
/// event does.
@usableFromInline package class ReplySource<Element: Sendable> {
  /// The next element, if it is here already; nil where ``more()`` has to be waited for.
  @usableFromInline package func ready() throws(CallError) -> Element? { nil }

  /// Waits until more is here, be it not enough for an element; gives who has it, which is this one mostly, and nil at the end. Is not asked
  /// again after the end, nor after an error.
  @usableFromInline package func more() async throws(CallError) -> ReplySource<Element>? { nil }
}

/// A call that is still to be made. What reads its reply has all that it needs then: to look each time costs as much as reading does.
package final class OpeningSource<Element: Sendable>: ReplySource<Element> {
  private let open: () async throws(CallError) -> ReplySource<Element>

  package init(_ open: @escaping () async throws(CallError) -> ReplySource<Element>) { self.open = open }

  package override func more() async throws(CallError) -> ReplySource<Element>? { try await open() }
}

/// Elements that come one at a time.
package final class StepSource<Element: Sendable>: ReplySource<Element> {
  /// Gives the next element, nil at the end; is not asked again after that, nor after an error.
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
  /// All elements of a stream as one reply, a list of them; the end of its call.
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

  /// In what the elements are not as they are declared. Throws it, where that is asked for.
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
