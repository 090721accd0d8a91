/// What an endpoint gives one after the other: events, lines, pieces of a body, pages, items.
///
/// The call is made when the first element is asked for, and anew for each loop. What comes is read as it is asked for: a slow reader
/// makes the server wait, and memory stays flat. Leaving the loop, or cancelling the task, ends the transfer at once.
///
/// ```swift
/// for try await word in users.stream("chat", ["model": "m"]) { print(word.asString ?? "", terminator: "") }
/// ```
///
/// It ends with nil, or with a ``CallError``, after which nothing follows. ``results`` gives the same without throwing.
public struct Replies<Element: Sendable>: AsyncSequence, Sendable {
  /// What goes wrong is told as in any call.
  public typealias Failure = CallError
  /// Gives the next element, nil at the end; is not asked again after that, nor after an error.
  package typealias Step = () async throws(CallError) -> Element?

  private let begin: @Sendable (ReplyHead.Listener?) -> Step
  private var opened: ReplyHead.Listener?

  /// `begin` makes the state of one loop, without calling anybody yet; it tells the heads of its replies to what it is given.
  package init(_ begin: @escaping @Sendable (_ opened: ReplyHead.Listener?) -> Step) { self.begin = begin }

  /// Reads the elements in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var step: Step?

    init(_ step: @escaping Step) { self.step = step }

    /// The next element; nil at the end. Throws what the call throws.
    public mutating func next() async throws(CallError) -> Element? { try await next(isolation: #isolation) }

    /// The same, on the actor of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(CallError) -> Element? {
      guard let step else { return nil }
      // After an error nothing follows, and what the step holds is let go.
      self.step = nil
      guard let element = try await step() else { return nil }
      self.step = step
      return element
    }
  }

  /// Begins anew: a loop is a call.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(begin(opened)) }

  /// Tells the status and the headers of each reply whose elements are given, before the first of them: one of a stream, and one more
  /// each time that it is taken up again; one of each page.
  ///
  /// ```swift
  /// let words = users.stream("chat", ["model": "m"]).onOpen { head in print(head.headers["x-request-id"] ?? "") }
  /// ```
  public func onOpen(_ tell: @escaping @Sendable (ReplyHead) -> Void) -> Self {
    var copy = self
    copy.opened = tell
    return copy
  }

  /// The same elements, without throwing: a failure is the last of them.
  ///
  /// ```swift
  /// for await result in users.stream("chat", ["model": "m"]).results {
  ///   switch result {
  ///   case .success(let word): print(word)
  ///   case .failure(let error): print(error)
  ///   }
  /// }
  /// ```
  public var results: ReplyResults<Element> { ReplyResults(replies: self) }
}
