package import DialMessage

/// Provides the elements of one loop over ``Replies``. Not safe for concurrent use.
///
/// Elements that have arrived are taken without waiting, because calling an async function costs more than a short event.
@usableFromInline package class ReplySource<Element: Sendable> {
  /// Returns the next element, if it has arrived; nil if ``more()`` must be awaited.
  @usableFromInline package func ready() throws(CallError) -> Element? { nil }

  /// Waits for more data, which may not complete an element. Returns the source to ask next, usually itself; nil at the end. It is not
  /// called again after the end or an error.
  @usableFromInline package func more() async throws(CallError) -> ReplySource<Element>? { nil }
}

/// A call that has not been made. It returns the source that reads its response, so that each element needs no further checks.
package final class OpeningSource<Element: Sendable>: ReplySource<Element> {
  private let open: () async throws(CallError) -> ReplySource<Element>

  package init(_ open: @escaping () async throws(CallError) -> ReplySource<Element>) { self.open = open }

  package override func more() async throws(CallError) -> ReplySource<Element>? { try await open() }
}

/// Elements that are provided one at a time.
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
