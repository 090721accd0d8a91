public import DialMessage

/// The elements of ``Replies`` as results; an error is the last one. See ``Replies/results``.
public struct ReplyResults<Value: Sendable>: AsyncSequence, Sendable {
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
