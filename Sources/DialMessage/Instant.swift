/// An instant of the continuous clock, counted from one that the process has taken once.
///
/// The size of the library's own is known at run time only, and with it that of everything that holds one: each copy of a request would go
/// by its description in place of a few moves.
package struct Instant: Sendable {
  private var sinceOrigin: Duration
  private static let origin = ContinuousClock.now

  init(_ instant: ContinuousClock.Instant) { sinceOrigin = instant - Self.origin }

  package static var now: Instant { Instant(.now) }

  package var instant: ContinuousClock.Instant { Self.origin + sinceOrigin }

  package static func - (end: Instant, start: Instant) -> Duration { end.sinceOrigin - start.sinceOrigin }
  package static func + (start: Instant, time: Duration) -> Instant {
    var end = start
    end.sinceOrigin += time
    return end
  }
}
