package import DialMessage

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
