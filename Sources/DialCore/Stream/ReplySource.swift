/// What gives the elements of one loop over ``Replies``. For one task.
///
/// Elements that came together are taken one after the other without waiting: a call of a function that may wait costs more than a short
/// event does.
@usableFromInline class ReplySource<Element: Sendable> {
  /// The next element, if it is here already; nil where ``more()`` has to be waited for.
  @usableFromInline func ready() throws(CallError) -> Element? { nil }

  /// Waits until more is here, be it not enough for an element; false at the end. Makes the call where there was none yet. Is not asked
  /// again after the end, nor after an error.
  @usableFromInline func more() async throws(CallError) -> Bool { false }
}

/// Elements that come one at a time.
final class StepSource<Element: Sendable>: ReplySource<Element> {
  private let step: Replies<Element>.Step
  private var element: Element?

  init(_ step: @escaping Replies<Element>.Step) { self.step = step }

  override func ready() -> Element? { element.take() }

  override func more() async throws(CallError) -> Bool {
    element = try await step()
    return element != nil
  }
}
