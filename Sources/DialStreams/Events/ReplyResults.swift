public import DialMessage

/// What ``Replies`` give, as results: what came, and a failure as the last of them. Made by ``Replies/results``.
public struct ReplyResults<Value: Sendable>: AsyncSequence, Sendable {
  /// An element, or why there are no more.
  public typealias Element = Result<Value, CallError>
  /// It does not throw.
  public typealias Failure = Never

  let replies: Replies<Value>

  /// Reads the results in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var replies: Replies<Value>.AsyncIterator

    init(_ replies: Replies<Value>.AsyncIterator) { self.replies = replies }

    /// The next result; nil at the end.
    @inlinable public mutating func next() async -> Result<Value, CallError>? { await next(isolation: #isolation) }

    /// The same, on the actor of the caller.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> Result<Value, CallError>? {
      do throws(CallError) {
        return try await replies.next(isolation: actor).map { .success($0) }
      } catch {
        return .failure(error)
      }
    }
  }

  /// Begins anew: a loop is a call.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(replies.makeAsyncIterator()) }
}
