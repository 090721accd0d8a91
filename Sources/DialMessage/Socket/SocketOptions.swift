/// Options of a web socket and its handshake.
///
/// ```swift
/// let socket = try await users.connect("live", ["id": 1], socket: SocketOptions(subprotocols: ["chat.v2"], ping: .seconds(10)))
/// ```
public struct SocketOptions: Sendable {
  /// The offered subprotocols, the preferred one first (RFC 6455 section 1.9), after those of the header `Sec-WebSocket-Protocol` of the
  /// spec. ``Socket/subprotocol`` is the one that the server chose.
  public var subprotocols: [String]
  /// The time between two pings; nil for none.
  public var ping: Duration?
  /// How long the server may take to respond to a ping, and to accept data sent before it. Not counted while messages wait for their
  /// reader.
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

  /// When and how often to reconnect. Messages sent while the connection broke can be lost, because web sockets have no acknowledgments.
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
