import DialModel
package import HTTPTypes

/// A transport that can also open WebSockets. The handshake is an ordinary request with ``PreparedRequest/socket`` options.
public protocol SocketTransport: Transport {
  /// Opens a WebSocket. The response has the status 101 and a ``Response/socket``, or any other status if the server rejects it.
  func connect(_ request: PreparedRequest) async throws -> Response
}

/// An open WebSocket of a transport, closed by releasing it. It should throw a ``TransportError``, or a ``CallError`` with code `closed`.
public protocol SocketConnection: AnyObject, Sendable {
  /// Returns the next message; nil if the server closed, with the reason in ``closing``. A cancelled task closes the connection.
  func receive() async throws -> SocketMessage?
  /// Sends a message. Returns when the network has accepted it. A cancelled task closes the connection.
  func send(_ message: SocketMessage) async throws
  /// Sends a close. Returns when the server has confirmed it, or after the timeout.
  func close(_ closing: SocketClosing) async
  /// The close of the server; nil before it, and if the connection ended without one.
  var closing: SocketClosing? { get }
}

extension PreparedRequest {
  /// The options of the WebSocket that this request opens; nil for other requests.
  public var socket: SocketOptions? {
    get { context[SocketOptions.self] }
    set { context[SocketOptions.self] = newValue }
  }
}

extension Response {
  private enum SocketConnectionKey: MessageContextKey { typealias Value = any SocketConnection }

  /// The WebSocket that a handshake opened; nil for other responses.
  public var socket: (any SocketConnection)? {
    get { context[SocketConnectionKey.self] }
    set { context[SocketConnectionKey.self] = newValue }
  }
}

/// Options of a WebSocket and its handshake.
///
/// ```swift
/// let socket = try await users.connect("live", ["id": 1], socket: SocketOptions(subprotocols: ["chat.v2"], ping: .seconds(10)))
/// ```
public struct SocketOptions: Sendable, MessageContextKey {
  /// The offered subprotocols, the preferred one first, after those of the spec; ``Socket/subprotocol`` is the chosen one.
  public var subprotocols: [String]
  /// The time between two pings; nil for none.
  public var ping: Duration?
  /// How long the server may take to respond to a ping, and to accept data sent before it.
  public var pongTimeout: Duration = .seconds(20)
  /// How long the server may take to confirm a close, before the connection is closed anyway.
  public var closeTimeout: Duration = .seconds(5)
  /// The maximum size of a received message in bytes, after decompression, at most 4 GiB. A larger one closes the connection with 1009.
  public var maxMessageBytes: Int
  /// The maximum number of fragments of a received message. More close the connection with 1009.
  public var maxFragments = 10_000
  /// Whether to compress messages (permessage-deflate, RFC 7692) if the server supports it.
  public var compression: Bool
  /// Messages that are sent first on each connection, such as a subscription that must be renewed.
  public var greeting: [SocketMessage]
  /// When to reconnect; nil for never.
  public var reconnect: Reconnect?

  /// Creates options; by default a ping every 20 seconds, messages of at most 16 MiB, compression, and no reconnection.
  public init(
    subprotocols: [String] = [], ping: Duration? = .seconds(20), maxMessageBytes: Int = 16 << 20, compression: Bool = true,
    greeting: [SocketMessage] = [], reconnect: Reconnect? = nil
  ) {
    self.subprotocols = subprotocols
    self.ping = ping
    self.maxMessageBytes = maxMessageBytes
    self.compression = compression
    self.greeting = greeting
    self.reconnect = reconnect
  }

  /// When and how often to reconnect. Messages sent while the connection broke can be lost, because WebSockets have no acknowledgments.
  public struct Reconnect: Sendable {
    /// The maximum number of failures in a row: a connection that cannot be opened, or that breaks within 10 s before a message arrives.
    public var attempts: Int
    /// The upper bound of the first pause, which doubles with each failure. Each pause is random, and at least 250 ms.
    public var wait: Duration
    /// The maximum of all pauses.
    public var maxWait: Duration
    /// The codes of a close after which to reconnect; 1006 is a connection that ended without one.
    public var codes: Set<UInt16> = [1001, 1006, 1011, 1012, 1013, 1014]

    /// Creates options; by default at most 10 failures in a row, with pauses of up to 1 second that grow to 30.
    public init(attempts: Int = 10, wait: Duration = .seconds(1), maxWait: Duration = .seconds(30)) {
      self.attempts = attempts
      self.wait = wait
      self.maxWait = maxWait
    }

    /// Returns the upper bound of the pause of this number, counted from 0.
    package func maxWait(_ attempt: Int) -> Duration { Backoff(first: wait, maximum: maxWait).longest(attempt) }

    /// Returns the pause for a random share between 0 and 1. It is never 0, to protect a server that breaks every connection.
    package func wait(_ attempt: Int, _ share: Double) -> Duration {
      let minimum = Duration.milliseconds(250)
      return minimum + max(.zero, maxWait(attempt) - minimum) * share
    }
  }
}

/// The headers of a WebSocket handshake that are not from the spec.
package enum SocketHandshake {
  package static let subprotocol = HTTPField.Name("Sec-WebSocket-Protocol")!

  /// Whether a header belongs to the handshake itself (RFC 6455 section 11.3).
  package static func isOwned(_ name: HTTPField.Name) -> Bool {
    name.canonicalName.hasPrefix("sec-websocket-") && name != subprotocol
  }

  /// Returns the subprotocols in a header value, in order.
  package static func list(_ value: String?) -> [String] {
    (value ?? "").split(separator: ",").map { item in
      let start = item.drop { $0 == " " || $0 == "\t" }
      return String(start.prefix { $0 != " " && $0 != "\t" })
    }
  }

  /// Returns the headers with all offered subprotocols, those of the spec first, or why they are invalid.
  package static func fields(_ given: HTTPFields, offering more: [String]) -> Result<HTTPFields, Fault> {
    if let field = given.first(where: { isOwned($0.name) }) {
      return .failure(Fault(message: "the header '\(field.name.rawName)' is controlled by the handshake and cannot be set"))
    }
    var offered = list(given[subprotocol])
    for name in more where !offered.contains(name) { offered.append(name) }
    if let bad = offered.first(where: { !HeaderRules.isToken($0) }) {
      return .failure(Fault(message: "'\(bad)' is not a valid subprotocol; use \(HeaderRules.tokenRule)"))
    }
    if Set(offered).count < offered.count { return .failure(Fault(message: "duplicate subprotocol")) }
    guard !offered.isEmpty else { return .success(given) }
    var fields = given
    fields[subprotocol] = offered.joined(separator: ", ")
    return .success(fields)
  }

  package struct Fault: Error { package var message: String }
}

extension SocketOptions: SecretHolder {
  /// The numbers of subprotocols and greetings, which can contain tokens.
  public var description: String { "SocketOptions(\(subprotocols.count) subprotocols, \(greeting.count) greetings)" }
}
