import Synchronization

/// Counts the bytes of one call, and reports them.
package final class ProgressMeter: Sendable {
  private struct State {
    var progress = CallProgress()
    var listeners: [AsyncStream<CallProgress>.Continuation] = []
    var isOver = false
    /// The offset at which a partial response continues.
    var start: Int64 = 0
    /// Steps that have not been reported yet, in order.
    var untold: [CallProgress] = []
    var isTelling = false
  }
  private let state = Mutex(State())
  /// Gets each step in order. It is called without a lock, so it can call anything.
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

  /// Sets the offset of the next request for a part.
  package func begin(at start: Int64) { state.withLock { $0.start = start } }

  /// Starts a request with a body of this length.
  func begin(sending length: Int64?) { step { $0.progress = CallProgress(received: $0.start, toSend: length) } }

  /// Starts a response with a body of this length; a partial one continues at the requested offset.
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

  /// Reports all steps, including those that others add meanwhile. Only one thread reports at a time.
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

/// The body bytes sent and received. A redirect and a retry start from 0; a resumed download includes what it has.
public struct CallProgress: Sendable, Hashable {
  /// The bytes of the request body that the transport has taken.
  public var sent: Int64
  /// The bytes of the response body, after decoding its content coding.
  public var received: Int64
  /// The length of the request body; nil if unknown.
  public var toSend: Int64?
  /// The length of the response body; nil before its head has arrived, or if it is unknown.
  public var toReceive: Int64?
  /// Whether the head of the response has arrived.
  public var isReceiving: Bool

  /// Creates a step, for tests.
  public init(sent: Int64 = 0, received: Int64 = 0, toSend: Int64? = nil, toReceive: Int64? = nil, isReceiving: Bool = false) {
    self.sent = sent
    self.received = received
    self.toSend = toSend
    self.toReceive = toReceive
    self.isReceiving = isReceiving
  }

  /// The bytes to send before there is a response, and the bytes to receive afterwards; `sent` or `received` count toward it.
  public var total: Int64? { isReceiving ? toReceive : toSend }
}
