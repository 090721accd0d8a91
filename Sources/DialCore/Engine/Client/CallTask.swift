/// A call that runs by itself, begun with `start`: to wait for, to look at, to cancel.
///
/// A task that is dropped runs on. Cancelling the Swift task that waits for ``value`` does not cancel the call, as others may wait too.
///
/// ```swift
/// let task = users.start("photo", ["photo": .file("a.jpg")])
/// for await step in task.progress { print(step.sent, step.total ?? 0) }
/// let reply = try await task.value
/// ```
public struct CallTask: Sendable {
  let task: Task<Result<Reply, CallError>, Never>
  let meter: ProgressMeter

  /// The reply, once it is there; as often as it is asked for. Throws what the call throws, of code `cancelled` after ``cancel()``.
  public var value: Reply {
    get async throws(CallError) { try await task.value.get() }
  }

  /// How far the call is, as it goes on; ends with the call. Each time it is asked for it is a sequence of its own, which begins with
  /// what is so now and skips what its reader is too slow for; the last step is never skipped.
  public var progress: AsyncStream<Progress> { meter.steps() }

  /// Ends the transfer. A call that is over stays as it ended.
  public func cancel() { task.cancel() }

  /// The bytes of the bodies that went and came. A redirect and a second try begin anew; a download that goes on counts what it has.
  public struct Progress: Sendable, Hashable {
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
}
