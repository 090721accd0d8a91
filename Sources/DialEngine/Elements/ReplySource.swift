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

  /// The number of events in which the selection found nothing.
  package var unselected: Int { 0 }
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

extension StreamedBody {
  /// Reads all elements, and returns them as the result of the call.
  func gather(_ draft: Draft) async throws(CallError) -> Reply {
    keep()
    // A stream that is read as a whole is not resumed.
    var draft = draft
    draft.reconnect = false
    var source: ReplySource<JSON>? = try await ElementReading.source(self, draft)
    var elements: [JSON] = []
    while let reading = source {
      while let element = try reading.ready() { elements.append(element) }
      source = try await reading.more()
    }
    let faults = try faults(of: elements)
    var reply = Reply(
      status: head.status, headers: head.headers, url: head.url, value: .array(elements), content: .json, source: .bytes(kept),
      contract: faults, plan: plan, secrets: secrets)
    reply.metrics = close()
    return reply
  }

  private func faults(of elements: [JSON]) throws(CallError) -> [ContractFault] {
    guard check != .off else { return [] }
    let found = plan.reply.element.map { plan.reply.check.differences(.array(elements), from: .array($0)).limited } ?? []
    let faults = found + (tally?.taken() ?? [])
    guard check == .error, !faults.isEmpty else { return secrets.redact(faults) }
    throw fail(ReplyReader(plan: plan).broken(faults).with(head.status, head.headers, kept))
  }
}

extension StreamedBody {
  /// The size of a JSON body that is read before its bytes are passed on, because it may report a failure.
  private static let largestFailure = 1 << 20

  /// Reads the first bytes: all of a JSON body, up to a limit, if the spec declares `fails`. Throws if it is a failure.
  package func start() async throws(CallError) -> [UInt8] {
    guard plan.model.policy.refusal != nil, head.status.kind == .successful, head.mediaType?.isJSON ?? true else { return [] }
    var bytes: [UInt8] = []
    while bytes.count <= Self.largestFailure {
      guard let piece = try await next() else {
        let response = Response(status: head.status, headers: head.headers, url: head.url)
        var body = ReplyBody.bytes(bytes)
        do throws(CallError) {
          try ReplyReader(plan: plan).refuse(response, &body)
        } catch {
          throw fail(error.with(head.status, head.headers, bytes))
        }
        return bytes
      }
      bytes += piece
    }
    return bytes
  }
}
