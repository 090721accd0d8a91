/// The bytes of the bodies that went and came. A redirect and a second try begin anew; a download that goes on counts what it has.
public struct CallProgress: Sendable, Hashable {
  /// Bytes of the request's body that were handed on to the transport.
  public var sent: Int64
  /// Bytes of the reply's body, its content coding undone.
  public var received: Int64
  /// The length of the request's body; nil where it is not known before it is sent.
  public var toSend: Int64?
  /// The length of the reply's body; nil until its head is there, and where the head does not tell.
  public var toReceive: Int64?
  /// The head of the reply is there.
  public var isReceiving: Bool

  /// A step, as a test may want to compare one.
  public init(sent: Int64 = 0, received: Int64 = 0, toSend: Int64? = nil, toReceive: Int64? = nil, isReceiving: Bool = false) {
    self.sent = sent
    self.received = received
    self.toSend = toSend
    self.toReceive = toReceive
    self.isReceiving = isReceiving
  }

  /// The bytes to send until there is a reply, then the bytes to receive: `sent` or `received` of this many are done.
  public var total: Int64? { isReceiving ? toReceive : toSend }
}
