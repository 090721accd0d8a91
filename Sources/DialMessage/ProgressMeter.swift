import Synchronization

/// Counts the bytes of one call, and tells those who listen.
package final class ProgressMeter: Sendable {
  private struct State {
    var progress = CallProgress()
    var listeners: [AsyncStream<CallProgress>.Continuation] = []
    var isOver = false
    /// The bytes that a part of the reply goes on from.
    var start: Int64 = 0
    /// Steps that are still to be told, in their order.
    var untold: [CallProgress] = []
    var isTelling = false
  }
  private let state = Mutex(State())
  /// Is told each step, one after the other. It is called without a lock, so that it may ask for whatever it likes.
  private let tell: (@Sendable (CallProgress) -> Void)?

  package init(_ tell: (@Sendable (CallProgress) -> Void)? = nil) { self.tell = tell }

  package func steps() -> AsyncStream<CallProgress> {
    let (steps, listener) = AsyncStream.makeStream(of: CallProgress.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      listener.yield(state.progress)
      if state.isOver { listener.finish() } else { state.listeners.append(listener) }
    }
    return steps
  }

  func update(_ change: (inout CallProgress) -> Void) { step { change(&$0.progress) } }

  /// The next request asks for the bytes from this one on.
  package func begin(at start: Int64) { state.withLock { $0.start = start } }

  /// A hop begins, with a body of this length.
  func begin(sending length: Int64?) {
    step { $0.progress = CallProgress(received: $0.start, toSend: length) }
  }

  /// The head of a reply is there, with the length of its body; a part goes on where it was asked for.
  func begin(receiving length: Int64?, isPart: Bool, isAllSent: Bool) {
    step { state in
      if isAllSent, let all = state.progress.toSend { state.progress.sent = all }
      state.progress.received = isPart ? state.start : 0
      let all = length?.addingReportingOverflow(state.progress.received)
      state.progress.toReceive = all.flatMap { $0.overflow ? nil : $0.partialValue }
      state.progress.isReceiving = true
    }
  }

  private func step(_ change: (inout State) -> Void) {
    let mayTell = state.withLock { state in
      change(&state)
      for listener in state.listeners { listener.yield(state.progress) }
      guard tell != nil else { return false }
      state.untold.append(state.progress)
      defer { state.isTelling = true }
      return !state.isTelling
    }
    if mayTell { tellAll() }
  }

  /// One at a time tells what there is, also what others add meanwhile.
  private func tellAll() {
    while true {
      let steps = state.withLock { state in
        defer { state.untold = [] }
        state.isTelling = !state.untold.isEmpty
        return state.untold
      }
      if steps.isEmpty { return }
      for step in steps { tell?(step) }
    }
  }

  package func end() {
    let listeners = state.withLock { state in
      defer { state.listeners = [] }
      state.isOver = true
      return state.listeners
    }
    for listener in listeners { listener.finish() }
  }
}

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
