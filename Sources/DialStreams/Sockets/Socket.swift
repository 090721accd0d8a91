public import DialEngine
public import DialJSON
public import DialMessage
public import HTTPTypes

/// An open WebSocket: send with ``send(_:)-(String)``, receive with `for try await`.
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
/// The sequence ends if the server closes with 1000 or 1001. Another code throws a ``CallError`` with code `closed`, and a broken
/// connection one with code `truncated` or `connect`. Several tasks can send; one can receive. Releasing the last copy, or cancelling a
/// task that waits, closes the connection.
public struct Socket: AsyncSequence, Sendable, SecretHolder {
  /// A message of a WebSocket.
  public typealias Message = SocketMessage
  /// Why a WebSocket was closed.
  public typealias Closing = SocketClosing

  let session: SocketSession

  /// The subprotocol that the server chose; nil if it chose none.
  public var subprotocol: String? { headers[SocketHandshake.subprotocol] }
  /// The header fields of the handshake response.
  public var headers: HTTPFields { session.head.headers }
  /// The URL that was opened, `ws://` or `wss://`.
  public var url: String { session.head.url }
  /// The close message of the server; nil before it, and if the connection ended without one.
  public var closing: Closing? { session.closing }

  /// Sends text. Returns when the network has accepted it. Throws a ``CallError`` with code `closed` after a close, or `cancelled`.
  public func send(_ text: String) async throws(CallError) { try await session.send(.text(text)) }

  /// Sends bytes. A literal array of numbers is bytes.
  public func send(_ bytes: [UInt8]) async throws(CallError) { try await session.send(.bytes(bytes)) }

  /// Sends a message.
  public func send(_ message: Message) async throws(CallError) { try await session.send(message) }

  /// Sends JSON as text: `try await socket.send(["type": "subscribe"])`.
  @_disfavoredOverload
  public func send(_ json: JSON) async throws(CallError) { try await session.send(.text(JSONWriter.text(json))) }

  /// Closes the WebSocket, and waits up to ``SocketOptions/closeTimeout`` for the server. Received messages can still be read.
  public func close(code: UInt16 = 1000, reason: String = "") async throws(CallError) {
    try await session.close(Closing(code: code, reason: reason))
  }

  /// Adds the endpoint and the request to an error.
  package func failure(_ error: TransportError) -> CallError { session.failure(error) }

  /// Reads the messages; several iterators share them.
  public func makeAsyncIterator() -> Iterator { Iterator(session: session) }

  /// Reads the messages of a WebSocket in order.
  public struct Iterator: AsyncIteratorProtocol {
    /// A message of a WebSocket.
    public typealias Message = SocketMessage
    /// Why a WebSocket was closed.
    public typealias Closing = SocketClosing

    let session: SocketSession

    /// Returns the next message, or nil at the end.
    public mutating func next() async throws(CallError) -> Message? { try await session.receive() }
  }

  /// The messages as JSON: the part that `@` of the endpoint selects, checked against its `->`. A message that does not fit throws a
  /// ``CallError`` with code `decoding`; you can still read the next one.
  ///
  /// ```swift
  /// // ticker: WS /ticker @ data -> (symbol String, price Double)
  /// for try await tick in socket.values { let (symbol, price) = try tick.tuple(String.self, Double.self) }
  /// ```
  public var values: Values { Values(session: session) }

  /// Reads a message as ``values`` does.
  public func value(of message: Message) throws(CallError) -> JSON { try session.value(of: message) }

  /// The messages of a WebSocket as JSON.
  public struct Values: AsyncSequence, Sendable {
    let session: SocketSession

    /// Reads the messages; several iterators share them.
    public func makeAsyncIterator() -> Iterator { Iterator(session: session) }

    /// Reads the messages of a WebSocket in order, as JSON.
    public struct Iterator: AsyncIteratorProtocol {
      let session: SocketSession

      /// Returns the next value, or nil at the end.
      public mutating func next() async throws(CallError) -> JSON? {
        guard let message = try await session.receive() else { return nil }
        return try session.value(of: message)
      }
    }
  }
}

extension Client {
  /// Opens the WebSocket of an endpoint (`live: WS /rooms/{id}`). Timeouts limit only the handshake.
  ///
  /// Throws a ``CallError`` with all wrong arguments before anything is sent, or with code `status` if the server rejects the handshake.
  ///
  /// ```swift
  /// let socket = try await users.connect("live", ["id": 1])
  /// try await socket.send("hi")
  /// for try await message in socket { print(message) }
  /// ```
  public func connect(
    _ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await engine.connect(try engine.prepare(endpoint, arguments, options), socket)
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload
  public func connect(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await connect(endpoint, Arguments(arguments), options, socket: socket)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload
  public func connect(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await connect(endpoint, Arguments(arguments ?? [:]), options, socket: socket)
  }
}

extension Draft {
  /// Opens a WebSocket with this request as it is now.
  public func connect(_ options: SocketOptions = .init()) async throws(CallError) -> Socket { try await engine.connect(self, options) }
}
