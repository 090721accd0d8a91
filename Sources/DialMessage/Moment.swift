/// An instant of the continuous clock, counted from one that the process has taken once.
///
/// The size of the library's own is known at run time only, and with it that of everything that holds one: each copy of a request would go
/// by its description in place of a few moves.
package struct Moment: Sendable {
  private var sinceOrigin: Duration
  private static let origin = ContinuousClock.now

  init(_ instant: ContinuousClock.Instant) { sinceOrigin = instant - Self.origin }

  package static var now: Moment { Moment(.now) }

  package var instant: ContinuousClock.Instant { Self.origin + sinceOrigin }

  package static func - (end: Moment, start: Moment) -> Duration { end.sinceOrigin - start.sinceOrigin }
  package static func + (start: Moment, time: Duration) -> Moment {
    var end = start
    end.sinceOrigin += time
    return end
  }
}
