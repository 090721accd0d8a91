public import DialJSON
public import DialMessage
import HTTPTypes

extension Socket {
  /// The messages as JSON: the part that `@` of the endpoint selects, checked against its `->`. A message that is not valid JSON or does
  /// not fit throws a ``CallError`` with code `decoding`; you can still read the next one.
  ///
  /// ```swift
  /// // ticker: WS /ticker @ data -> (symbol String, price Double)
  /// for try await tick in socket.values { let (symbol, price) = try tick.tuple(String.self, Double.self) }
  /// ```
  public var values: Values { Values(session: session) }

  /// Reads a message as ``values`` does.
  public func value(of message: Message) throws(CallError) -> JSON { try session.value(of: message) }

  /// The messages of a web socket as JSON.
  public struct Values: AsyncSequence, Sendable {
    let session: SocketSession

    /// Reads the messages; several iterators share them.
    public func makeAsyncIterator() -> Iterator { Iterator(session: session) }

    /// Reads the messages of a web socket in order, as JSON.
    public struct Iterator: AsyncIteratorProtocol {
      let session: SocketSession

      /// Returns the next value, or nil at the end.
      public mutating func next() async throws(CallError) -> JSON? {
        guard let message = try await session.receive() else { return nil }
        return try session.value(of: message)
      }

      /// Returns the next value, or nil at the end.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(CallError) -> JSON? {
        guard let message = try await session.receive() else { return nil }
        return try session.value(of: message)
      }
    }
  }
}
