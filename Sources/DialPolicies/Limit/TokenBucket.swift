import DialModel

/// Decides when the next call of a limit may be sent: a token bucket with the calls of one second, at least one (GCRA). Each call gets
/// its time at once, in order.
package struct TokenBucket {
  package typealias Instant = ContinuousClock.Instant

  /// The reserved time of a call.
  package struct Turn {
    var time: Instant
    /// When it could be sent without a burst. These times are always one interval apart.
    fileprivate var due: Instant
  }

  private let interval: Duration
  /// How far ahead of its regular time a call may be.
  private let ahead: Duration
  /// The regular time of the next call.
  private var next: Instant?
  /// The unused times before that, the earliest first.
  private var freed: [Instant] = []
  /// Until when the server accepts no calls.
  private(set) var closed: Instant?

  init(_ rate: LimitModel.Rate?) {
    interval = rate.map { $0.per / $0.count } ?? .zero
    let burst = rate.map { max(1, Int(min(Double($0.count) / ($0.per / .seconds(1)), 1e9).rounded(.down))) } ?? 1
    ahead = interval * (burst - 1)
  }

  /// Reserves the next time. If it is after the deadline, reserves nothing and returns when it would be.
  mutating func take(at now: Instant, before deadline: Instant?) -> (turn: Turn, isTaken: Bool) {
    let start = max(now, closed ?? now)
    // An unused time in the past is lost.
    freed.removeAll { $0 < start }
    let due = freed.first ?? max(next ?? start, start)
    let turn = Turn(time: max(start, due - ahead), due: due)
    if let deadline, turn.time > now, turn.time >= deadline { return (turn, false) }
    if freed.isEmpty { next = due + interval } else { freed.removeFirst() }
    return (turn, true)
  }

  /// Returns an unused reservation to the next caller. No other call becomes earlier.
  mutating func giveBack(_ turn: Turn) {
    freed.insert(turn.due, at: freed.firstIndex { $0 > turn.due } ?? freed.endIndex)
    // Reservations at the end are undone.
    while let last = freed.last, last + interval == next {
      next = last
      freed.removeLast()
    }
  }

  mutating func close(until time: Instant) { closed = max(closed ?? time, time) }
}
