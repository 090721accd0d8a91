/// A transport that can also open web sockets.
///
/// The handshake is an ordinary request: middlewares see it, and their headers are sent.
/// ``PreparedRequest/socket`` contains the options, and the header `Sec-WebSocket-Protocol` the subprotocols.
public protocol SocketTransport: Transport {
  /// Opens a web socket. If the server agrees (RFC 6455 section 4.2.2), the response has the status 101 and a ``Response/socket``. Any
  /// other status is returned, too. Throws if there is no response, or if it violates the protocol.
  func connect(_ request: PreparedRequest) async throws -> Response
}

/// An open web socket of a transport. It should throw a ``TransportError``, or a ``CallError`` with code `closed`.
///
/// Releasing the last reference closes the connection.
public protocol SocketConnection: AnyObject, Sendable {
  /// Returns the next message; nil if the server closed, with the reason in ``closing``. Messages are read on demand, so the server has
  /// to wait. A cancelled task closes the connection.
  func receive() async throws -> SocketMessage?
  /// Sends a message. Returns when the network has accepted it. A cancelled task closes the connection, because half a message cannot be
  /// taken back.
  func send(_ message: SocketMessage) async throws
  /// Sends a close. Returns when the server has confirmed it, or after the timeout.
  func close(_ closing: SocketClosing) async
  /// The close of the server; nil before it, and if the connection ended without one.
  var closing: SocketClosing? { get }
}

extension PreparedRequest {
  private enum SocketOptionsKey: MessageContextKey { typealias Value = SocketOptions }

  /// The options of the web socket that this request opens; nil for other requests.
  public var socket: SocketOptions? {
    get { context[SocketOptionsKey.self] }
    set { context[SocketOptionsKey.self] = newValue }
  }
}

extension Response {
  private enum SocketConnectionKey: MessageContextKey { typealias Value = any SocketConnection }

  /// The web socket that a handshake opened; nil for other responses.
  public var socket: (any SocketConnection)? {
    get { context[SocketConnectionKey.self] }
    set { context[SocketConnectionKey.self] = newValue }
  }
}
