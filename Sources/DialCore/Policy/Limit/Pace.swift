/// When the next call of a limit may go out: a token bucket that holds what one second gives, at least one call (the virtual scheduling
/// of GCRA). Each call is given its time at once, in order, so that a wait is known before it begins.
struct Pace {
  /// Between two calls.
  private let interval: Duration
  /// How far ahead of its time a call may be.
  private let ahead: Duration
  /// The time of the next call, were there no burst.
  private var next: ContinuousClock.Instant?
  /// Until when the server wants no call.
  private(set) var closed: ContinuousClock.Instant?

  init(_ rate: LimitModel.Rate?) {
    interval = rate.map { $0.per / $0.count } ?? .zero
    let burst = rate.map { max(1, Int((Double($0.count) / ($0.per / .seconds(1))).rounded(.down))) } ?? 1
    ahead = interval * (burst - 1)
  }

  /// Takes the next place; gives when it is. Takes none where that is not before the deadline.
  mutating func take(at now: ContinuousClock.Instant, before deadline: ContinuousClock.Instant?) -> (
    time: ContinuousClock.Instant, isTaken: Bool
  ) {
    let start = max(now, closed ?? now)
    let due = max(next ?? start, start)
    let time = max(start, due - ahead)
    if let deadline, time > now, time >= deadline { return (time, false) }
    next = due + interval
    return (time, true)
  }

  /// A place that was taken is not used.
  mutating func giveBack() { next = next.map { $0 - interval } }

  /// The server wants no call until then.
  mutating func close(until time: ContinuousClock.Instant) { closed = max(closed ?? time, time) }
}
