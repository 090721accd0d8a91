public import DialEngine
public import DialMessage

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

  private let begin: @Sendable (ReplyHead.Listener?) -> ReplySource<Element>
  private var opened: ReplyHead.Listener?

  /// `begin` makes the state of one loop, without calling anybody yet; it tells the heads of its replies to what it is given.
  init(from begin: @escaping @Sendable (_ opened: ReplyHead.Listener?) -> ReplySource<Element>) { self.begin = begin }

  /// The same, where each element has to be waited for.
  package init(_ begin: @escaping @Sendable (_ opened: ReplyHead.Listener?) -> Step) {
    self.init { opened in StepSource(begin(opened)) }
  }

  /// Reads the elements in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var source: ReplySource<Element>?

    init(_ source: ReplySource<Element>) { self.source = source }

    /// The next element; nil at the end. Throws what the call throws.
    @inlinable public mutating func next() async throws(CallError) -> Element? { try await next(isolation: #isolation) }

    /// The same, on the actor of the caller.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(CallError) -> Element? {
      do throws(CallError) {
        if let element = try source?.ready() { return element }
        if let element = try await later() { return element }
      } catch {
        // Nothing follows, and what the source holds is let go.
        source = nil
        throw error
      }
      source = nil
      return nil
    }

    /// The next element, where it is here already; nil where ``next()`` has to be waited for, and at the end.
    package mutating func ready() throws(CallError) -> Element? {
      do throws(CallError) {
        return try source?.ready()
      } catch {
        source = nil
        throw error
      }
    }

    /// The next element, which is not here yet.
    @usableFromInline mutating func later() async throws(CallError) -> Element? {
      while let next = try await source?.more() {
        source = next
        if let element = try next.ready() { return element }
      }
      return nil
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
