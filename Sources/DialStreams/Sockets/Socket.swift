public import DialJSON
public import DialMessage
public import HTTPTypes

/// An open web socket: send with ``send(_:)-(String)``, read with `for try await`.
///
/// ```swift
/// let socket = try await users.connect("live", ["id": 1])
/// try await socket.send("hi")
/// for try await message in socket {
///   if case .text(let text) = message { print(text) }
/// }
/// print(socket.closing?.code ?? 0)
/// ```
///
/// The sequence ends where the server closes with 1000 or 1001; another code throws a ``CallError`` of code `closed`, and a connection that
/// ends without a close one of code `truncated` or `connect`. Messages come in order, and the server is held back while nobody reads them.
/// Several tasks may send; one reads. The connection ends when the last copy of the socket is dropped, and when a task that waits for it
/// is cancelled.
public struct Socket: AsyncSequence, Sendable {
  /// What goes over a web socket in one piece.
  public typealias Message = SocketMessage
  /// Why a web socket was closed.
  public typealias Closing = SocketClosing

  let session: SocketSession

  /// The subprotocol that the server chose from those offered; nil where it chose none.
  public var subprotocol: String? { headers[SocketHandshake.subprotocol] }
  /// The field lines of the server's answer to the handshake.
  public var headers: HTTPFields { session.head.headers }
  /// The URL that was opened, `ws://` or `wss://`.
  public var url: String { session.head.url }
  /// What the server said when it closed; nil until then, and where the connection ended without a close.
  public var closing: Closing? { session.closing }

  /// Sends text; returns when the network has taken it, so that a slow server slows the sender. Throws a ``CallError``: of code `closed`
  /// after a close of either side, `cancelled` where the task is cancelled, which ends the connection.
  public func send(_ text: String) async throws(CallError) { try await session.send(.text(text)) }

  /// Sends bytes, as the text above. A literal array of numbers is bytes.
  public func send(_ bytes: [UInt8]) async throws(CallError) { try await session.send(.bytes(bytes)) }

  /// Sends a message, as the text above.
  public func send(_ message: Message) async throws(CallError) { try await session.send(message) }

  /// Sends JSON as text, without blanks.
  ///
  /// ```swift
  /// try await socket.send(["type": "subscribe", "channels": ["ticker"]])
  /// ```
  @_disfavoredOverload
  public func send(_ json: JSON) async throws(CallError) { try await session.send(.text(JSONWriter.text(json))) }

  /// Closes the web socket, and waits for the server's close for at most ``SocketOptions/closeTimeout``. What came before it can still be
  /// read. A second close does nothing. Throws only where code or reason may not be sent.
  public func close(code: UInt16 = 1000, reason: String = "") async throws(CallError) {
    try await session.close(Closing(code: code, reason: reason))
  }

  /// A failure of the conversation, told with its endpoint and request.
  package func failure(_ error: TransportError) -> CallError { session.failure(error) }

  /// Reads the messages; several iterators share them.
  public func makeAsyncIterator() -> Iterator { Iterator(session: session) }

  /// Reads the messages of a web socket in order.
  public struct Iterator: AsyncIteratorProtocol {
    /// What goes over a web socket in one piece.
    public typealias Message = SocketMessage
    /// Why a web socket was closed.
    public typealias Closing = SocketClosing

    let session: SocketSession

    /// The next message, or nil at the end.
    public mutating func next() async throws(CallError) -> Message? { try await session.receive() }

    /// The next message, or nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(CallError) -> Message? { try await session.receive() }
  }
}
