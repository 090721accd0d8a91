import DialModel

/// When the next call of a limit may go out: a token bucket that holds what one second gives, at least one call (the virtual scheduling
/// of GCRA). Each call is given its turn at once, in order, so that a wait is known before it begins.
package struct TokenBucket {
  package typealias Instant = ContinuousClock.Instant

  /// What a call took.
  package struct Turn {
    /// When it may go out.
    var time: Instant
    /// When it were, if there were no burst: between two of these is always an interval.
    fileprivate var due: Instant
  }

  /// Between two calls.
  private let interval: Duration
  /// How far ahead of its time a call may be.
  private let ahead: Duration
  /// The time of the next call, were there no burst.
  private var next: Instant?
  /// Of turns before that one which were not used, the earliest first.
  private var freed: [Instant] = []
  /// Until when the server wants no call.
  private(set) var closed: Instant?

  init(_ rate: LimitModel.Rate?) {
    interval = rate.map { $0.per / $0.count } ?? .zero
    let burst = rate.map { max(1, Int(min(Double($0.count) / ($0.per / .seconds(1)), 1e9).rounded(.down))) } ?? 1
    ahead = interval * (burst - 1)
  }

  /// Takes the next turn. Takes none where that is not before the deadline, and gives when it would be.
  mutating func take(at now: Instant, before deadline: Instant?) -> (turn: Turn, isTaken: Bool) {
    let start = max(now, closed ?? now)
    // A turn that is over is one that nobody used: it is not made up for.
    freed.removeAll { $0 < start }
    let due = freed.first ?? max(next ?? start, start)
    let turn = Turn(time: max(start, due - ahead), due: due)
    if let deadline, turn.time > now, turn.time >= deadline { return (turn, false) }
    if freed.isEmpty { next = due + interval } else { freed.removeFirst() }
    return (turn, true)
  }

  /// A turn that was taken is not used: who comes next has it, and nobody else goes earlier.
  mutating func giveBack(_ turn: Turn) {
    freed.insert(turn.due, at: freed.firstIndex { $0 > turn.due } ?? freed.endIndex)
    // Those at the end are as good as never taken.
    while let last = freed.last, last + interval == next {
      next = last
      freed.removeLast()
    }
  }

  /// The server wants no call until then.
  mutating func close(until time: Instant) { closed = max(closed ?? time, time) }
}
