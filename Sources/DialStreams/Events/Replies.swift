public import DialEngine
public import DialMessage

/// A sequence of what an endpoint returns over time: events, lines, pieces of a body, pages, items.
///
/// Each loop makes a new call, when it asks for the first element. A slow reader slows the server. Leaving the loop ends the transfer.
/// An error is thrown as a ``CallError``; ``results`` contains the same elements without throwing.
///
/// ```swift
/// for try await word in users.stream("chat", ["model": "m"]) { print(word.asString ?? "", terminator: "") }
/// ```
public struct Replies<Element: Sendable>: AsyncSequence, Sendable, SecretHolder {
  /// The error of a call.
  public typealias Failure = CallError
  /// Returns the next element, or nil at the end. It is not called again after the end or an error.
  package typealias Step = () async throws(CallError) -> Element?

  private let begin: @Sendable (ReplyHead.Listener?) -> ReplySource<Element>
  private var opened: ReplyHead.Listener?

  /// Creates a sequence from a closure that makes the state of one loop without sending anything.
  init(from begin: @escaping @Sendable (_ opened: ReplyHead.Listener?) -> ReplySource<Element>) { self.begin = begin }

  /// Creates a sequence whose elements always have to be awaited.
  package init(_ begin: @escaping @Sendable (_ opened: ReplyHead.Listener?) -> Step) {
    self.init { opened in StepSource(begin(opened)) }
  }

  /// Reads the elements in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var source: ReplySource<Element>?
    /// The number of events of the stream in which the selection found nothing, at its end.
    package private(set) var unselected = 0

    init(_ source: ReplySource<Element>) { self.source = source }

    /// Returns the next element, or nil at the end.
    @inlinable public mutating func next() async throws(CallError) -> Element? { try await next(isolation: #isolation) }

    /// Returns the next element, on the actor of the caller.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(CallError) -> Element? {
      do throws(CallError) {
        if let element = try source?.ready() { return element }
        if let element = try await later() { return element }
      } catch {
        // There are no more elements, so the source can be released.
        source = nil
        throw error
      }
      source = nil
      return nil
    }

    /// Returns the next element if it has already arrived; nil at the end, or if ``next()`` must be awaited.
    package mutating func ready() throws(CallError) -> Element? {
      do throws(CallError) {
        return try source?.ready()
      } catch {
        source = nil
        throw error
      }
    }

    /// Waits for the next element.
    @usableFromInline mutating func later() async throws(CallError) -> Element? {
      while let next = try await source?.more() {
        source = next
        if let element = try next.ready() { return element }
      }
      unselected = source?.unselected ?? 0
      return nil
    }
  }

  /// Starts a new call for each loop.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(begin(opened)) }

  /// Calls `tell` with the head of each response before its first element.
  ///
  /// ```swift
  /// let words = users.stream("chat", ["model": "m"]).onOpen { head in print(head.headers["x-request-id"] ?? "") }
  /// ```
  public func onOpen(_ tell: @escaping @Sendable (ReplyHead) -> Void) -> Self {
    var copy = self
    copy.opened = tell
    return copy
  }

  /// The same elements as results. An error is the last one.
  ///
  /// ```swift
  /// for await result in users.stream("chat", ["model": "m"]).results { print(result) }
  /// ```
  public var results: ReplyResults<Element> { ReplyResults(replies: self) }
}

/// The elements of ``Replies`` as results; an error is the last one. See ``Replies/results``.
public struct ReplyResults<Value: Sendable>: AsyncSequence, Sendable, SecretHolder {
  /// An element, or the error that ended the sequence.
  public typealias Element = Result<Value, CallError>
  /// The sequence does not throw.
  public typealias Failure = Never

  let replies: Replies<Value>

  /// Reads the results in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var replies: Replies<Value>.AsyncIterator

    init(_ replies: Replies<Value>.AsyncIterator) { self.replies = replies }

    /// Returns the next result, or nil at the end.
    @inlinable public mutating func next() async -> Result<Value, CallError>? { await next(isolation: #isolation) }

    /// Returns the next result, on the actor of the caller.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> Result<Value, CallError>? {
      do throws(CallError) {
        return try await replies.next(isolation: actor).map { .success($0) }
      } catch {
        return .failure(error)
      }
    }
  }

  /// Starts a new call for each loop.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(replies.makeAsyncIterator()) }
}
