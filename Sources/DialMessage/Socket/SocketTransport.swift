/// A transport that opens web sockets too.
///
/// The handshake is a request like any other: middlewares see it, and what they add goes with it. ``PreparedRequest/socket`` has the
/// options, and subprotocols stand in the header `Sec-WebSocket-Protocol`.
public protocol SocketTransport: Transport {
  /// Opens a web socket. The answer has the status 101 and its ``Response/socket`` where the server agreed, in the way that RFC 6455
  /// section 4.2.2 asks for; any other status is an answer too. Throws where none comes, or one that breaks the protocol.
  func connect(_ request: PreparedRequest) async throws -> Response
}

/// An open web socket, as a transport gives it. What it throws is best a ``TransportError``, or a ``CallError`` of code `closed`.
///
/// Who drops the last reference to it ends the connection.
public protocol SocketConnection: AnyObject, Sendable {
  /// The next whole message; nil where the server closed, and what it said is ``closing``. Read on demand: while nobody asks, the server
  /// is held back. A cancelled task ends the connection.
  func receive() async throws -> SocketMessage?
  /// Sends a message; returns when the network has taken it. A cancelled task ends the connection, as half a message cannot be taken back.
  func send(_ message: SocketMessage) async throws
  /// Sends a close; returns when the server has answered it, or the time for that is up.
  func close(_ closing: SocketClosing) async
  /// What the server said when it closed; nil until then, and where the connection ended without a close.
  var closing: SocketClosing? { get }
}

extension PreparedRequest {
  private enum SocketOptionsKey: MessageContextKey { typealias Value = SocketOptions }

  /// How the web socket behaves that this request opens; nil for a request that opens none.
  public var socket: SocketOptions? {
    get { context[SocketOptionsKey.self] }
    set { context[SocketOptionsKey.self] = newValue }
  }
}

extension Response {
  private enum SocketConnectionKey: MessageContextKey { typealias Value = any SocketConnection }

  /// The web socket that a handshake opened; nil for every other answer.
  public var socket: (any SocketConnection)? {
    get { context[SocketConnectionKey.self] }
    set { context[SocketConnectionKey.self] = newValue }
  }
}
