/// How a web socket behaves once it is open, and what is asked for when it is opened.
///
/// ```swift
/// let socket = try await users.connect("live", ["id": 1], socket: SocketOptions(subprotocols: ["chat.v2"], ping: .seconds(10)))
/// ```
public struct SocketOptions: Sendable {
  /// The subprotocols that are offered, the best first (RFC 6455 section 1.9), after those of a header `Sec-WebSocket-Protocol` of the
  /// spec. ``Socket/subprotocol`` is the one that the server chose.
  public var subprotocols: [String]
  /// How often a ping asks whether the server is still there; nil for never.
  public var ping: Duration?
  /// How long a server may be silent after a ping, before it counts as gone, and how long it may take nothing of what stands before the
  /// ping. Not counted while messages wait for their reader.
  public var pongTimeout: Duration = .seconds(20)
  /// How long the server has to answer a close, before the connection is ended all the same.
  public var closeTimeout: Duration = .seconds(5)
  /// The largest message that is taken, in bytes, after inflating. A larger one ends the connection with 1009. At most 4 GiB.
  public var maxMessageBytes: Int
  /// The most fragments that a message is taken in; more end the connection with 1009.
  public var maxFragments = 10_000
  /// Whether messages may be packed (permessage-deflate, RFC 7692), where the server can do it too.
  public var compression: Bool
  /// What is sent first over every connection, before anything else: a subscription that must be renewed after a reconnection.
  public var greeting: [SocketMessage]
  /// When a connection that breaks is opened again; nil for never.
  public var reconnect: Reconnect?

  /// A ping every 20 seconds, messages of at most 16 MiB, packed where the server can, and no reconnection, where nothing else is said.
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

  /// When and how often a broken connection is opened again. What was sent while it broke may be lost: a web socket has no receipts.
  public struct Reconnect: Sendable {
    /// The most openings in a row that may be in vain: that fail, or give a connection which breaks within 10 s, before any message came.
    public var attempts: Int
    /// The longest wait before the first opening; it doubles with each that is in vain. What is waited is drawn between 250 ms and this.
    public var wait: Duration
    /// Where the doubling ends.
    public var maxWait: Duration
    /// The codes of a close after which it is opened again; 1006 stands for a connection that ended without one.
    public var codes: Set<UInt16> = [1001, 1006, 1011, 1012, 1013, 1014]

    /// At most 10 openings in a row, with waits of up to 1 second that grow to 30.
    public init(attempts: Int = 10, wait: Duration = .seconds(1), maxWait: Duration = .seconds(30)) {
      self.attempts = attempts
      self.wait = wait
      self.maxWait = maxWait
    }

    /// The longest wait before the opening of this number, which counts from 0.
    package func maxWait(_ attempt: Int) -> Duration { Backoff(first: wait, maximum: maxWait).longest(attempt) }

    /// What is waited before it, for a share drawn between 0 and 1. Never nothing: a server that breaks every connection is not stormed.
    package func wait(_ attempt: Int, _ share: Double) -> Duration {
      let minimum = Duration.milliseconds(250)
      return minimum + max(.zero, maxWait(attempt) - minimum) * share
    }
  }
}
